# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Part of bench.sh about the folder of runs: how soon 10,000 results are selected
# and boiled down, and runs listed, beside jq and python3 reading the same bytes.
# Compare is what people call: it reads all results, and does its statistics for
# one test only, which would be another figure.

HISTORY_RUNS=140
HISTORY_TESTS=72
HISTORY_MS=2000
HISTORY_LOG_MS=1000

# COMMAND…: milliseconds, the least of three
least_ms()
{
	local round=0 start end least=

	while [ $round -lt 3 ]; do
		start=$(date +%s%N)
		"$@" >"$WORK/log" 2>&1 || die "$1: $(tail -n 1 "$WORK/log")"
		end=$((($(date +%s%N) - start) / 1000000))
		[ "${least:-$end}" -lt "$end" ] || least=$end
		round=$((round + 1))
	done
	echo "$least"
}

# Statuses of 0 and 1 are both of a comparison that was made.
history_read()
{
	"$MDLAB" compare --only='*/direct-1K' 'kernel=6.1.*' 'kernel=6.12*' || [ $? = 1 ]
}

history_log() { "$MDLAB" log; }

# What is needed of the same bytes, and no statistics.
history_jq()
{
	cat "$MDBENCH_RUNS"/*/records.jsonl | jq -c 'select(.type == "result") |
		[.run, .id, .verdict, .rate_bytes_per_s, .latency.p50_ns]'
}

history_python()
{
	python3 -c 'import glob, json, sys
for name in sorted(glob.glob(sys.argv[1] + "/*/records.jsonl")):
    for line in open(name):
        r = json.loads(line)
        if r["type"] == "result":
            print(r["run"], r["id"], r["verdict"], r["rate_bytes_per_s"],
                  r["latency"]["p50_ns"])' "$MDBENCH_RUNS"
}

measure_history()
{
	local ours MDBENCH_RUNS="$WORK/runs" TMPDIR="$WORK"

	export MDBENCH_RUNS
	# shellcheck source=tests/lib/made-up.sh
	. tests/lib/made-up.sh
	for kernel in 6.1.0 6.12.9; do
		make_runs "$MDBENCH_RUNS" kernel=$kernel many=$HISTORY_TESTS buckets=200 \
			runs=$((HISTORY_RUNS / 2)) seed=${#kernel} begin=$((${#kernel} * 5000))
	done
	ours=$(least_ms history_read)
	add_row "10,080 results compared" "$ours" ms limit $HISTORY_MS
	add_row "10,080 results compared" "$ours" ms jq "$(least_ms history_jq)"
	add_row "10,080 results compared" "$ours" ms python3 "$(least_ms history_python)"
	add_row "140 runs listed" "$(least_ms history_log)" ms limit $HISTORY_LOG_MS
	rm -rf "$MDBENCH_RUNS"
}
