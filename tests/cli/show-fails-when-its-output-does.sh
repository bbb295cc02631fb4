#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will have show write to a full device: status 1 and a word about it.
# needs: none
# timeout: 30
set -eu
. tests/cli/data/runs.sh

main()
{
	local form status

	enter_folder
	[ -c /dev/full ] || { echo "no /dev/full"; exit 77; }
	put_families old 0
	for form in table dd csv json bonnie bonnie-csv tiobench tiobench-old; do
		status=0
		"$MDLAB" show --format="$form" old >/dev/full 2>err || status=$?
		[ "$status" = 1 ] || { echo "$form: exit status $status, not 1"; exit 1; }
		says "standard output: No space left on device"
	done
}

main "$@"
