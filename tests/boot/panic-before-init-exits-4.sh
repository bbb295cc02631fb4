#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will see a kernel without init panic, and see that called a panic.
# needs: qemu network
# timeout: 300
set -eu
. tests/lib/boot.sh
boot 4 --append 'rdinit=/nowhere init=/nowhere'
expect "verdict" "panic 4" "$(head -n 1 "$RUN/verdict")"
said panic
