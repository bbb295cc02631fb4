#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will make arrays on Linux 6.19 or newer and meet them on an older kernel.
# needs: qemu network
# timeout: 600
set -eu
. tests/lib/boot.sh
set -- --only 'raid1/raw/dd/*/direct-1M' --disks "2x512M,keep=$TMPDIR/disks"
boot 0 --kernel debian:trixie-backports "$@"
boot 0 --kernel debian:bookworm "$@"
expect_clean
expect "origin" "created" "$(records '.[] | select(.type == "array") | .origin')"
case $(records '.[] | select(.type == "array") | .why') in
*"made on Linux 6.19 or newer"*) ;;
*) fail "the reason is not named: $(records '.[] | select(.type == "array") | .why')" ;;
esac
# And back: the newer kernel takes the older one's array as it is.
boot 0 --kernel debian:trixie-backports "$@"
expect "origin" "assembled" "$(records '.[] | select(.type == "array") | .origin')"
