#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will kill a matrix of scripted guests at many points, and want the same
# command to make what is missing, that alone, and never two at once.
# needs: jq
# timeout: 180
set -eu
. tests/lib/fake-qemu.sh
. tests/lib/fake-matrix.sh

# blocks_at N STEPS: the guest that is started as Nth does STEPS, then hangs.
blocks_at()
{
	matrix_guest <<-END
		if [ -e "\$FAKE/block" ] && [ "\$(wc -l <"\$FAKE/order")" = $1 ]; then
			$2
			echo \$\$ >"\$FAKE/hanging"
			echo up >"\$FAKE/up"
			exec sleep 1000
		fi
		$(passes)
	END
	: >"$FAKE/block"
}

# The guest is gone when its matrix is: it may take the kernel a moment.
wait_gone()
{
	local pid

	pid=$(cat "$FAKE/hanging")
	timeout 20 tail --pid="$pid" -f /dev/null || fail "the guest still runs"
	rm "$FAKE/block"
}

# killed_at N STEPS RAN-BEFORE RAN-AFTER
killed_at()
{
	rm -rf "$COL"
	blocks_at "$1" "$2"
	matrix_start a b c --rounds=2
	ran "$3"
	kill -KILL "$MATRIX"
	wait "$MATRIX" || true
	# At once, while the guest may still be dying.
	rm "$FAKE/block"
	matrix 0 a b c --rounds=2
	ran "$4"
	verdicts "r1-k1:pass r1-k2:pass r1-k3:pass r2-k1:pass r2-k2:pass r2-k3:pass"
	expect "records" 5 "$(wc -l <"$COL/r1-k2/records.jsonl")"
	expect "files of a matrix" "lock plan.json" \
		"$(find "$COL" -maxdepth 1 -type f ! -name 'compare.*' ! -name 'report.*' \
			-printf '%f\n' | sort | tr '\n' ' ' | sed 's/ $//')"
}

signal_keeps()
{
	local got=0

	rm -rf "$COL"
	blocks_at 2 "frame run env step"
	matrix_start a b c
	kill -"$1" "$MATRIX"
	wait "$MATRIX" || got=$?
	expect "exit status after SIG$1" "$2" "$got"
	wait_gone
	grep -q 'interrupted: 1 of 3 runs are done; the same command goes on' \
		"$TMPDIR/stderr.first" || fail "it does not say how to go on"
	verdicts "r1-k1:pass r1-k2:interrupted"
	matrix 0 a b c
	ran "b c"
	verdicts "r1-k1:pass r1-k2:pass r1-k3:pass"
}

# While a kernel is still being fetched or built.
signal_in_search()
{
	local got=0

	rm -rf "$COL"
	matrix_start a slow
	kill -TERM "$MATRIX"
	wait "$MATRIX" || got=$?
	expect "exit status" 143 "$got"
	[ ! -e "$COL" ] || fail "a folder was made"
}

# What no run is killed at, but a file is half there.
half_files()
{
	rm -rf "$COL"
	passes | matrix_guest
	mkdir "$COL"
	# Before its plan was there.
	: >"$COL/lock"
	printf '{ "schema": 1, "type": "mat' >"$COL/plan.json.new"
	matrix 0 a b
	ran "a b"
	# As a newer plan was written, and in the last step of a run.
	printf '{ "schema": 1, "type": "mat' >"$COL/plan.json.new"
	mv "$COL/r1-k2/verdict" "$COL/r1-k2/verdict.new"
	mkdir "$COL/r1-k2/disks"
	: >"$COL/r1-k2/disks/disk-0.img"
	: >"$COL/r1-k2/initrd"
	matrix 0 a b
	ran "b"
	[ ! -e "$COL/plan.json.new" ] || fail "half a plan is left"
	verdicts "r1-k1:pass r1-k2:pass"
	printf 'pass' >"$COL/r1-k1/verdict"
	matrix 0 a b
	ran "a"
	# A cut off run with a file of somebody's is not removed.
	rm "$COL/r1-k1/verdict"
	echo mine >"$COL/r1-k1/notes"
	matrix 2 a b
	said "r1-k1: was cut off, and cannot be removed"
	expect "the file" mine "$(cat "$COL/r1-k1/notes")"
	rm -r "$COL/r1-k1"
	ln -s "$TMPDIR/tmp" "$COL/r1-k1"
	matrix 2 a b
	[ -d "$TMPDIR/tmp" ] || fail "a link was followed"
	rm "$COL/r1-k1"
	printf 'no plan' >"$COL/plan.json"
	matrix 2 a b
	said "holds no plan of a matrix"
}

two_at_once()
{
	rm -rf "$COL"
	blocks_at 1 "frame run env step"
	matrix_start a b
	rm "$FAKE/block"
	matrix 7 a b
	said "another mdlab matrix (process $MATRIX) is at it"
	ran ""
	kill -TERM "$MATRIX"
	wait "$MATRIX" || true
	matrix 0 a b
	ran "a b"
}

main()
{
	lay_matrix
	killed_at 1 ":" "a" "a b c a b c"
	killed_at 2 "frame run env step" "a b" "b c a b c"
	killed_at 5 "frame run env step pass" "a b c a b" "b c"
	killed_at 6 "frame run env step pass end-done" "a b c a b c" "c"
	signal_keeps INT 130
	signal_keeps TERM 143
	signal_in_search
	half_files
	two_at_once
}

main "$@"
