#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will miss the end record of a guest that went down by itself.
# needs: qemu network
# timeout: 300
set -eu
. tests/lib/boot.sh
s=$(segment_that_then <<'END'
kill -KILL $!
poweroff -f
END
)
boot 6 --segment "$s" --only 'raid1/*'
expect "verdict" "incomplete 6" "$(head -n 1 "$RUN/verdict")"
