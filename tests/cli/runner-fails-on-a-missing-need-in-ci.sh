#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will run a test whose need is not met, and want a skip with its
# reason on a person's machine and a failure under CI=true.
# needs: none
# timeout: 30
set -eu
. tests/lib/made-up.sh

echo 'exit 0' | make_test cli/passes none 10
echo 'exit 0' | make_test cli/needs-the-reference kernel-reference 10
export CI=
# Its build folder is new, so that no kernel was built there.
run_made_up cli/
expect 0 '1 passed, 0 failed, 1 skipped'
expect_line '^skip    cli/needs-the-reference  (no reference kernel: make kernel)$'
CI=true
run_made_up cli/
expect 1 '1 passed, 1 failed, 0 skipped'
expect_line '^broken  cli/needs-the-reference '
