#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will call the script of the CI jobs in a project whose mdlab is scripted, and
# compare its exit status and files with what its usage says.
# needs: none
# timeout: 60
set -eu

PROJECT=$TMPDIR/project
OUT="$TMPDIR/o ut"

fail() { echo "FAIL: $*"; cat "$TMPDIR/stderr"; exit 1; }

# What its mdlab does is told by MATRIX, COMPARE, REPORT (statuses) and RUNS (its folders).
# shellcheck disable=SC2016 # it is a script
lay_project()
{
	mkdir -p "$PROJECT/boot/ci" "$PROJECT/build"
	cp boot/ci/gate.sh "$PROJECT/boot/ci/"
	printf '#!/bin/sh\nexit %s\n' 0 >"$PROJECT/boot/setup.sh"
	printf 'all:\n\t@%s\n' 'exit $${MAKES:-0}' >"$PROJECT/Makefile"
	cat >"$PROJECT/build/mdlab" <<-'END'
	#!/bin/sh
	echo "$*" >>"$CALLS"
	case $1 in
	matrix)
		for word; do
			case $word in
			--out=*) out=${word#*=} ;;
			esac
		done
		for run in $RUNS; do
			mkdir -p "$out/$run"
			echo '{"schema":1,"type":"result","seq":2}' >"$out/$run/records.jsonl"
		done
		[ ! "$RUNS" ] || echo '{}' >"$out/plan.json"
		if [ "${HANGS:-}" ]; then
			sleep 1000 &
			trap 'kill "$!"; echo ended >>"$CALLS"; exit 143' TERM
			echo up >"$HANGS"
			wait
		fi
		[ ! "${WRITES:-}" ] || echo page >"$out/report.html"
		exit "$MATRIX" ;;
	compare)
		[ "$COMPARE" -gt 2 ] || echo "$2"
		exit "$COMPARE" ;;
	report)
		[ "$REPORT" != 0 ] || echo page >"$4"
		exit "$REPORT" ;;
	esac
	END
	chmod +x "$PROJECT/boot/setup.sh" "$PROJECT/build/mdlab"
}

# gate STATUS MATRIX COMPARE RUNS WORD…
gate()
{
	local want="$1" got=0

	rm -rf "$OUT" "$TMPDIR/calls"
	: >"$TMPDIR/calls"
	export CALLS="$TMPDIR/calls" MATRIX="$2" COMPARE="$3" RUNS="$4"
	shift 4
	BUILD='' TMPDIR=$TMPDIR "$PROJECT/boot/ci/gate.sh" "$@" >"$TMPDIR/stdout" \
		2>"$TMPDIR/stderr" </dev/null || got=$?
	[ "$got" = "$want" ] || fail "exit status $got, not $want: gate.sh $*"
}

# The files of the folder, or none of them.
files()
{
	[ "$(cd "$OUT" && echo *)" = "$1" ] || fail "in the folder: $(cd "$OUT" && echo *)"
}

ALL="compare.csv compare.json compare.md compare.tap compare.txt compare.xml report.html runs"

# A signal for it alone ends what it runs.
signalled()
{
	local got=0 pid

	mkfifo "$TMPDIR/up"
	BUILD='' HANGS=$TMPDIR/up RUNS='' CALLS=$TMPDIR/calls \
		"$PROJECT/boot/ci/gate.sh" --out="$OUT" a b >"$TMPDIR/stdout" \
		2>"$TMPDIR/stderr" </dev/null &
	pid=$!
	read -r _ <"$TMPDIR/up"
	kill -TERM "$pid"
	wait "$pid" || got=$?
	[ "$got" = 143 ] || fail "exit status $got after a signal"
	grep -qx ended "$TMPDIR/calls" || fail "the matrix was left to run"
}

