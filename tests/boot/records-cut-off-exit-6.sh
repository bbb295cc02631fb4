#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will miss the end record of a guest that went down by itself.
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
mdbench appliance &
while ! grep -q md101 /proc/mdstat; do :; done
kill -KILL $!
poweroff -f
END
)
boot 6 --segment "$s" --only 'raid1/*'
expect "verdict" "incomplete 6" "$(head -n 1 "$RUN/verdict")"
