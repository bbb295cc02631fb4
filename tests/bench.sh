#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Sizes, times, instructions and rates, each beside its limit or its peer
# (measured in the same run): a table on standard output and $BUILD/bench.json,
# a list of objects with name, value, unit, peer and peer_value. Exit status 1
# when a limit is passed or a peer is better. Times of this machine say nothing
# about another, so no test asserts them.
#
# bench.sh [PART…]: all parts, or those of base, smoke, memory, start, stick, cost,
# speed, history
set -eu

BUILD=${BUILD:-build}
MDLAB=$BUILD/mdlab
WORK=
ROWS=
SPEED_FILE=
PARTS="base smoke memory start stick cost speed history"

# shellcheck source=tests/bench/cost.sh
. "${0%/*}/bench/cost.sh"
# shellcheck source=tests/bench/history.sh
. "${0%/*}/bench/history.sh"
# shellcheck source=tests/bench/stick.sh
. "${0%/*}/bench/stick.sh"
# shellcheck source=tests/bench/speed.sh
. "${0%/*}/bench/speed.sh"

die() { echo "bench.sh: $*" >&2; exit 2; }

cleanup()
{
	[ -z "$WORK" ] || rm -rf "$WORK"
	[ -z "$SPEED_FILE" ] || rm -f "$SPEED_FILE"
}

# NAME VALUE UNIT PEER PEER_VALUE: the less the better, but for rates (ops/s).
add_row()
{
	printf '%-36s %12s %-6s %s %s\n' "$1" "$2" "$3" "$4" "$5"
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

# What the rows say that are not as they should be.
print_bad()
{
	jq -r '.[] | select(if .unit == "ops/s" then .value < .peer_value
		else .value > .peer_value end) |
		"\(.name): \(.value) \(.unit), \(.peer) \(.peer_value)"' "$BUILD/bench.json"
}

main()
{
	local part bad

	command -v jq >/dev/null || die "jq is missing: boot/setup.sh test installs it"
	# shellcheck disable=SC2086 # a list of words
	[ $# -gt 0 ] || set -- $PARTS
	for part; do
		case " $PARTS " in
		*" $part "*) ;;
		*) die "$part: no such part; there are: $PARTS" ;;
		esac
	done
	WORK=$(mktemp -d)
	trap cleanup EXIT
	trap 'exit 130' INT TERM HUP
	ROWS=$WORK/rows
	printf '%-36s %12s %-6s %s\n' measured value unit "limit or peer"
	for part; do
		"measure_$part"
	done
	print_json >"$BUILD/bench.json.tmp"
	mv "$BUILD/bench.json.tmp" "$BUILD/bench.json"
	bad=$(print_bad)
	[ -z "$bad" ] || { echo "worse than its limit or peer:"; echo "$bad"; exit 1; }
}

main "$@"
