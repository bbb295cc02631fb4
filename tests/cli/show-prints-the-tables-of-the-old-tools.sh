#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will print a run in the forms of bonnie++, tiobench and dd, with
# streams, blanks where a phase did not pass, and what old versions would have
# printed of the same, and compare all to the byte.
# needs: none
# timeout: 60
set -eu
. tests/cli/data/runs.sh

main()
{
	local form fields

	enter_folder
	put_families good 0
	put_families bad 1
	for form in bonnie bonnie-csv tiobench tiobench-old; do
		show 0 --format="$form" --published=none good
		same_as "good-$form.txt"
		show 0 --format="$form" --published=none --only='raid0/*' bad
		same_as "bad-$form.txt"
	done
	show 0 --format=dd --published=none --only='*-x2' good
	same_as streams-dd.txt
	show 0 --as-published --only='raid0/*' good
	same_as as-published.txt
	# The example of the running averages: 57.14 and 50 MiB/s make 53.33.
	show 0 --format=tiobench-old --published=none --as-published --only='raid0/*' good
	grep -q '^ raid0   800    4096    2  53.33 58.1% ' out || { echo "no averages"; exit 1; }

	show 0 --format=bonnie-csv bad
	fields=$(awk -F, '{ print NF }' out | sort -n | uniq | tr '\n' ' ')
	[ "$fields" = "27 50 " ] || { echo "fields: $fields"; exit 1; }
	put_old
	show 0 --format=bonnie-csv old
	[ ! -s out ] || { echo "csv of nothing"; exit 1; }
	show 0 --format=tiobench old
	[ "$(cat out)" = "# no test of tio is here" ] || { cat out; exit 1; }
}

main "$@"
