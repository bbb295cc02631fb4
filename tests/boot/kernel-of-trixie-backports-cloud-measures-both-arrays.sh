#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will boot Debian's 7 kernel (debian:trixie-backports:cloud-amd64) and measure on it.
# needs: qemu network
# timeout: 600
set -eu
. tests/lib/boot.sh
boot_kernel debian:trixie-backports:cloud-amd64 '7.*'
