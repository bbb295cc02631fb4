#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will let the guest panic while it measures, and keep what came until then.
# needs: qemu network
# timeout: 300
set -eu
. tests/lib/boot.sh
s=$(segment_that_then <<'END'
echo c >/proc/sysrq-trigger
END
)
boot 4 --segment "$s" --only 'raid1/*'
expect "verdict" "panic 4" "$(head -n 1 "$RUN/verdict")"
expect "first record" "run" "$(records '.[0].type')"
expect "end records" "0" "$(records '[.[] | select(.type == "end")] | length')"
