#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will run tests that cannot judge, by an odd exit status, a signal, a
# missing head or a need that nobody knows, and want each counted as failed and
# called broken.
# needs: none
# timeout: 30
set -eu
. tests/lib/made-up.sh

echo 'exit 3' | make_test cli/odd-status none 10
# The test is to see its own process id.
# shellcheck disable=SC2016
echo 'kill -SEGV $$' | make_test cli/signal none 10
echo 'exit 0' | make_test cli/unknown-need no-such-thing 10
echo 'exit 0' | make_test cli/no-timeout none soon
echo 'exit 0' | make_test cli/not-executable none 10
chmod -x "$TMPDIR/tests/cli/not-executable.sh"
echo 'exit 0' | make_test cli/passes none 10
run_made_up cli/
expect 1 '1 passed, 5 failed, 0 skipped'
for name in odd-status signal unknown-need no-timeout not-executable; do
	expect_line "^broken  cli/$name "
done
