#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# gate.sh [OPTION=VALUE]... BASE NEW...: is a kernel slower than another? For CI:
# boots each by turns, compares, writes the comparison in all forms and a report
# into a folder, and tells by its exit status; see usage below. The same command
# goes on where it was stopped.
set -eu

ROOT=$(cd "$(dirname "$0")/../.." && pwd)
BUILD=${BUILD:-$ROOT/build}
OUT=mdbench-results
WORK=
CHILD=
IS_SLOWER=

say() { echo "mdlab: gate: $*" >&2; }

die()
{
	local status="$1"

	shift
	say "$@"
	exit "$status"
}

usage()
{
	cat <<'END'
usage: gate.sh [--OPTION=VALUE]... BASE NEW...

BASE and NEW are kernels in any form that `mdlab run --kernel` takes, such as
debian:bookworm, source:., ~/linux, path/to/bzImage.

  --out=DIR          folder for all of it [mdbench-results]
  --smallest=PERCENT the smallest change that matters [3]
  --metrics=LIST     what is compared [rate,p50,p99,cpu]
  --suite, --rounds and other options of `mdlab matrix` are handed on; five
  rounds are made unless told otherwise, fewer can tell nothing

In DIR are then compare.txt .md .csv .json .xml (JUnit) .tap, report.html, and
the runs in runs/.

Exit status:
  0    nothing is slower, and all tests that BASE passes still pass
  1    something is slower, or a test does not pass any more
  2    it was asked for wrongly, or there was nothing to compare: BASE brought no
       results, or no test counts in BASE and in NEW
  3    the runs are not alike: the machine changed between them
  7    a kernel could not be had, or something else could not be made
  128+ interrupted; the same command goes on
END
}

# 1 says that a kernel is slower: nothing else may end so.
cleanup()
{
	local status=$?

	[ -z "$WORK" ] || rm -rf "$WORK"
	[ "$status" != 1 ] || [ "$IS_SLOWER" ] || status=7
	exit "$status"
}

# A shell waits for its child before it looks at a signal, but for one behind it.
matrix()
{
	"$BUILD/mdlab" matrix "$@" &
	CHILD=$!
	wait "$CHILD"
}

# stop SIGNAL STATUS: what runs is to be kept, which takes it a moment.
stop()
{
	trap '' INT TERM HUP
	if [ "$CHILD" ]; then
		kill -"$1" "$CHILD" 2>/dev/null || true
		wait "$CHILD" || true
	fi
	exit "$2"
}

build()
{
	BUILD=$BUILD "$ROOT/boot/setup.sh" run build report
	make --no-print-directory -C "$ROOT" BUILD="$BUILD" -j"$(nproc)" all >"$WORK/build.log" 2>&1 || {
		tail -n 20 "$WORK/build.log" >&2
		die 7 "mdbench does not build"
	}
}

# A run of BASE, the first kernel, that has a result.
base_has_results()
{
	local file

	for file in "$OUT"/runs/r*-k1/records.jsonl; do
		! grep -q '"type": *"result"' "$file" 2>/dev/null || return 0
	done
	return 1
}

# compare FORM FILE OPTION…: status of mdlab compare; no file unless it printed one.
compare()
{
	local form="$1" file="$OUT/$2" status=0

	shift 2
	rm -f "$file"
	"$BUILD/mdlab" compare --format="$form" "$@" "$OUT/runs" >"$WORK/form" || status=$?
	[ ! -s "$WORK/form" ] || cp "$WORK/form" "$file" || die 7 "$file: cannot be written"
	return "$status"
}

compare_all()
{
	local status=0 other=0 row

	compare text compare.txt "$@" || status=$?
	[ "$status" -le 1 ] || return "$status"
	for row in markdown:md csv:csv json:json junit:xml tap:tap; do
		other=0
		compare "${row%:*}" "compare.${row#*:}" "$@" || other=$?
		[ "$other" = "$status" ] || die 7 "${row%:*}: ended with $other, text with $status"
	done
	return "$status"
}

# The matrix has made one, of what it compared.
report()
{
	if [ -f "$OUT/runs/report.html" ]; then
		mv "$OUT/runs/report.html" "$OUT/report.html"
	else
		"$BUILD/mdlab" report "$OUT/runs" -o "$OUT/report.html" ||
			die 7 "no report was made"
	fi
}

# What it comes to, of the comparison and of the worst run.
judge()
{
	local compared="$1" worst="$2"

	case $compared in
	0) ;;
	1)
		IS_SLOWER=yes
		say "something is slower, or does not pass any more: see $OUT/compare.txt"
		exit 1 ;;
	*)
		# A kernel that is missing is why, where there is one alone.
		[ "$worst" != 7 ] || exit 7
		exit "$compared" ;;
	esac
	[ "$worst" != 7 ] || die 7 "nothing is slower, but not all runs could be made"
	# In both alike, or it would not be 0.
	[ "$worst" = 0 ] || say "runs did not pass (exit status $worst), those of BASE no better"
	say "nothing is slower"
}

main()
{
	local option kernels=0 worst=0 compared=0 rounds=--rounds=5
	local smallest='' metrics=''

	for option; do
		shift
		case $option in
		--help|-h) usage; exit 0 ;;
		--out=*) OUT=${option#*=} ;;
		--smallest=*) smallest=$option ;;
		--metrics=*) metrics=$option ;;
		--rounds=*) rounds=$option ;;
		--*=*) set -- "$@" "$option" ;;
		-*) die 2 "$option: options are --NAME=VALUE; try gate.sh --help" ;;
		*) kernels=$((kernels + 1)); set -- "$@" "$option" ;;
		esac
	done
	[ "$kernels" -gt 1 ] || die 2 "$kernels kernels are named, BASE and NEW are needed"
	[ "$OUT" ] || die 2 "out: empty name"
	# From here on, for make and for names that look like options.
	case $OUT in
	-*) OUT=./$OUT ;;
	esac
	case $BUILD in
	/*) ;;
	*) BUILD=$PWD/$BUILD ;;
	esac
	trap cleanup EXIT
	trap 'stop INT 130' INT
	trap 'stop TERM 143' TERM
	trap 'stop HUP 129' HUP
	# Those of other kernels must not be taken for these.
	mkdir -p "$OUT"
	rm -f "$OUT"/compare.txt "$OUT"/compare.md "$OUT"/compare.csv "$OUT"/compare.json \
		"$OUT"/compare.xml "$OUT"/compare.tap "$OUT"/report.html
	WORK=$(mktemp -d)
	build
	export MDBENCH_ROOT="$ROOT"

	matrix "$rounds" --out="$OUT/runs" "$@" || worst=$?
	CHILD=
	case $worst in
	2|12[89]|1[3-9]?) exit "$worst" ;;
	esac
	[ -f "$OUT/runs/plan.json" ] || die 7 "no run was made"
	if ! base_has_results; then
		[ "$worst" != 7 ] || exit 7
		die 2 "BASE brought no results, so there is nothing to compare with"
	fi
	set --
	[ -z "$smallest" ] || set -- "$@" "$smallest"
	[ -z "$metrics" ] || set -- "$@" "$metrics"
	compare_all "$@" || compared=$?
	[ "$compared" -gt 1 ] || report
	judge "$compared" "$worst"
}

main "$@"
