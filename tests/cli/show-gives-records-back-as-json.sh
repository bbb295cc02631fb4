#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will print JSON and find in it every record as it was written, the
# gaps, and only the results that were asked for.
# needs: none
# timeout: 30
set -eu
. tests/cli/data/runs.sh

# The records in the output stand one a line, as they do in the file.
take_records() { grep '^{"schema":1,"type"' out | sed 's/,$//'; }

main()
{
	enter_folder
	put_old
	show 0 --format=json old
	take_records | cmp - old/records.jsonl
	grep -qF '"path":"old","run":"20260301-101500-6.1","whole":true,"missing":[]' out ||
		{ echo "the run's head is wrong"; exit 1; }
	sed '7,9d; 12d' old/records.jsonl >gap.jsonl
	show 1 --format=json gap.jsonl
	take_records | cmp - gap.jsonl
	grep -qF '"whole":false,"missing":[[7,9],[12,12]]' out || { echo "gaps"; exit 1; }
	show 0 --format=json --only='raid1/raw/dd/read/direct-1M' old
	[ "$(take_records | grep -c '"type":"\(step\|result\)"')" = 2 ] ||
		{ echo "not only what was asked for"; exit 1; }
}

main "$@"
