#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will run the whole smoke suite on the reference kernel in 64 MiB of memory.
# needs: qemu kernel-reference
# timeout: 300
set -eu
. tests/lib/boot.sh
boot 0 --kernel reference --memory 64M
expect_clean
tests=$(records '.[0].tests')
[ "$tests" -ge 72 ] || fail "only $tests tests"
expect "results" "$tests pass" \
	"$(records '[.[] | select(.type == "result")] | "\(length) \(map(.verdict) | unique | join(" "))"')"
