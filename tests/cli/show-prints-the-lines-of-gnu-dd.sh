#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will print results as GNU dd's three lines under their ids, and no
# lines where nothing was measured.
# needs: none
# timeout: 30
set -eu
. tests/cli/data/runs.sh

main()
{
	enter_folder
	put_old
	put_troubled
	show 0 --format=dd --only='raid?/raw/dd/*/*-1M' old troubled
	same_as dd-lines.txt
	says_nothing

	# A run without dd says so.
	sed '/"type":"result"/s,/dd/,/tio/,g' old/records.jsonl >none.jsonl
	show 0 --format=dd --published=none none.jsonl
	[ "$(cat out)" = "# no test of dd is here" ] || { cat out; exit 1; }
}

main "$@"
