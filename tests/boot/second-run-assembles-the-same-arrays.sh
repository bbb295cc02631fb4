#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will find the arrays of an earlier boot again, whatever bus and letters the disks have.
# needs: qemu network
# timeout: 600
set -eu
. tests/lib/boot.sh
# AHCI is what the cloud kernel lacks.
K=debian:bookworm
boot 0 --kernel $K --only 'raid*/raw/dd/*/direct-1M' --disks "7x512M,keep=$TMPDIR/disks"
expect "origins" "created created" \
	"$(records '[.[] | select(.type == "array") | .origin] | join(" ")')"
members=$(records '[.[] | select(.type == "array") | .members] | tojson')
boot 0 --kernel $K:amd64 --only 'raid*/raw/dd/*/direct-1M' --disks "7x512M,bus=ahci,keep=$TMPDIR/disks"
expect_clean
expect "origins" "assembled assembled" \
	"$(records '[.[] | select(.type == "array") | .origin] | join(" ")')"
expect "initial states" "kept null" \
	"$(records '[.[] | select(.type == "array") | "\(.initial)"] | join(" ")')"
expect "members" "$members" \
	"$(records '[.[] | select(.type == "array") | .members] | tojson')"
expect "transport" "ata" \
	"$(records '[.[] | select(.type == "disk") | .transport] | unique | join(" ")')"
boot 0 --kernel $K --only 'raid*/raw/dd/*/direct-1M' --disks "7x512M,keep=$TMPDIR/disks" \
	--append mdbench.remake=yes
expect "origins" "created created" \
	"$(records '[.[] | select(.type == "array") | .origin] | join(" ")')"