# What is in the way of its folder is no slower kernel.
in_the_way()
{
	local got=0

	gate 0 0 0 "r1-k1 r1-k2" --out="$OUT" a b
	# Not those of the kernels before.
	CALLS="$TMPDIR/calls" MATRIX=2 RUNS='' BUILD='' \
		"$PROJECT/boot/ci/gate.sh" --out="$OUT" c d 2>"$TMPDIR/stderr" || got=$?
	[ "$got" = 2 ] || fail "exit status $got"
	files runs
	mkdir "$OUT/compare.tap"
	got=0
	CALLS="$TMPDIR/calls" MATRIX=0 RUNS='r1-k1' BUILD='' \
		"$PROJECT/boot/ci/gate.sh" --out="$OUT" a b 2>"$TMPDIR/stderr" || got=$?
	[ "$got" = 7 ] || fail "exit status $got where a folder is in the way"
	rm -rf "$OUT"
	: >"$OUT"
	got=0
	CALLS="$TMPDIR/calls" MATRIX=0 RUNS='r1-k1' BUILD='' \
		"$PROJECT/boot/ci/gate.sh" --out="$OUT" a b 2>"$TMPDIR/stderr" || got=$?
	[ "$got" = 7 ] || fail "exit status $got where a file is in the way"
	rm "$OUT"
}

main()
{
	export REPORT=0
	lay_project
	gate 0 0 0 "r1-k1 r1-k2" --out="$OUT" --suite=random --smallest=5 --metrics=rate a "b c"
	files "$ALL"
	grep -qxF "matrix --rounds=5 --out=$OUT/runs --suite=random a b c" "$TMPDIR/calls" ||
		fail "matrix: $(cat "$TMPDIR/calls")"
	grep -qxF "compare --format=junit --smallest=5 --metrics=rate $OUT/runs" "$TMPDIR/calls" ||
		fail "compare: $(cat "$TMPDIR/calls")"
	grep -qxF -- --format=junit "$OUT/compare.xml" || fail "compare.xml is of another form"
	grep -qxF -- --format=markdown "$OUT/compare.md" || fail "compare.md is of another form"

	gate 1 0 1 "r1-k1 r1-k2" --out="$OUT" --rounds=2 a b
	files "$ALL"
	grep -q '^matrix --rounds=2 ' "$TMPDIR/calls" || fail "rounds are not handed on"
	gate 1 4 1 "r1-k1 r1-k2" --out="$OUT" a b
	gate 3 0 3 "r1-k1 r1-k2" --out="$OUT" a b
	files runs
	# Nothing counted: that is printed, and shuts the gate.
	gate 2 0 2 "r1-k1 r1-k2" --out="$OUT" a b
	files "compare.txt runs"
	gate 0 1 0 "r1-k1 r1-k2" --out="$OUT" a b
	gate 7 7 0 "r1-k1 r1-k2" --out="$OUT" a b missing
	gate 7 7 0 "" --out="$OUT" missing a
	gate 7 7 0 r1-k2 --out="$OUT" missing a
	gate 7 7 2 r1-k1 --out="$OUT" a missing
	gate 2 4 0 r1-k2 --out="$OUT" panics a
	files runs
	gate 143 143 0 r1-k1 --out="$OUT" a b
	gate 2 2 0 "" --out="$OUT" --unknown=1 a b
	WRITES=yes REPORT=1 gate 0 0 0 "r1-k1 r1-k2" --out="$OUT" a b
	files "$ALL"
	REPORT=1 gate 7 0 0 "r1-k1 r1-k2" --out="$OUT" a b
	MAKES=1 gate 7 0 0 "r1-k1 r1-k2" --out="$OUT" a b
	[ ! -s "$TMPDIR/calls" ] || fail "it went on without a build"
	gate 2 0 0 "" a
	gate 2 0 0 "" --out b c
	gate 2 0 0 "" --out= b c
	in_the_way
	signalled
	gate 0 0 0 "" --help
	grep -q '^usage: gate.sh' "$TMPDIR/stdout" || fail "no usage"
}

main "$@"
