#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will print five runs side by side, which is more than fit in 80
# columns, and compare the tables to the byte.
# needs: none
# timeout: 30
set -eu
. tests/cli/data/runs.sh

main()
{
	enter_folder
	put_old
	put_new
	put_troubled
	# A run that has but a few of the tests leaves a dash.
	mkdir part
	grep -v '"id":"raid1/.*"type\|"type":"\(step\|result\)".*"id":"raid1/' \
		old/records.jsonl >part/records.jsonl
	show 1 --only='*/raw/*-1M' old new troubled part old
	same_as five-runs.txt
}

main "$@"
