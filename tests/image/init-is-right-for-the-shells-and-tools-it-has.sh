#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will let the appliance's own shell and dash parse init, and want
# each command that init calls to be in the base segment.
# needs: none
# timeout: 30
set -eu

bad=0
"$BUILD/initramfs/bin/busybox" ash -n initramfs/init || bad=1
dash -n initramfs/init || bad=1
if command -v shellcheck >/dev/null; then
	shellcheck -s sh -e SC3043 initramfs/init || bad=1
fi
for tool in cttyhack halt mdbench mdev mkdir mknod mount poweroff reboot \
    setsid sh sleep sync timeout; do
	grep -qw -- "$tool" initramfs/init || { echo "init: no longer calls $tool"; bad=1; }
	grep -q "^\./bin/${tool}[	 ]" initramfs/base.mtree ||
		{ echo "base.mtree: has no $tool, which init calls"; bad=1; }
done
# PID 1 must not end: no exit, and no set -e.
! grep -nE '^[^#]*(\bexit\b|set -[a-z]*e)' initramfs/init || bad=1
exit $bad
