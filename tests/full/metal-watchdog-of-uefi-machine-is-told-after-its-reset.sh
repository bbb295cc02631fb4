#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will let a deadline pass in a UEFI machine with an i6300esb: it is
# reset, says so at the next start, and the last words were in UEFI's variables.
# needs: qemu kernel-reference ovmf mtools syslinux syslinux-efi fdisk
# timeout: 600
set -eu
. tests/lib/metal.sh
. tests/lib/guard.sh

# OVMF leaves the ports of this IDE off.
guard_image reference hang
metal 4 --firmware=uefi --machine=pc --watchdog=i6300esb --attach="$TMPDIR/mark,bus=usb"
guard_said <<'END'
guard: start 1 hang
guard: pstore efi 0 empty
guard: watchdog i6300ESB timer 0
guard: start 2 off
guard: pstore efi 0 files mdbench: watchdog: nothing moved until the deadline: the machine is started again
guard: watchdog i6300ESB timer 0 has reset
END
