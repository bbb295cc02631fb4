#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Run the tests: run.sh [FILTER…], all of them or those whose name (such as
# cli/unknown-option-exits-2) has a FILTER in it; a FILTER may be a pattern.
#
# A test is a file in tests/unit (C), tests/cli, tests/image, tests/boot or
# tests/full (shell). Those of tests/full take minutes: they run where FULL=yes,
# or a FILTER says full/. Its head comment says `needs: WORDS` (tests/lib/needs.sh) and
# `timeout: SECONDS`. Exit status 0 is a pass, 1 a failure, 77 a skip, for the
# reason in its last line; all else, running out of time and leaving a process
# behind is broken: counted as failed, and told apart. A skip for a need that
# is not met is a failure where CI=true, KVM excepted.
#
# Environment: BUILD, JOBS (2), TESTS_DIR (tests), FULL, CI.
set -eu

BUILD=${BUILD:-build}
JOBS=${JOBS:-2}
TESTS_DIR=${TESTS_DIR:-tests}
LOGS=$BUILD/tests/log
WORK=
WORKERS=
export BUILD
# Tests see one locale, and the folders of root's programs.
export LC_ALL=C
PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin

# shellcheck source=tests/lib/needs.sh
. "${0%/*}/lib/needs.sh"

die() { echo "run.sh: $*" >&2; exit 2; }

# Hundredths of a second since the boot.
read_clock()
{
	local up rest

	read -r up rest </proc/uptime
	echo "${up%.*}${up#*.}"
}

# The value of "KEY: value" in the comment that a test begins with.
read_head()
{
	sed -n -e '20q' -e "s|^[#/* 	]*$2:[ 	]*||p" "$1" | sed -e 's|[ 	]*\*/$||' -e q
}

test_file()
{
	case $1 in
	unit/*) echo "$TESTS_DIR/$1.c" ;;
	*) echo "$TESTS_DIR/$1.sh" ;;
	esac
}

is_wanted()
{
	local name="$1" filter

	shift
	[ $# -gt 0 ] || return 0
	for filter; do
		# A filter may be a pattern.
		# shellcheck disable=SC2254
		case $name in
		*$filter*) return 0 ;;
		esac
	done
	return 1
}

is_full_wanted()
{
	case "${FULL:-} $*" in
	yes\ *|*full/*) return 0 ;;
	esac
	return 1
}

# Names in the order of the run: cheap folders first; of the others, which run
# long, those with most time allowed begin.
list_tests()
{
	local folder folders="unit cli image boot" file name

	! is_full_wanted "$@" || folders="$folders full"
	for folder in $folders; do
		for file in "$TESTS_DIR/$folder"/*.c "$TESTS_DIR/$folder"/*.sh; do
			[ -f "$file" ] || continue
			name=${file#"$TESTS_DIR/"}
			name=${name%.*}
			[ "$(test_file "$name")" = "$file" ] || continue
			is_wanted "$name" "$@" || continue
			case $folder in
			image|boot|full) echo "$(read_head "$file" timeout) $name" ;;
			*) echo "0 $name" ;;
			esac
		done | sort -s -k1,1nr | sed 's/^[^ ]* //'
	done
}

# report NAME VERDICT DURATION TEXT: one line, and the log where it is wanted.
# Printed in one write, as tests run side by side.
report()
{
	local name="$1" verdict="$2" took="$3" text="$4" log="$LOGS/$1" flat

	flat=$(echo "$name" | tr / +)
	echo "$verdict" >"$WORK/verdict/$flat"
	{
		if [ "$took" ]; then
			printf '%-6s  %s  %d.%d s%s\n' "$verdict" "$name" \
				$((took / 100)) $((took % 100 / 10)) "${text:+  ($text)}"
		else
			printf '%-6s  %s%s\n' "$verdict" "$name" "${text:+  ($text)}"
		fi
		case $verdict in
		fail|broken)
			[ ! -s "$log" ] || tail -n 40 "$log" | sed 's/^/    /' ;;
		esac
	} >"$WORK/report.$flat"
	cat "$WORK/report.$flat"
}

# Living processes of a test: those of its session, and those that left the
# session but carry the test's mark in their environment.
list_processes()
{
	local session="$1" mark="$2"

	{
		cat /proc/[0-9]*/stat 2>/dev/null | sed 's/^\([0-9]*\) .*) /\1 /' |
			awk -v session="$session" '$5 == session && $2 != "Z" { print $1 }'
		grep -lszx "MDBENCH_TEST=$mark" /proc/[0-9]*/environ |
			sed 's|/proc/\([0-9]*\)/.*|\1|'
	} | sort -u
}

