#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will make the modules segment of a Debian kernel twice, the second
# time from a copy of the tree elsewhere with other times and umask: the same
# bytes. Each module must stand after all that it depends on.
# needs: network
# timeout: 300
set -eu

# Reads the order of loading and fails where a dependency comes later.
check_order()
{
	local path parameters need loaded

	loaded=' '
	while read -r path parameters; do
		[ -f "$TMPDIR/root$path" ] || { echo "$path: listed, not there"; exit 1; }
		need=
		[ "${path##*/}" != null_blk.ko ] || need=nr_devices=0
		[ "$parameters" = "$need" ] ||
			{ echo "$path: wrong parameters: $parameters"; exit 1; }
		for need in $(modinfo -F depends "$TMPDIR/root$path" | tr ',-' '\n_'); do
			case $loaded in
			*" $need "*) ;;
			*) echo "$path: comes before $need"; exit 1 ;;
			esac
		done
		need=${path##*/}
		loaded="$loaded${need%.ko} "
	done <"$TMPDIR/root/lib/mdbench/modules/order"
	case $loaded in
	*' virtio_blk '*' md_mod '*' raid1 '*' null_blk '*) ;;
	*) echo "virtio_blk, md_mod, raid1 or null_blk is missing:$loaded"; exit 1 ;;
	esac
}

main()
{
	local image modules release label tree

	kernel-configs/kernel.sh debian:bookworm '' >"$TMPDIR/kernel"
	image=$(sed -n 's/^image=//p' "$TMPDIR/kernel")
	modules=$(sed -n 's/^modules=//p' "$TMPDIR/kernel")
	release=$(sed -n 's/^release=//p' "$TMPDIR/kernel")
	label=$(sed -n 's/^label=//p' "$TMPDIR/kernel")
	[ "$label" = "$release" ] || { echo "label $label of $release"; exit 1; }
	tree=${image%/*}/modules
	cp -R "$tree" "$TMPDIR/a copy"
	(umask 077 && kernel-configs/modules.sh "$release" "$TMPDIR/a copy" \
		"$TMPDIR/again.cpio.gz")
	cmp "$modules" "$TMPDIR/again.cpio.gz"
	mkdir "$TMPDIR/root"
	bsdtar -x -f "$modules" -C "$TMPDIR/root"
	check_order
	grep -qx "release $release" "$TMPDIR/root/etc/mdbench/segments/modules"
}

main "$@"
