# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# For tests/bench.sh: what an operation costs in user space, in instructions,
# beside fio and GNU dd.
#
# Callgrind counts; the slope between two counts of operations leaves start and
# end out. It counts user space alone, so what the kernel does for io_uring is
# not in it, for both programs. Histograms are on, as they always are. fio does
# without its map of blocks that were read (norandommap), as rand has none.

COST_FEW=4000
COST_MANY=24000

# count_instructions PROGRAM…: of the whole process, all its threads.
count_instructions()
{
	valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" \
		2>"$WORK/callgrind" >/dev/null ||
		die "valgrind $*: $(tail -n 1 "$WORK/callgrind")"
	sed -n 's/.*Collected : //p' "$WORK/callgrind" | grep . ||
		die "valgrind $*: no count in what it said"
}

# slope COMMAND…: instructions an operation; COMMAND gets a count as last word.
slope()
{
	local few many

	few=$("$@" $COST_FEW)
	many=$("$@" $COST_MANY)
	echo $(((many - few + (COST_MANY - COST_FEW) / 2) / (COST_MANY - COST_FEW)))
}

# ENGINE DEPTH COUNT
cost_mdbench()
{
	count_instructions "$BUILD/mdbench" rand "path=$WORK/data" size=64M rw=read \
		"engine=$1" "depth=$2" "count=$3"
}

cost_fio()
{
	count_instructions fio --thread --name=fio "--filename=$WORK/data" --size=64m \
		--bs=4k --rw=randread --norandommap --ioengine="$1" --iodepth="$2" \
		--number_ios="$3"
}

cost_dd()
{
	local program="$1"

	shift
	# The program may be two words: mdbench dd.
	# shellcheck disable=SC2086
	count_instructions $program if=/dev/zero of=/dev/null bs=4k "count=$1"
}

# NAME ENGINE DEPTH FIO_ENGINE LIMIT: two rows
add_cost()
{
	local ours

	ours=$(slope cost_mdbench "$2" "$3")
	add_row "$1" "$ours" instr limit "$5"
	add_row "$1" "$ours" instr fio "$(slope cost_fio "$4" "$3")"
}

measure_cost()
{
	# Real blocks: a hole would be another path through the kernel.
	dd if=/dev/urandom of="$WORK/data" bs=1M count=64 2>/dev/null
	add_cost "4 KiB read, psync" psync 1 psync 300
	add_cost "4 KiB read, io_uring, depth 32" uring 32 io_uring 300
	add_cost "4 KiB read, null, depth 32" null 32 null 200
	add_row "4 KiB block of dd" "$(slope cost_dd "$BUILD/mdbench dd")" instr \
		"GNU dd" "$(slope cost_dd dd)"
	rm "$WORK/data"
}
