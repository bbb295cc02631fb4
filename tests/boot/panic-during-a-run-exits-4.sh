#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will let the guest panic while it measures, and keep what came until then.
# needs: qemu network
# timeout: 300
set -eu
. tests/lib/boot.sh
s=$(init_segment <<'END'
#!/bin/sh
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
while read -r m rest; do insmod "$m" $rest; done </lib/mdbench/modules/order
mkdir -p /run
mdbench appliance &
while ! grep -q md101 /proc/mdstat; do :; done
echo c >/proc/sysrq-trigger
END
)
boot 4 --segment "$s" --only 'raid1/*'
expect "verdict" "panic 4" "$(head -n 1 "$RUN/verdict")"
expect "first record" "run" "$(records '.[0].type')"
expect "end records" "0" "$(records '[.[] | select(.type == "end")] | length')"
