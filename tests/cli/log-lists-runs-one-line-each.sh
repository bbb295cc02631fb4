#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will list made-up runs in every form: oldest first, in 80 columns of
# plain text whatever the records say, shortened names that still select, and
# what could not be read said.
# needs: jq
# timeout: 60
set -eu
. tests/cli/data/runs.sh
. tests/lib/made-up.sh

log()
{
	local want="$1" status=0

	shift
	"$MDLAB" log "$@" >out 2>err || status=$?
	if [ "$status" != "$want" ]; then
		echo "log $*: exit status $status, not $want"
		cat out err
		exit 1
	fi
}

# The output is standard input, to the byte.
prints()
{
	cat >wanted
	diff -u wanted out || { echo "this is not what was wanted"; exit 1; }
}

complains()
{
	grep -qxF "mdlab: log: $1" err || { echo "not said: $1; but:"; cat err; exit 1; }
}

make_all()
{
	make_runs runs runs=2 seed=1
	make_runs runs kernel=6.12.9+deb13-cloud-amd64 suite=standard accel=kvm seed=2 \
		day=20261201 "bad=raid1/raw/dd/read/direct-1M:void"
	make_plan runs/matrix-a 1 smoke k1 debian:bookworm 6.1.0-57-cloud-amd64 \
		k2 ./linux 7.3.0-rc2
	make_runs runs/matrix-a key=k1 seed=3 day=20261202
	make_runs runs/matrix-a key=k2 seed=4 day=20261202 begin=40000 end=panic env=no
	make_runs runs kernel=5.10.0 seed=5 day=20261203 end=cut
	rm runs/*-5.10.0-*/verdict
}

check_table()
{
	log 0
	prints <<'END'
run                kernel                   suite    accel verdict    date
20261130T*d64-03e9 6.1.0-57-cloud-amd64     smoke    tcg   pass 4/4   2026-11-30
20261130T*d64-03ea 6.1.0-57-cloud-amd64     smoke    tcg   pass 4/4   2026-11-30
20261201T*d64-07d1 6.12.9+deb13-cloud-amd64 standard kvm   fail 3/4   2026-12-01
matrix-a/r1-k1     6.1.0-57-cloud-amd64     smoke    tcg   pass 4/4   2026-12-02
matrix-a/r1-k2     7.3.0-rc2                smoke    -     panic      2026-12-02
20261203T*0.0-1389 5.10.0                   smoke    tcg   incomplete 2026-12-03
END
	# What is shortened is still a selection.
	log 0 '20261130T*d64-03ea' 'matrix-?'
	prints <<'END'
run                         kernel               suite accel verdict  date
20261130T100200Z-s*d64-03ea 6.1.0-57-cloud-amd64 smoke tcg   pass 4/4 2026-11-30
matrix-a/r1-k1              6.1.0-57-cloud-amd64 smoke tcg   pass 4/4 2026-12-02
matrix-a/r1-k2              7.3.0-rc2            smoke -     panic    2026-12-02
END
	log 0 kernel=7.3*
	[ "$(sed 1d out | cut -c 1-14)" = matrix-a/r1-k2 ] || { cat out; exit 1; }
	log 0 --format=csv since=2026-12-01,verdict=fail
	[ "$(sed 1d out | cut -d , -f 4-6,8)" = \
		'"20261201T100100Z-standard-6.12.9+deb13-cloud-amd64-07d1","2026-12-01","6.12.9+deb13-cloud-amd64",' ] ||
		{ cat out; exit 1; }
	log 0 --format=json matrix-a/r1-k2
	jq -e '.key == "k2" and .round == 1 and .spec == "./linux" and .verdict == "panic" and
		.whole == false and .accel == null and .tests == 4' out >/dev/null ||
		{ cat out; exit 1; }
}

check_complaints()
{
	log 2 kernel=9*
	complains "kernel=9*: no run in $MDBENCH_RUNS has it; mdlab log lists them"
	log 2 nosuch
	complains "nosuch: no such path, and no run in $MDBENCH_RUNS has this name; mdlab log lists them"
	log 2 --format=xml
	log 2 --nosuch
	mkdir runs/bad empty
	log 2 empty
	complains "empty: no run is in it"
	: >runs/bad/records.jsonl
	log 2 runs/bad
	complains "runs/bad: no record is in it"
	log 1
	complains "1 run could not be read; mdlab show says why"
	[ "$(wc -l <out)" = 7 ] || { cat out; exit 1; }
	rm -r runs/bad
	# A folder without runs is not the store, and files that lie about are no runs.
	for word in . ./ ./empty; do
		(cd empty && mkdir -p empty && log 2 "$word") || exit 1
	done
	mkdir mixed
	cp -r runs/*-03e9 mixed/one
	echo text >mixed/notes
	log 0 'mixed/*'
	[ "$(wc -l <out)" = 2 ] || { cat out; exit 1; }
	rm -r mixed
	log 0 --help
	grep -q '^usage: mdlab log ' out || { echo "no help"; exit 1; }
}

check_hostile()
{
	mkdir -p hostile/h
	sed -e 's/"suite":"smoke"/"suite":"\\u001b[2J,\\"a\\nb"/' \
		-e 's/"kernel_release":"[^"]*"/"kernel_release":"=6\\u009b\\u00e9 %s"/' \
		runs/*-03e9/records.jsonl >hostile/h/records.jsonl
	printf '\033[2J 1\n' >hostile/h/verdict
	for form in table csv json; do
		log 0 --format="$form" hostile
		if LC_ALL=C grep -n '[^ -~]' out; then
			echo "not plain text: $form"
			exit 1
		fi
		[ "$(wc -l <out)" = "$([ $form = json ] && echo 1 || echo 2)" ] || {
			echo "$form: more than a line"
			exit 1
		}
	done
	# The last form, that of programs, has the text itself.
	jq -e '.suite == "\u001b[2J,\"a\nb" and .verdict == "pass"' out >/dev/null
	# The name of a folder is bytes of any kind.
	mv hostile/h "hostile/$(printf -- '--\377 \n\177\303\251')"
	for form in table csv json; do
		log 0 --format="$form" hostile
		! LC_ALL=C grep -n '[^ -~]' out || { echo "not plain text: $form"; exit 1; }
	done
	jq -e '.path == "hostile/--\\xff \\x0a\\x7f\\xc3\\xa9" and .cpus == "2"' out >/dev/null ||
		{ cat out; exit 1; }
}

main()
{
	enter_folder
	MDBENCH_RUNS=$PWD/runs
	export MDBENCH_RUNS
	log 0
	prints <<END
no run is in $MDBENCH_RUNS yet; make run makes one
END
	make_all
	check_table
	check_complaints
	check_hostile
}

main "$@"
