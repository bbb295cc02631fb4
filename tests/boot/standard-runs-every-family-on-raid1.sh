#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will run rows of all families of the standard suite on RAID1, with small files.
# needs: qemu network
# timeout: 600
set -eu
. tests/lib/boot.sh
# All operations with an r, to leave out the slowest ones. Files of 8 MiB are
# held by memory where nothing is synced within the window: such figures are
# void, all others are good, and so are those of tio's 2048 random writes, of
# which many hit a block twice, for they are synced.
boot 1 --suite standard --size 8M --only 'raid1/ext4/*/*r*/*' --append 'mdbench.span=1100M'
r='[.[] | select(.type == "result")]'
expect "families in their order" "dd bonnie tio rand meta" \
	"$(records "$r | reduce (.[].id | split(\"/\")[2]) as \$f ([]; if .[-1:] == [\$f] then . else . + [\$f] end) | join(\" \")")"
expect "operations" "bonnie/ran-create bonnie/ran-delete bonnie/ran-stat bonnie/read bonnie/rewrite bonnie/seq-create bonnie/write dd/read dd/write meta/create rand/read rand/write tio/rand-read tio/rand-write tio/seq-read tio/seq-write" \
	"$(records "$r | map(.id | split(\"/\")[2:4] | join(\"/\")) | unique | join(\" \")")"
expect "verdicts" "pass void" "$(records "$r | map(.verdict) | unique | join(\" \")")"
expect "why void" "memory held it" \
	"$(records "$r | map(select(.verdict == \"void\") | .reason[:14]) | unique | join(\", \")")"
expect "what is void" "dd/write/async-1M dd/write/async-16K dd/write/async-1M-x2 dd/write/async-1M-x4" \
	"$(records "$r | map(select(.verdict == \"void\") | .id | split(\"/\")[2:] | join(\"/\")) | join(\" \")")"
expect "nothing lost" 0 "$(records '(last | .records) - length')"
# A fresh file system for each family: none finds what another left.
expect "file systems" "5 1" \
	"$(records '[.[] | select(.type == "fs")] | "\(length) \(map(.free_bytes) | unique | length)"')"
# As many streams as the variant says, in the settings and in the figures.
expect "streams" "2 2, 4 4, 1 1, 2 2, 4 4, 8 8" \
	"$(records "$r | map(select(.id | test(\"direct-1M-x|seq-write\")) | \"\(.settings.streams) \(.streams | length)\") | join(\", \")")"
expect "the last sync is in one figure and out of the other" "true" \
	"$(records "$r | map(select(.id | test(\"async-1M-x\")) | .sync_ns > 0 and .rate_sync_bytes_per_s < .rate_bytes_per_s) | all and length == 2")"
expect "files made" "10000 16384 ops" \
	"$(records "$r | map(select(.id | test(\"create\"))) | map(.ops) | unique | map(tostring) | join(\" \")") $(records "$r | map(select(.id | test(\"create\")) | .counts) | unique | join(\" \")")"
expect "what is told in operations a second" "bonnie/ran-create bonnie/ran-delete bonnie/ran-stat bonnie/seq-create meta/create rand/read rand/write" \
	"$(records "$r | map(select(.counts == \"ops\") | .id | split(\"/\")[2:4] | join(\"/\")) | unique | join(\" \")")"
# Rewriting reads all of it and writes it to both members.
expect "rewrite reads and writes" "true true" \
	"$(records "$r | map(select(.id | test(\"rewrite\"))) | .[0] | \"\(([.members[].read_bytes] | add) >= .bytes) \([.members[].write_bytes >= .bytes] | all)\"")"
