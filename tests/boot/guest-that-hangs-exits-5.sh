#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will end a guest that never says anything, and one that stops in a step.
# needs: qemu network
# timeout: 600
set -eu
. tests/lib/boot.sh
s=$(init_segment <<'END'
#!/bin/sh
while :; do sleep 1000; done
END
)
boot 5 --segment "$s" --boot-timeout 15
expect "verdict" "hung 5" "$(head -n 1 "$RUN/verdict")"
said "no record"
s=$(segment_that_then <<'END'
kill -STOP $!
while :; do sleep 1000; done
END
)
boot 5 --segment "$s" --only 'raid1/*' --timeout 50
expect "verdict" "hung 5" "$(head -n 1 "$RUN/verdict")"
[ "$(records length)" -gt 2 ] || fail "records until then were lost"
