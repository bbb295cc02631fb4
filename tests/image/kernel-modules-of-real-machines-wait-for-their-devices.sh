#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will make the modules segment for real machines beside that of guests:
# a machine with AHCI and NVMe gets their modules, with what they need, and none
# of other controllers; a kernel with its modules leaves room on a stick of 32 MiB.
# needs: network
# timeout: 600
set -eu

fail() { echo "FAIL: $*"; exit 1; }

value() { sed -n "s/^$1=//p" "$TMPDIR/kernel"; }

# device NAME MODALIAS
device()
{
	mkdir -p "$TMPDIR/root/sys/bus/pci/devices/$1"
	echo "$2" >"$TMPDIR/root/sys/bus/pci/devices/$1/modalias"
}

main()
{
	local guest metal name bytes

	kernel-configs/kernel.sh debian:bookworm:amd64 '' >"$TMPDIR/kernel"
	guest=$(value modules)
	FOR=metal kernel-configs/kernel.sh debian:bookworm:amd64 '' >"$TMPDIR/kernel"
	metal=$(value modules)
	[ -s "$guest" ] || fail "the guests' segment is not there: $guest"
	[ "$guest" != "$metal" ] || fail "one segment for both: $guest"
	# A guest loads all at once but what it is asked for, and looks for no device.
	bsdtar -x -O -f "$guest" ./lib/mdbench/modules/rules >"$TMPDIR/rules"
	grep -qx 'always md_mod' "$TMPDIR/rules" || fail "a guest does not load md_mod"
	! grep -qE '^(alias|net) |^always bfq' "$TMPDIR/rules" || fail "a guest looks for devices, or loads bfq"
	bsdtar -t -f "$guest" | grep -q '/bfq\.ko$' || fail "the guests' segment lacks bfq"
	mkdir -p "$TMPDIR/root"
	bsdtar -x -f "$metal" -C "$TMPDIR/root"
	device 0000:00:1f.2 pci:v00008086d00002922sv00001AF4sd00001100bc01sc06i01
	device 0000:00:04.0 pci:v00001B36d00000010sv00001AF4sd00001100bc01sc08i02
	device 0000:00:05.0 pci:v00008086d0000100Esv00001AF4sd00001100bc02sc00i00
	"$BUILD/mdbench" modules --print --root="$TMPDIR/root" | sed 's/.*modules.//' >"$TMPDIR/list"
	for name in libata ahci nvme sd_mod usb_storage vfat raid1 ext4; do
		grep -q "^$name.ko" "$TMPDIR/list" || fail "$name is not loaded"
	done
	for name in megaraid_sas mpt3sas ata_piix softdog ramoops e1000 xhci_pci; do
		[ -s "$TMPDIR/root/lib/mdbench/modules/$name.ko" ] || fail "$name is not in the segment"
		! grep -q "^$name.ko" "$TMPDIR/list" || fail "$name is loaded without its device"
	done
	grep -q '^net e1000$' "$TMPDIR/root/lib/mdbench/modules/rules" ||
		fail "e1000 does not wait for the network"
	bytes=$(($(wc -c <"$(value image)") + $(wc -c <"$metal")))
	# 4 MiB are for the rest of the stick.
	[ "$bytes" -le $((28 << 20)) ] || fail "kernel and modules have $bytes bytes"
}

main "$@"
