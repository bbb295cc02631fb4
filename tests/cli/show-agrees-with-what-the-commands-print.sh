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

main()
{
	local mdbench version

	enter_folder
	mdbench=${MDLAB%/*}/mdbench
	mkdir files
	for version in 1.03 2.00; do
		"$mdbench" bonnie path=files size=8M files=1024 seeks=500 version=$version \
			name=local/file output=$version.jsonl >printed 2>said || fail "$(cat said)"
		show 1 --format=bonnie --published=none $version.jsonl
		take_tables >tables
		show 1 --format=bonnie-csv $version.jsonl
		sed 's,local/file@unknown,local/file,' out >>tables
		diff -u printed tables || fail "bonnie $version is not the same"
	done
	"$mdbench" tio path=files size=8M count=400 threads=1,4 name=unknown \
		output=tio.jsonl >printed 2>said || fail "$(cat said)"
	show 1 --format=tiobench-old --published=none tio.jsonl
	take_tables | sed 's/^ *[^ ]* *8 /. 8 /' >tables
	echo >>tables
	show 1 --format=tiobench --published=none tio.jsonl
	take_tables >>tables
	sed 's/^ *[^ u]* *8 /. 8 /' printed | diff -u - tables || fail "tio is not the same"
	[ -z "$(ls files)" ] || fail "files are left"
}

main "$@"
