#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will show two runs of other sizes side by side: what was set stands
# above, a ratio behind each pair that counts, and many notes of one reason are
# one; csv keeps every reason.
# needs: none
# timeout: 30
set -eu
. tests/cli/data/runs.sh

fail() { echo "$*"; exit 1; }

has() { grep -qF -- "$1" out || { cat out; fail "no line has '$1'"; }; }

# held FILE GLOB: the results of this kind were held by memory, each otherwise.
held()
{
	awk -v glob="$2" '$0 ~ "\"type\":\"result\".*" glob {
		sub("\"verdict\":\"pass\",\"reason\":null", "\"verdict\":\"void\"," \
			"\"reason\":\"memory held it: only " ++n " of 9 bytes passed\"") } 1' "$1"
}

main()
{
	enter_folder
	put_old
	put_new
	sed 's/"repeat":1},/"size":50331648,"span":0,"pattern":"random","verify":true},/' \
		old/records.jsonl >small.jsonl
	grep -q '"size":50331648' small.jsonl || fail "no setting was made up"
	show 0 small.jsonl
	has "suite    smoke, size 48M, pattern random, verify, 72 tests: 72 pass"
	sed 's/"tests":72/"tests":1/' old/records.jsonl >one.jsonl
	show 0 one.jsonl
	has "smoke, 1 test: "

	show 0 --only='raid1/ext4/dd/write/*' small.jsonl new
	has "   size 48M, pattern random, verify"
	has "not the same size: figures of a row may be of different amounts"
	grep -q '^MB/s  *A  *B  *B/A$' out || { cat out; fail "no column B/A"; }
	grep -q '^  write direct-1M  .* 1\.13$' out || { cat out; fail "the ratio is not 1.13"; }
	[ "$(wc -L <out)" -le 80 ] || fail "wider than 80 columns"
	show 0 old new
	! grep -q "not the same" out || fail "the same size is not the same"

	# Void ones have no ratio; four or more of a kind have one note.
	held new/records.jsonl '"id":"raid1/ext4/dd/write/' >held.jsonl
	show 0 --only='raid1/ext4/dd/write/*' old held.jsonl
	grep -q '^  write direct-1M  .* void\[1\]  *-$' out || { cat out; fail "a void ratio"; }
	[ "$(grep -c '^\[' out)" = 1 ] || { cat out; fail "more notes than one"; }
	grep -q '^\[1\]  B [1-9][0-9]* tests: raid1/ext4/dd/write/' out || { cat out; fail "no count"; }
	show 0 --format=csv held.jsonl
	has "memory held it: only 4 of 9 bytes passed"
	# Three have each its own.
	held new/records.jsonl '"id":"raid1/ext4/dd/write/[adf]*sync-16K"' >held.jsonl
	show 0 --only='raid1/ext4/dd/write/*-16K' held.jsonl
	[ "$(grep -c '^\[[123]\]  raid1' out)" = 3 ] || { cat out; fail "not three notes"; }
	! grep -q 'tests: raid1' out || { cat out; fail "few notes are joined"; }
}

main "$@"
