#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will time the phases of tiobench by mdbench tio and by fio, and see them agree within 3 %.
# needs: qemu network fio
# timeout: 1200
#
# Five rounds, turn by turn, each on a disk of its own of 10 MB/s, by one thread
# and by four, buffered as tiobench is: writes end with fsync inside the time.
# fio gets the same jobs; its hints to the kernel (posix_fadvise) are switched
# off, as tiobench gives none. Each round has other seeds: how many blocks are
# read or written twice, from memory, is chance.
set -eu
. tests/lib/boot.sh
. tests/lib/peers.sh
peers_boot 512M 1180 fio <<'END'
turn_fio()
{
	local job="--directory=/mnt --bs=4k --zero_buffers --numjobs=$1 --size=$((64 / $1))m"
	local few="--number_ios=$((16000 / $1)) --randrepeat=0 --randseed=$2"

	new_disk 96 10 0
	figure t$1-seq-write fio $(fio_run write bytes $job --rw=write --end_fsync=1)
	settle
	figure t$1-rand-write fio $(fio_run write bytes $job --rw=randwrite --end_fsync=1 $few)
	settle
	figure t$1-seq-read fio $(fio_run read bytes $job --rw=read)
	settle
	figure t$1-rand-read fio $(fio_run read bytes $job --rw=randread $few)
}

turn_mdbench()
{
	local line phase rate

	new_disk 96 10 0
	mdbench tio path=/mnt size=64M threads=$1 count=16000 seed=$2 drop-caches=yes format=json \
		2>/dev/null | while read -r line; do
		phase=$(echo "$line" | sed 's|.*"id":"[^"]*/tio/\([^/"]*\)/.*|\1|')
		rate=$(echo "$line" | take rate_bytes_per_s)
		figure t$1-$phase mdbench $((rate / 1024))
	done
}

for threads in 1 4; do
	for round in 1 2 3 4 5; do
		turn_fio $threads $round
		turn_mdbench $threads $round
	done
done
END
for what in seq-write rand-write seq-read rand-read; do
	agree 3 "t1-$what" mdbench fio
	agree 3 "t4-$what" mdbench fio
done
