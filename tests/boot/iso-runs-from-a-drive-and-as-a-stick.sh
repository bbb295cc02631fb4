#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will start a machine from the disc: in a drive under BIOS and UEFI, and
# written to a stick. Each must run what its plan says; the records come home by
# the serial line, and the stick is as it was.
# needs: qemu kernel-reference ovmf mtools syslinux syslinux-efi isolinux xorriso jq
# timeout: 600
set -eu
. tests/lib/metal.sh

# start STATUS OPTION…: of mdlab, at most.
start()
{
	local most="$1" got=0

	shift
	rm -rf "$RUN"
	"$MDLAB" stick "$@" --out="$RUN" --disks=2x256M,bus=nvme \
		>"$TMPDIR/stdout" 2>"$TMPDIR/stderr" </dev/null || got=$?
	# A busy host disturbs figures, which is no matter here.
	[ "$got" -le "$most" ] || {
		cat "$TMPDIR/stdout" "$TMPDIR/stderr"
		fail "$*: exit status $got"
	}
	expect "$*" '1 pass' "$(sed -n 's/.*@mdb1 [0-9]* [0-9]* [0-9a-f]* //p' "$RUN/console.log" |
		jq -r -s 'map(select(.type == "result") | .verdict | sub("^void$"; "pass"))
			| "\(length) \(unique | join(" "))"')"
}

main()
{
	local disc

	disc=$TMPDIR/mdbench.iso
	flock "$BUILD/medium.lock" make -s BUILD="$BUILD" medium-parts >"$TMPDIR/make.log" 2>&1 ||
		{ cat "$TMPDIR/make.log"; fail "no segments"; }
	boot/stick/iso.sh --kernels=reference --out="$disc" suite=smoke size=1M \
		'only=raid1/ext4/dd/write/direct-1M' >"$TMPDIR/log" 2>&1 || { cat "$TMPDIR/log"; fail "no disc"; }
	start 1 --cdrom="$disc"
	start 1 --cdrom="$disc" --firmware=uefi
	sha256sum "$disc" >"$TMPDIR/sum"
	# mdlab misses a session on this one.
	start 6 "$disc" --firmware=uefi --write=yes
	sha256sum -c --quiet "$TMPDIR/sum" || fail "the stick changed"
}

main "$@"
