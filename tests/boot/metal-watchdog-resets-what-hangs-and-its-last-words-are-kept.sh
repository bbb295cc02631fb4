#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will let deadlines pass in a machine with an iTCO and a store of ACPI:
# a kernel that hangs after its panic is reset, one that is busy is not, and what
# a kernel said last is there at the next start, once.
# needs: qemu kernel-reference mtools syslinux syslinux-efi fdisk
# timeout: 600
set -eu
. tests/lib/metal.sh
. tests/lib/guard.sh

guard_image reference hang busy
metal 4 --watchdog=itco --pstore=erst --attach="$TMPDIR/mark"
guard_said <<'END'
guard: start 1 hang
guard: pstore erst 0 empty
guard: watchdog iTCO_wdt 0
guard: start 2 busy
guard: pstore erst 0 files mdbench: watchdog: nothing moved until the deadline: the machine is started again
guard: watchdog iTCO_wdt 0
guard: busy and closed
guard: start 3 off
guard: pstore erst 0 empty
guard: watchdog iTCO_wdt 0
END
