#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will take one member of an array away and see only that array's tests broken.
# needs: qemu network
# timeout: 600
set -eu
. tests/lib/boot.sh
set -- --only '*/raw/dd/write/direct-1M' --disks "7x512M,keep=$TMPDIR/disks"
boot 0 "$@"
id=$(records '.[] | select(.type == "array" and .target == "raid1") | .members[1]')
image=$TMPDIR/disks/disk-${id##*-}.img
[ -f "$image" ] || fail "no image of member $id"
rm "$image"
truncate -s 512M "$image"
boot 1 "$@"
expect "verdicts" "single pass, raid1 broken, raid0 pass" \
	"$(records '[.[] | select(.type == "result") | "\(.id | split("/")[0]) \(.verdict)"] | join(", ")')"
case $(records '.[] | select(.verdict == "broken") | .reason') in
*"1 of the 2 members"*"remake=yes"*) ;;
*) fail "the reason does not say it" ;;
esac
boot 0 "$@" --append mdbench.remake=yes
