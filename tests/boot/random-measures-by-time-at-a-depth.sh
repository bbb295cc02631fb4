#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will mix random reads and writes for a time, on raw RAID1, each block verified.
# needs: qemu network
# timeout: 300
set -eu
. tests/lib/boot.sh
boot 0 --suite random --size 16M --only 'raid1/raw/rand/mix/uring-d4' --seed 7 \
	--append 'mdbench.verify=yes'
expect_clean
r='.[] | select(.type == "result")'
expect "test" "raid1/raw/rand/mix/uring-d4 pass false" "$(records "$r | \"\(.id) \(.verdict) \(.cached)\"")"
expect "settings" "uring 1 4 70 7 true true random null 16777216 5000000000 1000000000" \
	"$(records "$r.settings | \"\(.engine) \(.streams) \(.depth) \(.read_pct) \(.seed) \(.verify) \(.direct) \(.pattern) \(.count) \(.bytes) \(.runtime_ns) \(.ramp_ns)\"")"
expect "device and what was laid out on it" "/dev/md101 16777216" \
	"$(records "$r | \"\(.settings.file) \(.prepared_bytes)\"")"
expect "figure" "ops" "$(records "$r | .counts")"
grep -Eq '^ *mix uring-d4 .*[0-9]k?/s' "$TMPDIR/stdout" || fail "no operations a second: $(cat "$TMPDIR/stdout")"
# Four blocks may be in flight when the time is over, and are waited for.
expect "its time, and no less" "true" "$(records "$r | .wall_ns >= 5000000000")"
expect "operations are what was read and written" "true" \
	"$(records "$r | .ops > 100 and .ops * 4096 == .bytes and .read_bytes + .written_bytes == .bytes")"
expect "about 70 % of them reads" "true" \
	"$(records "$r | .read_bytes / .bytes | . > 0.6 and . < 0.8")"
expect "as many times as operations" "true" \
	"$(records "$r | .latency.count * 4096 == .read_bytes and .write_latency.count * 4096 == .written_bytes")"
# Both members of a mirror write all of it, and read it together.
expect "each member wrote it" "true" \
	"$(records "$r | . as \$r | .members | length == 2 and ([.[].write_bytes >= \$r.written_bytes] | all)")"
expect "the members read it" "true" \
	"$(records "$r | ([.members[].read_bytes] | add) >= .read_bytes")"
