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

survive_ten_pulls bios 4200
