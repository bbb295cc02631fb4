#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Sizes and times, each beside its limit (or its peer, measured in the same
# run): a table on standard output and $BUILD/bench.json, a list of objects
# with name, value, unit, peer and peer_value. Exit status 1 when a limit is
# passed. Times of this machine say nothing about another, so no test asserts
# them.
set -eu

BUILD=${BUILD:-build}
MDLAB=$BUILD/mdlab
WORK=
ROWS=

die() { echo "bench.sh: $*" >&2; exit 2; }

cleanup() { [ -z "$WORK" ] || rm -rf "$WORK"; }

# NAME VALUE UNIT PEER PEER_VALUE, the less the better.
add_row()
{
	printf '%-34s %14s %-6s %s %s\n' "$1" "$2" "$3" "$4" "$5"
	printf '%s\t%s\t%s\t%s\t%s\n' "$@" >>"$ROWS"
}

# Hundredths of a second since the boot.
read_clock()
{
	local up rest

	read -r up rest </proc/uptime
	echo "${up%.*}${up#*.}"
}

run_guest()
{
	rm -rf "$WORK/run"
	"$MDLAB" run --out "$WORK/run" --quiet "$@" >"$WORK/log" 2>&1 </dev/null ||
		die "mdlab run $*: $(tail -n 1 "$WORK/log")"
}

measure_base()
{
	add_row "base segment, gzip -9" "$(wc -c <"$BUILD/initramfs/base.cpio.gz")" \
		bytes limit 1048576
}

measure_smoke()
{
	local start

	run_guest
	start=$(read_clock)
	run_guest
	add_row "smoke, everything built" $((($(read_clock) - start) * 10)) ms limit 20000
}

measure_memory()
{
	run_guest --kernel reference --memory 64M
	add_row "smoke, reference kernel: memory" 64 MiB limit 64
}

# The virtual clock counts instructions, 1 ns each: the same on any host.
measure_start()
{
	run_guest --kernel reference --model 2x128M \
		--only 'raid1/raw/dd/write/direct-1M' --append mdbench.span=64M \
		--append mdbench.size=1M
	add_row "/init to first I/O on RAID1" "$(jq -s '
		(map(select(.type == "result"))[0].begin_ns) -
		(map(select(.type == "env"))[0].init_ns)' "$WORK/run/records.jsonl")" \
		ns limit 500000000
}

print_json()
{
	jq -R -s 'split("\n") | map(select(length > 0) | split("\t") |
		{name: .[0], value: (.[1] | tonumber), unit: .[2],
		 peer: .[3], peer_value: (.[4] | tonumber)})' "$ROWS"
}

main()
{
	command -v jq >/dev/null || die "jq is missing: boot/setup.sh test installs it"
	WORK=$(mktemp -d)
	trap cleanup EXIT
	trap 'exit 130' INT TERM HUP
	ROWS=$WORK/rows
	printf '%-34s %14s\n' measured value
	measure_base
	measure_smoke
	measure_memory
	measure_start
	print_json >"$BUILD/bench.json.tmp"
	mv "$BUILD/bench.json.tmp" "$BUILD/bench.json"
	jq -e 'all(.value <= .peer_value)' "$BUILD/bench.json" >/dev/null ||
		{ echo "a limit is passed"; exit 1; }
}

main "$@"
