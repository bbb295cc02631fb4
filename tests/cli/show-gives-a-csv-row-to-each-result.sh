#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will print comma-separated values: a header, a row a result, each
# with the same number of fields, lines ended with CR LF, null left empty.
# needs: none
# timeout: 30
set -eu
. tests/cli/data/runs.sh

main()
{
	enter_folder
	put_old
	put_troubled
	show 0 --format csv --only='raid0/*/dd/*/*-1M' old troubled
	tr -d '\r' <out >lines
	same_as results.csv lines
	show 0 --format csv old troubled
	[ "$(wc -l <out)" = $((1 + 72 + 3 * 72)) ] || { echo "rows: $(wc -l <out)"; exit 1; }
	# Quoted fields hold commas: they are taken out before counting.
	sed 's/"[^"]*"//g; s/\r$//' out | awk -F, '
		!n { n = NF }
		NF != n { print "line " NR " has " NF " fields, not " n; exit 1 }'
	[ "$(grep -c "$(printf '\r')\$" out)" = "$(wc -l <out)" ] ||
		{ echo "a line does not end with CR LF"; exit 1; }
}

main "$@"
