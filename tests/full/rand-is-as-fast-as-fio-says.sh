#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will time random blocks by mdbench rand and by fio, and see them agree within 3 %.
# needs: qemu network fio
# timeout: 900
#
# Five rounds, turn by turn, on one file: direct reads and writes of 4 KiB, by
# pread and pwrite one at a time from a disk that answers after 100 us, and by
# io_uring at a depth of 32 from a disk of 8 MB/s.
set -eu
. tests/lib/boot.sh
. tests/lib/peers.sh
peers_boot 512M 880 fio dd <<'END'
# turn DISK ENGINE DEPTH COUNT SEED: both programs, reading and writing one file
turn()
{
	local rw job="--filename=/mnt/f --size=32m --bs=4k --direct=1 --number_ios=$4 --randrepeat=0 \
		--randseed=$5"
	local engine=$2

	[ $2 = psync ] || engine=io_$2
	for rw in read write; do
		settle
		figure $1-$2-$rw fio $(fio_run $rw ops --rw=rand$rw --ioengine=$engine \
			--iodepth=$3 $job)
		settle
		figure $1-$2-$rw mdbench $(mdbench rand path=/mnt/f erase=yes size=32M direct=yes \
			rw=$rw engine=$2 depth=$3 count=$4 seed=$5 format=json 2>/dev/null |
			take rate_ops_per_s)
	done
}

for disk in "latency 0 100000 psync 1 4000" "rate 8 0 uring 32 6000"; do
	set -- $disk
	new_disk 64 $2 $3
	/peers/dd if=/dev/zero of=/mnt/f bs=1M count=32 2>/dev/null
	for round in 1 2 3 4 5; do
		turn $1 $4 $5 $6 $round
	done
done
END
for what in latency-psync-read latency-psync-write rate-uring-read rate-uring-write; do
	agree 3 "$what" mdbench fio
done
