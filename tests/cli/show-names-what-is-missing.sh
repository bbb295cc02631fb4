#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will show runs with gaps, without end and with lines that are no
# records: what is there is shown, what is not is named, the status is 1.
# needs: none
# timeout: 30
set -eu
. tests/cli/data/runs.sh

main()
{
	enter_folder
	put_old
	sed '7,9d; 12d' old/records.jsonl >gap.jsonl
	show 1 gap.jsonl
	says "gap.jsonl: records 7-9, 12 are missing"
	grep -q '^  write dsync-16K ' out || { echo "the rest is not shown"; exit 1; }

	sed '12d' old/records.jsonl >one.jsonl
	show 1 one.jsonl
	says "one.jsonl: record 12 is missing"

	awk 'NR % 2 || NR > 40' old/records.jsonl >many.jsonl
	show 1 many.jsonl
	says "many.jsonl: records 2, 4, 6, 8, 10, 12, 14, 16, ... are missing"

	{ head -n 48 old/records.jsonl; sed -n 49p old/records.jsonl | head -c 200; } >cut.jsonl
	show 1 cut.jsonl
	says "cut.jsonl: line 49 is cut off"
	says "cut.jsonl: no end record: the run did not finish"
	grep -q '^end      no end record: the run did not finish' out ||
		{ echo "the table does not say that it is a part"; exit 1; }
	same_as cut-run.txt

	{ head -n 20 old/records.jsonl; echo hello; sed '1,20d' old/records.jsonl; } >odd.jsonl
	show 1 odd.jsonl
	says "odd.jsonl: line 21 is no record: not JSON"

	show 1 --only='raid1/*' gap.jsonl old
	says "gap.jsonl: records 7-9, 12 are missing"
}

main "$@"
