#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will print a run as a table and compare it to the byte.
# needs: none
# timeout: 30
set -eu
. tests/cli/data/runs.sh

main()
{
	enter_folder
	put_old
	show 0 old
	same_as one-run.txt
	says_nothing
	# The file does as well as its folder, and colour is never asked for.
	TERM=xterm-256color show 0 old/records.jsonl
	same_as one-run.txt
}

main "$@"
