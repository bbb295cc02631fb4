#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will run the model lab twice and get the same figures to the last digit.
# needs: qemu kernel-reference
# timeout: 400
set -eu
. tests/lib/boot.sh
figures() { records '[.[] | select(.type == "result") | [.id, .verdict, .wall_ns, .latency.max_ns]] | tojson'; }
set -- --kernel reference --only 'raid1/raw/dd/*/direct-*' \
	--model 2x128M,mbps=80,nsec=100000 --append 'mdbench.span=64M'
boot 0 "$@"
expect_clean
first=$(figures)
boot 0 "$@"
expect "figures" "$first" "$(figures)"
expect "accelerator" "tcg-icount" "$(records '.[] | select(.type == "env") | .accel')"
# More than memory holds is refused, not left to the kernel's out-of-memory killer.
boot 2 --kernel reference --only 'raid1/raw/dd/*/direct-*' --model 2x128M
said "model: the tests write"
