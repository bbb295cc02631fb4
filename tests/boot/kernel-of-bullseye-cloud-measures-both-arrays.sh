#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will boot Debian's 5.10 kernel (debian:bullseye:cloud-amd64) and measure on it.
# needs: qemu network
# timeout: 600
set -eu
. tests/lib/boot.sh
boot_kernel debian:bullseye:cloud-amd64 '5.10.*'
