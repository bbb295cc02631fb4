#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will run tests that are all skipped and want no pass of it, with
# each reason shown; and no test at all, which is no pass either.
# needs: none
# timeout: 30
set -eu
. tests/lib/made-up.sh

echo 'echo "the moon is not full"; exit 77' | make_test cli/waits none 10
run_made_up cli/
expect 1 '0 passed, 0 failed, 1 skipped'
expect_line '^skip    cli/waits .*(the moon is not full)$'

run_made_up no-such-test
[ "$STATUS" = 2 ] || { echo "no test matched, and exit status $STATUS"; exit 1; }
