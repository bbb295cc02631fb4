#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will run three kernels from a stick, of which one is cut off and one
# has a segment that is not there: these are left out, with the reason, and the
# session comes to its end without the boot loader.
# needs: qemu kernel-reference mtools jq
# timeout: 600
set -eu
. tests/lib/metal.sh
. tests/lib/session.sh

stick_image "reference reference reference" suite=smoke 'only=raid1/ext4/dd/*/direct-1M' \
	countdown=0 hold=0
echo cut | put_on_stick mdbench/k2/vmlinuz
on_stick mdbench/kernels.txt | sed '/^k3 /s|,mdbench/metal.gz|&,mdbench/k3/modules.gz|' \
	>"$TMPDIR/kernels"
put_on_stick mdbench/kernels.txt <"$TMPDIR/kernels"
on_stick mdbench/next.cfg >"$TMPDIR/next"
stick 1
was_printed "given-up 1 k2: mdbench/k2/vmlinuz: is damaged: it is no kernel"
was_printed "given-up 1 k3: mdbench/k3/modules.gz: No such file or directory"
expect "journal" "run 1 k1, done 1 k1, boot 1 k2, given-up 1 k2, boot 1 k3, given-up 1 k3, finished" \
	"$(journal)"
expect "results of k1" "2 pass" \
	"$(leg S0001/r1-k1 '[.[] | select(.type == "result") | .verdict] | "\(length) \(unique | join(" "))"')"
on_stick mdbench/next.cfg | cmp -s - "$TMPDIR/next" || fail "next.cfg changed"
