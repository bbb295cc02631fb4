#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will misspell a boot word and see that no disk was written to.
# needs: qemu network
# timeout: 300
set -eu
. tests/lib/boot.sh
boot 2 --append mdbench.siez=1M --disks "7x64M,keep=$TMPDIR/disks"
said siez
expect "end" "usage" "$(records 'last | .outcome')"
expect "bytes that are not zero" 0 \
	"$(cat "$TMPDIR"/disks/*.img | tr -d '\000' | wc -c)"
