#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will run a test that hangs and ignores TERM and one that leaves a
# process in a session of its own, and want both broken and no process left.
# needs: none
# timeout: 60
set -eu
. tests/lib/made-up.sh

# The commands are for the tests made up.
# shellcheck disable=SC2016
echo 'trap "" TERM; echo $$ >'"$TMPDIR"'/hangs; while :; do sleep 1000; done' |
	make_test cli/hangs none 1
# shellcheck disable=SC2016
echo 'setsid sh -c "echo \$\$ >'"$TMPDIR"'/stays; exec sleep 1000" & \
	while ! [ -s '"$TMPDIR"'/stays ]; do :; done' |
	make_test cli/leaves-a-process none 10
run_made_up cli/
expect 1 '0 passed, 2 failed, 0 skipped'
expect_line '^broken  cli/hangs .*(not done within 1 s)$'
expect_line '^broken  cli/leaves-a-process .*(left a process behind)$'
for file in hangs stays; do
	read -r pid <"$TMPDIR/$file"
	if [ -d "/proc/$pid" ] && ! grep -q '^State:	Z' "/proc/$pid/status"; then
		echo "process $pid of $file still runs"
		exit 1
	fi
done