# A process that was told to end may take a moment; what lasts is named and
# killed. Returns 0 where something had to be killed.
end_processes()
{
	local session="$1" mark="$2" patience="$3" left pid

	left=$(list_processes "$session" "$mark")
	while [ "$left" ] && [ "$patience" -gt 0 ]; do
		sleep 0.1
		patience=$((patience - 1))
		left=$(list_processes "$session" "$mark")
	done
	[ "$left" ] || return 1
	for pid in $left; do
		echo "left behind: process $pid:" \
			"$(tr '\0' ' ' <"/proc/$pid/cmdline" 2>/dev/null || true)"
	done
	# A list of numbers; some may have ended by now.
	# shellcheck disable=SC2086
	kill -KILL $left 2>/dev/null || true
	return 0
}

# Why a test cannot run: "skip REASON" or "broken REASON"; nothing if it can.
find_obstacle()
{
	local file="$1" word needs timeout

	needs=$(read_head "$file" needs | tr ',' ' ')
	timeout=$(read_head "$file" timeout)
	case $timeout in
	''|*[!0-9]*) echo "broken no 'timeout: SECONDS' in its head"; return ;;
	esac
	[ "$needs" ] || { echo "broken no 'needs: WORDS' in its head"; return; }
	for word in $needs; do
		if [ -f "$WORK/needs/$word.unknown" ]; then
			echo "broken need '$word' is not known"
			return
		fi
		[ -s "$WORK/needs/$word" ] || continue
		if [ "${CI:-}" = true ] && [ "$word" != kvm ]; then
			echo "broken $(cat "$WORK/needs/$word")"
		else
			echo "skip $(cat "$WORK/needs/$word")"
		fi
		return
	done
}

# The exit status of a test, as a verdict and a text.
judge()
{
	local status="$1" limit="$2" log="$3"

	case $status in
	0) echo "pass" ;;
	1) echo "fail" ;;
	77) echo "skip $(tail -n 1 "$log" | sed 's/^skip[:ped]* *//')" ;;
	124|137) echo "broken not done within $limit s" ;;
	126|127) echo "broken cannot be run" ;;
	*) echo "broken exit status $status" ;;
	esac
}

run_test()
{
	local name="$1" file program limit obstacle log tmp begin verdict status=0 session

	log=$LOGS/$name
	file=$(test_file "$name")
	obstacle=$(find_obstacle "$file")
	if [ "$obstacle" ]; then
		report "$name" "${obstacle%% *}" "" "${obstacle#* }"
		return 0
	fi
	case $name in
	unit/*) program=$BUILD/tests/$name ;;
	*) program=$file ;;
	esac
	if ! [ -x "$program" ]; then
		report "$name" broken "" "$program cannot be run or is not built"
		return 0
	fi
	limit=$(read_head "$file" timeout)
	tmp=$(mktemp -d "$WORK/tmp/XXXXXX")
	mkdir -p "${log%/*}"
	begin=$(read_clock)
	# A session of its own, so that nothing of it can hide; signals that a
	# background job ignores are as they should be.
	env --default-signal -u XDG_RUNTIME_DIR TMPDIR="$tmp" MDBENCH_TEST="$tmp" \
		setsid timeout -k 5 "$limit" "$program" </dev/null >"$log" 2>&1 &
	session=$!
	echo "$session $tmp" >"$WORK/running/$session"
	wait "$session" || status=$?
	verdict=$(judge "$status" "$limit" "$log")
	if end_processes "$session" "$tmp" 20 >>"$log"; then
		case $verdict in
		broken*) ;;
		*) verdict="broken left a process behind" ;;
		esac
	fi
	rm -f "$WORK/running/$session"
	chmod -R u+rwX "$tmp" 2>/dev/null || true
	rm -rf --one-file-system "$tmp" || verdict="broken its files cannot be removed"
	report "$name" "${verdict%% *}" $(($(read_clock) - begin)) \
		"$(echo "$verdict" | sed 's/^[^ ]* *//')"
}

