#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will time the same copies by mdbench dd and by GNU dd, and see them agree within 3 %.
# needs: qemu network
# timeout: 600
#
# Five rounds, turn by turn, each on a disk of its own of 20 MB/s: a buffered
# write with fsync inside the time, a direct write, a read of what stands on the
# disk. Both times are those that the programs print.
set -eu
. tests/lib/boot.sh
. tests/lib/peers.sh
peers_boot 256M 580 dd <<'END'
# seconds PROGRAM… : what dd says that a copy took
seconds() { "$@" 2>&1 | sed -n 's/.*copied, \([0-9.]*\) s,.*/\1/p'; }

turn()
{
	local who=$1

	shift
	new_disk 64 20 0
	figure fsync-write $who $(seconds "$@" if=/dev/zero of=/mnt/f bs=1M count=32 conv=fsync)
	rm /mnt/f
	settle
	figure direct-write $who $(seconds "$@" if=/dev/zero of=/mnt/f bs=1M count=32 oflag=direct)
	settle
	figure read $who $(seconds "$@" if=/mnt/f of=/dev/null bs=1M)
}

for round in 1 2 3 4 5; do
	turn gnu /peers/dd
	turn mdbench mdbench dd
done
END
for what in fsync-write direct-write read; do
	agree 3 "$what" mdbench gnu
done
