#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will seek in a cold file on RAID1, and write and read one character a call.
# needs: qemu network
# timeout: 400
set -eu
. tests/lib/boot.sh
r='[.[] | select(.type == "result")]'
# Of 32768 chunks 8192 are drawn, so that few are drawn twice.
boot 0 --suite standard --size 256M --only 'raid1/ext4/bonnie/seeks/2.00'
expect_clean
expect "seeks" "pass 8192 ops 5 67108864 268435456" \
	"$(records "$r | .[0] | \"\(.verdict) \(.ops) \(.counts) \(.settings.streams) \(.read_bytes) \(.prepared_bytes)\"")"
# Each seek reads a chunk, and nearly each from a member: by turns from both.
expect "read by the members" "true" \
	"$(records "$r | .[0] | ([.members[].read_bytes] | add) as \$n | \$n > .read_bytes / 4 * 3 and ([.members[].read_bytes > 0] | all)")"
# Of the random numbers, every tenth or so makes its chunk be written, too.
expect "updates" "true" \
	"$(records "$r | .[0] | .written_bytes / .read_bytes | . > 0.08 and . < 0.12")"
# The processes of 1.03: each updates every tenth chunk that it reads.
boot 0 --suite classic --size 256M --only 'raid1/ext4/bonnie/seeks/1.03'
expect_clean
expect "seeks of 1.03" "pass 8192 3 3 67108864" \
	"$(records "$r | .[0] | \"\(.verdict) \(.ops) \(.settings.streams) \(.streams | length) \(.read_bytes)\"")"
expect "updates of 1.03" "$(records "$r | .[0].streams | map((.ops + 9) / 10 | floor) | add * 8192")" \
	"$(records "$r | .[0].written_bytes")"

boot 0 --suite standard --size 1M --only 'raid1/ext4/bonnie/*tc/2.00'
expect_clean
expect "calls" "putc 1048576 0 1048576, getc 1048576 1048576 0" \
	"$(records "$r | map(\"\(.settings.op) \(.ops) \(.read_bytes) \(.written_bytes)\") | join(\", \")")"
