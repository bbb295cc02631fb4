#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will print a run with void, failed, broken, unsupported and cached
# results and three repeats: the words stand in the table, the reasons below
# it, and no ratio is made of such a figure.
# needs: none
# timeout: 30
set -eu
. tests/cli/data/runs.sh

main()
{
	enter_folder
	put_troubled
	show 0 troubled
	same_as troubled-run.txt
	says_nothing
	# A lone void figure is shown, but not compared.
	show 0 --only='*/raw/dd/write/*-1M' troubled
	if grep 'void\|fail\| c$' out | grep -q ' 0\.873 '; then
		echo "a ratio was made of a figure that does not count"
		exit 1
	fi
}

main "$@"
