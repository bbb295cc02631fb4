#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will make files by mdbench bonnie and by bonnie++ 2.00a, and see them agree within 3 %.
# needs: qemu network bonnie++
# timeout: 1200
#
# Five rounds, turn by turn, each on a disk of its own of 20 MB/s and with a seed
# of its own. Both work in a folder below the root. Creation in order is judged:
# it ends with sync, so the disk and the journal have their part. Creation at
# random and deletion are printed and not judged: names are random and of random
# length, each program's own, and how the folder's index grows from them moves
# one program's own rounds by up to 4 %. The stat phases move nothing and take
# less than the half second that bonnie++ prints a figure for.
set -eu
. tests/lib/boot.sh
. tests/lib/peers.sh
peers_boot 256M 1180 bonnie++ <<'END'
# figures WHO CSV: of format 1.98
figures()
{
	figure seq-create $1 $(echo "$2" | cut -d , -f 27)
	figure seq-delete $1 $(echo "$2" | cut -d , -f 31)
	figure ran-create $1 $(echo "$2" | cut -d , -f 33)
	figure ran-delete $1 $(echo "$2" | cut -d , -f 37)
}

for round in 1 2 3 4 5; do
	new_disk 128 20 0
	mkdir /mnt/mdbench.bonnie.1
	figures bonnie++ "$(/peers/bonnie++ -u root -d /mnt/mdbench.bonnie.1 -s 0 -r 0 -f -n 16 \
		-z $round -q 2>/dev/null)"
	new_disk 128 20 0
	figures mdbench "$(mdbench bonnie version=2.00 path=/mnt size=0 fast=yes \
		files=16384 seed=$round format=csv 2>/dev/null)"
done
END
agree 3 seq-create mdbench bonnie++
for what in seq-delete ran-create ran-delete; do
	echo "$what: mdbench $(median "$what" mdbench), bonnie++ $(median "$what" bonnie++), not judged"
done
