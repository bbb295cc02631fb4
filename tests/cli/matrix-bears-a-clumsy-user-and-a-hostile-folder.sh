#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will give a matrix of scripted guests names, signals and leftovers that it did
# not ask for, and want each met by a word or put right by the same command.
# needs: jq
# timeout: 120
set -eu
. tests/lib/fake-qemu.sh
. tests/lib/fake-matrix.sh

names()
{
	passes | matrix_guest
	for word in '' ' ' '	'; do
		matrix 2 a "$word"
		said "kernels: an empty name"
	done
	matrix 2 a --kernels=' --list'
	said "kernels: --list: begins with -"
	matrix 2 a -x
	said "kernels: -x: begins with -"
	matrix 2 -- a
	matrix 2 a --print=no --out "$COL/$(printf '%4000s' x)"
	said "out: path too long"
	matrix 0 gone a --print
	expect "last line of a plan" "1 of 2 runs are to be made" \
		"$(sed -n '$s/, for .*//p' "$TMPDIR/stdout")"
	expect "a run without a kernel" 1 "$(grep -c "^r1-k1 .*cannot be had" "$TMPDIR/stdout")"
	[ ! -e "$COL" ] || fail "a folder was made"
	# What a pattern would take for its own, and more than one suite to look for.
	matrix 0 a b --suite=smoke,classic --out "$TMPDIR/a [b] *?\\c=d,e"
	[ -s "$TMPDIR/a [b] *?\\c=d,e/compare-classic.txt" ] || fail "not compared"
	mkdir -p "$TMPDIR/disk/lost+found"
	matrix 0 a b --out "$TMPDIR/disk"
}

# A guest whose QEMU dies on it was no fault of the kernel: it is tried again.
died()
{
	rm -rf "$COL"
	matrix_guest <<-'END'
		frame run env step
		[ "$kernel" != b ] || exit 1
		frame pass end-done; down guest-shutdown
	END
	matrix 7 a b
	verdicts "r1-k1:pass r1-k2:not-started"
	passes | matrix_guest
	matrix 0 a b
	ran "b"
	verdicts "r1-k1:pass r1-k2:pass"
}

# Neither a pipe nor half a link may stop what goes on.
leftovers()
{
	rm "$COL/r1-k1/verdict"
	mkfifo "$COL/r1-k1/verdict" "$COL/.said-r1-k1"
	matrix 0 a b
	ran "a"
	jq '.schema = 2' "$COL/plan.json" >"$TMPDIR/newer"
	cp "$TMPDIR/newer" "$COL/plan.json"
	matrix 2 a b
	said "holds no plan of a matrix that can be read"
	cmp "$TMPDIR/newer" "$COL/plan.json" || fail "a newer plan was written over"
}

# matrix_in_store OPTION…: where MDBENCH_RUNS says; $1 collections are there then.
matrix_in_store()
{
	TMPDIR=$TMPDIR/tmp "$MDLAB" matrix --accel tcg "$@" >"$TMPDIR/stdout" \
		2>"$TMPDIR/stderr" </dev/null || { cat "$TMPDIR/stderr"; fail "matrix $*"; }
}

store()
{
	local top="$PWD" name

	cd "$TMPDIR"
	MDBENCH_RUNS=st/ore
	export MDBENCH_RUNS
	matrix_in_store a b
	name=$(readlink st/ore/latest)
	[ -s "st/ore/$name/plan.json" ] || fail "latest is not the collection"
	# As one that was killed in between leaves it.
	rm st/ore/latest
	ln -s gone "st/ore/.latest-$name"
	matrix_in_store a b
	expect "latest" "$name" "$(readlink st/ore/latest)"
	[ ! -L "st/ore/.latest-$name" ] || fail "half a link is left"
	TMPDIR=$TMPDIR/tmp "$MDLAB" run --accel tcg >/dev/null 2>&1 </dev/null ||
		fail "no run"
	[ -s st/ore/latest/records.jsonl ] || fail "latest is not the run"
	[ ! -e "$PROJECT/results" ] || fail "another place was used"
	unset MDBENCH_RUNS
	cd "$top"
}

# Interrupted where the runs are done, and the report is not.
signal_at_the_end()
{
	local got=0

	rm -rf "$COL"
	# It gets no variables of ours.
	cat >"$TMPDIR/bin/gnuplot" <<-END
		#!/bin/sh
		echo up >'$TMPDIR/up'
		exec sleep 1000
	END
	chmod 755 "$TMPDIR/bin/gnuplot"
	matrix_start a b
	kill -INT "$MATRIX"
	wait "$MATRIX" || got=$?
	rm "$TMPDIR/bin/gnuplot"
	expect "exit status" 130 "$got"
	grep -q 'interrupted: all runs are there; the same command compares them' \
		"$TMPDIR/stderr.first" || fail "not said: $(cat "$TMPDIR/stderr.first")"
	matrix 0 a b
	ran ""
	[ -s "$COL/report.html" ] || fail "no report"
}

# What is pruned meanwhile must leave the kernels that are still to come.
kernels_are_held()
{
	local name

	rm -rf "$COL"
	matrix_guest <<-'END'
		echo up >"$FAKE/up"
		exec sleep 1000
	END
	matrix_start a b
	for name in vmlinuz-a vmlinuz-b modules.cpio; do
		! flock -n -x "$TMPDIR/$name" true || fail "$name is not held"
	done
	kill -TERM "$MATRIX"
	wait "$MATRIX" || true
	flock -n -x "$TMPDIR/vmlinuz-b" true || fail "it is still held"
	passes | matrix_guest
	matrix 0 a b
}

lost_output()
{
	local got=0

	[ -c /dev/full ] || return 0
	TMPDIR=$TMPDIR/tmp "$MDLAB" matrix --accel tcg --out "$COL" a b >/dev/full \
		2>"$TMPDIR/stderr" </dev/null || got=$?
	expect "exit status" 1 "$got"
	expect "what is said of it" "mdlab: matrix: standard output: No space left on device" \
		"$(grep 'standard output' "$TMPDIR/stderr")"
}

main()
{
	lay_matrix
	names
	died
	leftovers
	store
	signal_at_the_end
	kernels_are_held
	lost_output
	nothing_left
}

main "$@"
