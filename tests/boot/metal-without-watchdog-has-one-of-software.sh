#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will let a deadline pass in a machine that has neither a watchdog nor a
# store, with a kernel of modules: softdog and ramoops are loaded, the last words
# are found in memory, and the machine's drivers and no others are loaded.
# needs: qemu network mtools syslinux syslinux-efi fdisk
# timeout: 600
set -eu
. tests/lib/metal.sh
. tests/lib/guard.sh

guard_image debian:bookworm:amd64 late
metal 4 --machine=pc --attach="$TMPDIR/mark"
guard_said <<'END'
guard: start 1 late
guard: pstore ramoops 0 empty
guard: watchdog Software Watchdog 0
guard: modules ata_piix: yes ahci: no e1000: no xhci_pci: yes vfat: yes softdog: yes
guard: start 2 off
guard: pstore ramoops 0 files mdbench: watchdog: nothing moved until the deadline: the machine is started again
guard: watchdog Software Watchdog 0
END
