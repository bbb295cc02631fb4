#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will name runs to show by glob, trait, folder and latest, among
# them those of a kernel that never came up and more than there are columns.
# needs: none
# timeout: 60
set -eu
. tests/cli/data/runs.sh
. tests/lib/made-up.sh

# The ids of the columns, in their order, are these.
shows()
{
	sed -n 's/^[A-Z]  \([^:, ]*\).*/\1/p; s/^run  *//p' out >ids
	[ "$(cat ids)" = "$1" ] || { echo "shown is:"; cat ids; echo "not: $1"; exit 1; }
}

main()
{
	enter_folder
	MDBENCH_RUNS=$PWD/runs
	export MDBENCH_RUNS
	make_runs runs kernel=6.1 runs=2 seed=1
	make_runs runs kernel=6.12 seed=2 day=20261201
	make_plan runs/mine 1 smoke k1 debian:bookworm 6.1 k2 ./linux 7.3
	make_runs runs/mine key=k1 kernel=6.1 seed=3 day=20261202
	put_old

	show 0 latest
	shows 20261202T100100Z-smoke-6.1-0bb9
	show 0 kernel=6.1
	shows "20261130T100100Z-smoke-6.1-03e9
20261130T100200Z-smoke-6.1-03ea
20261202T100100Z-smoke-6.1-0bb9"
	show 0 '20261130*3ea' old 'kernel=6.12'
	shows "20261130T100200Z-smoke-6.1-03ea
20260301-101500-6.1
20261201T100100Z-smoke-6.12-07d1"
	show 0 mine
	shows 20261202T100100Z-smoke-6.1-0bb9
	# A path is shown as often as it is named, a selected run once.
	show 0 old old 'kernel=6.12' '2026*7d1'
	shows "20260301-101500-6.1
20260301-101500-6.1
20261201T100100Z-smoke-6.12-07d1"
	show 2 'kernel=9*'
	says "kernel=9*: no run in $MDBENCH_RUNS has it; mdlab log lists them"
	show 2 'kernel=6.1' missing
	says "missing: No such file or directory"
	[ ! -s out ] || { echo "printed something"; exit 1; }

	# One that broke before its first record leaves the others.
	mkdir runs/mine/r1-k2
	: >runs/mine/r1-k2/records.jsonl
	echo 'panic 4' >runs/mine/r1-k2/verdict
	show 1 mine
	says "$MDBENCH_RUNS/mine/r1-k2: no record is in it"
	shows 20261202T100100Z-smoke-6.1-0bb9
	show 2 kernel=7.3

	make_runs many runs=26 seed=5
	show 0 many
	[ "$(grep -c '^[A-Z]  2026' out)" = 26 ] || { cat out; exit 1; }
	show 2 many old
	says "27 runs are selected, more than 26 columns: name fewer"
}

main "$@"
