#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# What `make check` does once all is built: check.sh [STEP…], all steps or those
# named. One line a step, with what it found below; the whole of it stands in
# $BUILD/check/STEP.log. Exit status 1 at any finding.
set -eu

BUILD=${BUILD:-build}
JOBS=${JOBS:-2}
CHECK=$BUILD/check
HERE=${0%/*}
export BUILD
# What the calling make was told is not for the makes of the steps.
unset MAKEFLAGS MFLAGS MAKELEVEL

# shellcheck source=tests/check/programs.sh
. "$HERE/check/programs.sh"
# shellcheck source=tests/check/text.sh
. "$HERE/check/text.sh"

steps_table()
{
	cat <<'END_TABLE'
gcc		no warnings of gcc, for the host and with musl
clang		no warnings of clang, for the host and with musl
shell		every shell file is right for shellcheck, dash, busybox
cppcheck	no errors, warnings or portability remarks of cppcheck
sanitizers	unit and cli tests under the address and undefined sanitizers
lengths		functions, files and lines are no longer than agreed
calls		no call that cannot say how it went wrong
heads		each source and test says at its head what it is for
names		no name of a mirror, folder of this machine or unfinished work
space		no white space at the ends of lines and files
END_TABLE
}

run_step()
{
	local step="$1" log="$CHECK/$1.log" status=0

	"step_$step" >"$log" 2>&1 || status=$?
	if [ $status = 0 ]; then
		printf 'ok      %-12s%s\n' "$step" "$(tail -n 1 "$log" | grep -E \
			'^[0-9]+ (files|passed|tests)' || true)"
		return 0
	fi
	printf 'FOUND   %s\n' "$step"
	grep -vE '^(  [A-Z]+ +[^ ]|pass )' "$log" | tail -n 60 | sed 's/^/    /'
	return 1
}

main()
{
	local step bad=0

	mkdir -p "$CHECK"
	# shellcheck disable=SC2046 # a list of words
	[ $# -gt 0 ] || set -- $(steps_table | sed 's/[	 ].*//')
	for step; do
		steps_table | grep -q "^${step}[	 ]" || {
			echo "check.sh: $step: no such step; there are:" >&2
			steps_table >&2
			exit 2
		}
	done
	for step; do
		run_step "$step" || bad=1
	done
	exit $bad
}

main "$@"