# Each worker goes through the whole list and takes what no other has taken.
work()
{
	local name

	while read -r name; do
		mkdir "$WORK/taken/$(echo "$name" | tr / +)" 2>/dev/null || continue
		run_test "$name"
	done <"$1"
}

needs_alone()
{
	case " $(read_head "$(test_file "$1")" needs | tr ',' ' ') " in
	*" alone "*) return 0 ;;
	esac
	return 1
}

# The appliance's mdadm, a static program, serves where the machine has none.
lend_mdadm()
{
	local own

	own=$(readlink -f "$BUILD/initramfs/bin/mdadm" || true)
	! command -v mdadm >/dev/null 2>&1 && [ -x "$own" ] || return 0
	mkdir "$WORK/bin"
	ln -s "$own" "$WORK/bin/mdadm"
	PATH=$WORK/bin:$PATH
}

# Each need is looked at once, before the first test.
check_needs()
{
	local name word

	while read -r name; do
		read_head "$(test_file "$name")" needs
	done <"$WORK/tests" | tr -s ', ' '\n' | sort -u >"$WORK/words"
	while read -r word; do
		case $word in
		''|*/*) continue ;;
		esac
		need_reason "$word" </dev/null >"$WORK/needs/$word" ||
			: >"$WORK/needs/$word.unknown"
	done <"$WORK/words"
}

clean_up()
{
	local pid tmp file

	trap '' INT TERM HUP
	# Workers first, or they would begin the next test.
	# shellcheck disable=SC2086 # a list of numbers
	[ -z "$WORKERS" ] || kill $WORKERS 2>/dev/null || true
	for file in "$WORK/running"/*; do
		[ -f "$file" ] || continue
		read -r pid tmp <"$file"
		kill -TERM "-$pid" 2>/dev/null || true
		end_processes "$pid" "$tmp" 50 >/dev/null || true
	done
	rm -rf --one-file-system "$WORK"
}

count()
{
	cat "$WORK/verdict"/* 2>/dev/null | grep -cxE "$1" || true
}

main()
{
	local i name passed failed skipped

	WORK=$(mktemp -d "${TMPDIR:-/tmp}/mdbench-test.XXXXXX")
	trap clean_up EXIT
	trap 'exit 130' INT
	trap 'exit 143' TERM HUP
	mkdir -p "$WORK/taken" "$WORK/running" "$WORK/verdict" "$WORK/needs" "$WORK/tmp"
	case $JOBS in
	''|0|*[!0-9]*) die "JOBS=$JOBS: not a number from 1" ;;
	esac
	list_tests "$@" >"$WORK/tests"
	[ -s "$WORK/tests" ] || die "no test matches: $*"
	mkdir -p "$LOGS"
	rm -f "$BUILD/tests/summary"
	while read -r name; do
		rm -f "$LOGS/$name"
		if needs_alone "$name"; then
			echo "$name" >>"$WORK/alone"
		else
			echo "$name" >>"$WORK/shared"
		fi
	done <"$WORK/tests"
	lend_mdadm
	check_needs

	i=0
	while [ -f "$WORK/shared" ] && [ $i -lt "$JOBS" ]; do
		work "$WORK/shared" &
		WORKERS="$WORKERS $!"
		i=$((i + 1))
	done
	# shellcheck disable=SC2086 # a list of numbers
	[ -z "$WORKERS" ] || wait $WORKERS || true
	WORKERS=
	[ ! -f "$WORK/alone" ] || work "$WORK/alone"
	while read -r name; do
		[ -f "$WORK/verdict/$(echo "$name" | tr / +)" ] ||
			report "$name" broken "" "the runner lost it"
	done <"$WORK/tests"

	[ $# -gt 0 ] || is_full_wanted ||
		echo "left out: $(find "$TESTS_DIR/full" -name '*.sh' 2>/dev/null | wc -l) tests of full/," \
			"which take minutes each: make test-full"
	passed=$(count pass)
	skipped=$(count skip)
	failed=$(count 'fail|broken')
	echo "$passed passed, $failed failed, $skipped skipped" | tee "$BUILD/tests/summary"
	[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
}

main "$@"
