#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will show posted figures: beside those of a run, below a tool's own
# form, and alone; from any folder, and by name only if there is such a post.
# needs: none
# timeout: 60
set -eu
. tests/cli/data/runs.sh

fail() { echo "$*"; exit 1; }

has() { grep -qF -- "$1" out || { cat out; fail "no line has '$1'"; }; }

main()
{
	enter_folder
	put_families good 0
	put_old
	show 0 --published good
	same_as beside.txt
	show 0 good good --published=2008-03-26-raid1
	same_as beside-two.txt
	show 0 --published --only='*/raw/*' old
	has "no published figure is of a test that is shown here"

	# Of two tests that a posted row names, the first that was run stands there.
	sed -e '/dd\/write\/async-1M"/s/raid1/raid0/' good/records.jsonl >single.jsonl
	sed -e 's/async-1M-x2/async-1M-x1/' single.jsonl >several.jsonl
	show 0 --published=2007-10-29-parallel-dd --only='raid0/ext4/dd/write/*1M*' single.jsonl
	has "  write async-1M                80.1      28.0      50.0      96.0"
	show 0 --published=2007-10-29-parallel-dd --only='raid0/ext4/dd/write/*1M*' several.jsonl
	grep -q "^  write async-1M-x1 .* 28\.0      50\.0      96\.0$" out || { cat out; fail "no x1"; }
	! grep -q "^  write async-1M  .* 96\.0$" out || { cat out; fail "both are there"; }

	# By default below the forms of tools, and only what belongs to the run.
	show 0 --format=tiobench-old --only='raid0/*' good
	has "   .     800    4096    8  6.064 11.5% 0.889 1.82% 33.12 70.9% 2.241 4.59%"
	show 0 --format=bonnie good
	has "Unknown,800,6744,99,36330,50,17736,50,7194,98,64927,85,22.9,0,30,124,"
	show 0 --format=dd good
	has "1073741824 bytes (1,1 GB) copied, 15,5176 s, 69,2 MB/s"
	show 0 --format=dd --published=none good
	! grep -q 15,5176 out || fail "none is not none"
	show 0 --format=dd --only='single/*' good
	! grep -q 15,5176 out || fail "RAID1's figures are shown without RAID1"
	show 0 --format=bonnie-csv good
	! grep -q ^Unknown out || fail "posted lines in a CSV of ours"

	# Alone, all of them or one.
	cd /
	"$MDLAB" show --published >"$OLDPWD/out"
	cd "$OLDPWD"
	same_as published.txt
	show 0 --published=2007-04-28-stripes
	has "8 disks, blocks of 64k    664        12    552         12"
	show 2 --published=2001
	says "published: no such post: take one of 2000-raid0, 2007-04-28-stripes, 2007-10-29-parallel-dd, 2008-03-26-raid1"
	show 2 --published=2000-raid0 --format=csv
}

main "$@"
