#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will run the whole smoke suite on the default kernel, as a first user does.
# needs: qemu network
# timeout: 600
set -eu
. tests/lib/boot.sh
boot 0
expect_clean
tests=$(records '.[0].tests')
[ "$tests" -ge 72 ] || fail "only $tests tests"
expect "results" "$tests pass" \
	"$(records '[.[] | select(.type == "result")] | "\(length) \(map(.verdict) | unique | join(" "))"')"
expect "order of the first records" "run env disk disk disk disk disk disk disk" \
	"$(records '.[:9] | map(.type) | join(" ")')"
expect "sequence numbers" "true" "$(records '[.[].seq] == [range(1; length + 1)]')"
# All move 4 MiB but dsync-16K, which makes 64 calls.
expect "bytes" "true" \
	"$(records '[.[] | select(.type == "result") |
		.bytes == if .id | endswith("dsync-16K") then 1048576 else 4194304 end] | all')"
expect "dd's records" "true" \
	"$(records '[.[] | select(.type == "result") | .full_blocks_out * .settings.block_bytes == .bytes] | all')"
# The disks really wrote: a mirror everything twice, a stripe once (and md a
# superblock now and then).
expect "raid1 writes everything twice" "true true" \
	"$(records '[.[] | select(.type == "result" and (.id | test("^raid1/raw/dd/write/direct"))) |
		([.members[].write_bytes] | add) / .bytes | . >= 2 and . < 2.01 | tostring] | join(" ")')"
expect "raid0 writes everything once" "true true" \
	"$(records '[.[] | select(.type == "result" and (.id | test("^raid0/raw/dd/write/direct"))) |
		([.members[].write_bytes] | add) / .bytes | . >= 1 and . < 1.01 | tostring] | join(" ")')"
expect "each member of raid0 writes a quarter" "true" \
	"$(records '[.[] | select(.type == "result" and .id == "raid0/raw/dd/write/direct-1M") |
		.members[].write_bytes >= 1048576] | all and length == 4')"
expect "flushes or fua of dsync" "true" \
	"$(records '[.[] | select(.type == "result" and (.id | test("dsync"))) | .settings.dsync and .settings.direct] | all')"
expect "segments that are named" "base modules" \
	"$(records '.[0].segments | keys | join(" ")')"
expect "hash of the base segment" "$(sha256sum <"$BUILD/initramfs/base.cpio.gz" | cut -d' ' -f1)" \
	"$(records '.[0].segments.base')"
grep -q 'raid1' "$TMPDIR/stdout" || fail "no table on standard output"
for f in records.jsonl console.log command verdict; do
	[ -s "$RUN/$f" ] || fail "no $f in the run's folder"
done
expect "files that stay" "command console.log records.jsonl verdict" \
	"$(find "$RUN" -mindepth 1 -printf '%f\n' | sort | grep -v '\.raw$' | tr '\n' ' ' | sed 's/ $//')"
