#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will boot a stick of three kernels by BIOS, pull the plug at ten random
# points (SEED= repeats them), and want all results of all kernels, none twice.
# needs: qemu network kernel-reference e2fsprogs mtools dosfstools syslinux syslinux-efi fdisk jq
# timeout: 2400
set -eu
. tests/lib/metal.sh
. tests/lib/session.sh
. tests/lib/plug.sh

KERNELS=3
ROUNDS=1
LOADER_BYTES=4200

plug_seed
lay_foreign
mkdir "$TMPDIR/state"
stick_image "reference debian:bookworm:amd64 debian:trixie-backports:amd64" suite=smoke \
	'only=raid1/ext4/dd/*/*-1M' size=8M rounds=$ROUNDS countdown=0 hold=0
talk
pull_plugs 10 --firmware=bios
plug_finish --firmware=bios
