#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will run a passing and a failing test and want the run to fail, with
# the output of the failing one shown and that of the passing one not.
# needs: none
# timeout: 30
set -eu
. tests/lib/made-up.sh

echo 'echo quiet words' | make_test cli/passes none 10
run_made_up cli/
expect 0 '1 passed, 0 failed, 0 skipped'

echo 'echo telling words; exit 1' | make_test cli/fails none 10
run_made_up cli/
expect 1 '1 passed, 1 failed, 0 skipped'
expect_line '^pass    cli/passes  [0-9.]* s$'
expect_line '^fail    cli/fails  [0-9.]* s$'
expect_line 'telling words'
expect_no_line 'quiet words'

# A filter leaves the failing one out.
run_made_up passes
expect 0 '1 passed, 0 failed, 0 skipped'
