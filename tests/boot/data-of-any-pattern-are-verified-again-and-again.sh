#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will write random data by dd, twice over, and see each block read verified.
# needs: qemu network
# timeout: 300
set -eu
. tests/lib/boot.sh
boot 0 --size 8M --repeat 2 --only 'raid0/*/dd/*/*-16K' \
	--append 'mdbench.pattern=random mdbench.verify=yes'
expect_clean
r='[.[] | select(.type == "result")]'
expect "results" "24 pass" "$(records "$r | \"\(length) \(map(.verdict) | unique | join(\" \"))\"")"
expect "settings" "random true" \
	"$(records "$r | map(\"\(.settings.pattern) \(.settings.verify)\") | unique | join(\", \")")"
# All rows of a layer, then all of them again.
once="write/async-16K write/fsync-16K write/direct-16K write/dsync-16K read/cold-16K read/direct-16K"
expect "order" "raw 1: $once, raw 2: $once, ext4 1: $once, ext4 2: $once" \
	"$(records "$r | map([(.id | split(\"/\")[1]) + \" \(.repeat)\", (.id | split(\"/\")[3:5] | join(\"/\"))]) |
		reduce .[] as \$t ([]; if length > 0 and .[-1][0] == \$t[0] then .[-1][1] += \" \" + \$t[1]
			else . + [\$t] end) | map(join(\": \")) | join(\", \")")"
# What the writes left is what the reads want: nothing was prepared anew.
expect "prepared for reads of a file" "0" \
	"$(records "$r | map(select(.id | test(\"ext4/dd/read\")) | .prepared_bytes) | unique | join(\" \")")"
expect "a file system for the family" "1" "$(records '[.[] | select(.type == "fs")] | length')"
