# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# For tests/bench.sh: operations a second beside fio with the same job, five
# rounds in turns, the median of each. On tmpfs of this machine, where what is
# measured costs least, and in a guest on a null_blk.

SPEED_ROUNDS=5
SPEED_COUNT=300000

# Rows of: NAME ENGINE DEPTH FIO_ENGINE
speed_table()
{
	cat <<'END_TABLE'
psync psync 1 psync
io_uring,-depth-32 uring 32 io_uring
END_TABLE
}

# ENGINE DEPTH: operations a second
speed_mdbench()
{
	"$BUILD/mdbench" rand "path=$SPEED_FILE" size=64M rw=read "engine=$1" \
		"depth=$2" "count=$SPEED_COUNT" format=json 2>/dev/null |
		jq 'select(.type == "result") | .rate_ops_per_s'
}

speed_fio()
{
	fio --thread --name=fio "--filename=$SPEED_FILE" --size=64m --bs=4k \
		--rw=randread --norandommap --invalidate=0 --ioengine="$1" --iodepth="$2" \
		--number_ios="$SPEED_COUNT" --output-format=json |
		jq '.jobs[0].read.iops | floor'
}

median_of() { sort -n "$1" | sed -n "$(((SPEED_ROUNDS + 1) / 2))p"; }

measure_speed_tmpfs()
{
	local name engine depth fio_engine round

	SPEED_FILE=$(mktemp /dev/shm/mdbench.XXXXXX)
	dd if=/dev/urandom of="$SPEED_FILE" bs=1M count=64 2>/dev/null
	speed_table >"$WORK/speed"
	while read -r name engine depth fio_engine; do
		: >"$WORK/ours"
		: >"$WORK/theirs"
		round=0
		while [ $round -lt $SPEED_ROUNDS ]; do
			speed_mdbench "$engine" "$depth" >>"$WORK/ours"
			speed_fio "$fio_engine" "$depth" >>"$WORK/theirs"
			round=$((round + 1))
		done
		add_row "tmpfs, $(echo "$name" | tr - ' ')" "$(median_of "$WORK/ours")" \
			ops/s fio "$(median_of "$WORK/theirs")"
	done <"$WORK/speed"
	rm -f "$SPEED_FILE"
	SPEED_FILE=
}

# The guest counts instructions, 1 ns each, those of the kernel too.
measure_speed_null_blk()
{
	local name engine depth fio_engine TMPDIR="$WORK"

	# shellcheck source=tests/lib/boot.sh
	. tests/lib/boot.sh
	# shellcheck source=tests/lib/peers.sh
	. tests/lib/peers.sh
	speed_table >"$WORK/speed"
	peers_boot 512M 400 fio dd <<'END'
make_disk 64 0 0
/peers/dd if=/dev/zero of=/dev/nullb0 bs=1M count=64 2>/dev/null
for round in 1 2 3 4 5; do
	for job in "psync 1 psync" "uring 32 io_uring"; do
		set -- $job
		figure $1 mdbench $(mdbench rand path=/dev/nullb0 size=64M rw=read direct=yes \
			engine=$1 depth=$2 count=4000 format=json 2>/dev/null | take rate_ops_per_s)
		figure $1 fio $(fio_run read ops --filename=/dev/nullb0 --size=64m --bs=4k \
			--direct=1 --rw=randread --ioengine=$3 --iodepth=$2 --number_ios=4000)
	done
done
END
	while read -r name engine depth fio_engine; do
		add_row "null_blk in a guest, $(echo "$name" | tr - ' ')" \
			"$(median "$engine" mdbench)" ops/s fio "$(median "$engine" fio)"
	done <"$WORK/speed"
}

measure_speed()
{
	measure_speed_tmpfs
	measure_speed_null_blk
}
