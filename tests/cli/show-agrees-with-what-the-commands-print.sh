#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will run mdbench bonnie and tio on small files and have show print
# the same tables from the records: they must not differ but for the names.
# needs: none
# timeout: 180
set -eu
. tests/cli/data/runs.sh

fail() { echo "$*"; exit 1; }

# Notes are ours alone.
take_tables() { grep -v '^#\|^  [a-z]' out; }

# expect_note PHASE: what memory held is named above the table, where it is known
# what passed the disk; the table is in printed.
expect_note()
{
	grep -v '^#' all >printed || true
	grep -q "mdbench: [a-z]*: $1: cached: memory held it" said || return 0
	head -n 1 all | grep -q "^# cached, memory held it: .*$1" || fail "not said: $1"
}

main()
{
	local mdbench version

	enter_folder
	mdbench=${MDLAB%/*}/mdbench
	mkdir files
	for version in 1.03 2.00; do
		"$mdbench" bonnie path=files size=8M files=1024 seeks=500 version=$version \
			name=local/file output=$version.jsonl >all 2>said || fail "$(cat said)"
		expect_note "read $version"
		show 1 --format=bonnie --published=none $version.jsonl
		take_tables >tables
		show 1 --format=bonnie-csv $version.jsonl
		sed 's,local/file@unknown,local/file,' out >>tables
		diff -u printed tables || fail "bonnie $version is not the same"
	done
	"$mdbench" tio path=files size=8M count=400 threads=1,4 name=unknown \
		output=tio.jsonl >all 2>said || fail "$(cat said)"
	expect_note "seq-read t1"
	show 1 --format=tiobench-old --published=none tio.jsonl
	take_tables | sed 's/^ *[^ ]* *8 /. 8 /' >tables
	echo >>tables
	show 1 --format=tiobench --published=none tio.jsonl
	take_tables >>tables
	sed 's/^ *[^ u]* *8 /. 8 /' printed | diff -u - tables || fail "tio is not the same"
	[ -z "$(ls files)" ] || fail "files are left"
}

main "$@"
