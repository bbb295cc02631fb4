#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will time bonnie++ 2.00a's phases by mdbench bonnie and by bonnie++, and see them agree within 3 %.
# needs: qemu network bonnie++
# timeout: 900
#
# Five rounds, turn by turn, each on a disk of its own of 20 MB/s and with a seed
# of its own, with a file larger than the memory that is left for it: block
# write, rewrite, block read, seeks (their CSV). Per-character phases are left
# out: they measure a system call a byte, not the disk.
set -eu
. tests/lib/boot.sh
. tests/lib/peers.sh
peers_boot 224M 880 bonnie++ <<'END'
# figures WHO CSV: of format 1.98
figures()
{
	figure write $1 $(echo "$2" | cut -d , -f 12)
	figure rewrite $1 $(echo "$2" | cut -d , -f 14)
	figure read $1 $(echo "$2" | cut -d , -f 18)
	figure seeks $1 $(echo "$2" | cut -d , -f 20)
}

for round in 1 2 3 4 5; do
	new_disk 128 20 0
	figures bonnie++ "$(/peers/bonnie++ -u root -d /mnt -s 96 -r 0 -f -n 0 \
		-z $round -q 2>/dev/null)"
	new_disk 128 20 0
	figures mdbench "$(mdbench bonnie version=2.00 path=/mnt size=96M fast=yes files=0 \
		seed=$round format=csv 2>/dev/null)"
done
END
for what in write rewrite read seeks; do
	agree 3 "$what" mdbench bonnie++
done
