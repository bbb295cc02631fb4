#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will show records whose texts are long, strange and meant to hurt a
# terminal: tables stay within 80 columns of plain ASCII, and no form lets a
# control character through.
# needs: none
# timeout: 240
set -eu
. tests/cli/data/runs.sh

NUMBERS='\(_ns\|_pct\|bytes\|_per_s\|ops\|count\|cpus\|_in\|_out\|streams\|wall_ns\|over_2s\|tests\|repeat\)":[0-9]\{1,\}'

# A record's text is replaced: sed words are taken from the arguments.
spoil()
{
	mkdir -p spoilt families
	sed "$@" troubled/records.jsonl >spoilt/records.jsonl
	sed "$@" made/records.jsonl >families/records.jsonl
}

check_plain()
{
	if LC_ALL=C tr -d '\r' <out | LC_ALL=C grep -n '[^ -~]'; then
		echo "not plain text: $*"
		exit 1
	fi
}

check_width()
{
	if grep -n '.\{81,\}' out; then
		echo "wider than 80 columns: $*"
		exit 1
	fi
}

check_all()
{
	local form

	for form in table dd csv json bonnie bonnie-csv tiobench tiobench-old; do
		show 0 --format="$form" spoilt
		check_plain "$form"
		show 0 --format="$form" --as-published families spoilt families
		check_plain "$form"
	done
	show 0 spoilt
	check_width "$@"
	show 0 spoilt spoilt spoilt
	check_width "$@"
	show 0 --as-published --published families
	check_width "$@"
	check_plain "$@"
	show 0 --as-published --published families spoilt families
	check_width "$@"
	check_plain "$@"
}

main()
{
	local long

	enter_folder
	put_run troubled 20260301-103000-5.10 5.10.0-34-cloud-amd64 9 1 1
	put_families made 1
	long=$(printf 'x%.0s' $(seq 1 3000))
	spoil ''
	check_all "as it is"
	spoil "s/\"QEMU [^\"]*\"/\"$long\"/; s/resync ran/$long/; s/20260301-103000-5.10/$long/"
	check_all "long texts"
	spoil "s,raid1/raw/dd/write,raid1/raw/dd/\\\\u001b[2J$long,; s,raid0/raw/dd/,$long/,"
	check_all "long ids"
	spoil 's|raid1/raw/dd/write|\\n\\u009b////|; s|"id":"raid0/raw[^"]*","repeat|"id":"","repeat|'
	check_all "strange ids"
	spoil "s/$NUMBERS/\\1\":9223372036854775807/g"
	check_all "giant numbers"
	spoil "s/$NUMBERS/\\1\":-5/g"
	check_all "negative numbers"
	if grep -q -- '-[0-9.]*[0-9]ns\|inf\|nan' out; then
		echo "a figure that cannot be"
		exit 1
	fi
	spoil "s/$NUMBERS/\\1\":{\"a\":[]}/g"
	check_all "objects for numbers"
	spoil 's/"streams":\[{/"streams":[7,null,[{"a":1}],{/; s/"counts":"ops"/"counts":["ops"]/'
	check_all "streams and counts that are none"
	spoil 's/"wall_ns":[0-9]*/"wall_ns":0/g; s/"span_ns":[0-9]*/"span_ns":0/'
	check_all "no time"
	spoil 's/"ops":[0-9][0-9]*/"ops":0/g; s/"bytes":[0-9][0-9]*/"bytes":0/g; s/"count":[0-9][0-9]*/"count":0/g'
	check_all "nothing moved"
	spoil 's/"\(wall_ns\|old_cpu_ns\|latency\|together_ns\|block_bytes\)":/"x\1":/g'
	check_all "keys that are missing"
	spoil "s/,t[1-8]\"/,t$long\"/; s,tio/seq-read/t4,tio/seq-read/t4294967297,;
		s,bonnie/seeks/1.03,bonnie/seeks/,; s,6.1.0-49,6\\\\u001b\,$long,"
	check_all "ids that are almost ours"
}

main "$@"
