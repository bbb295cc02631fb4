# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# For tests of what reads runs: make_runs makes up runs, many in a moment.
#
# For tests of the runner: make_test NAME NEEDS TIMEOUT writes a test whose body
# is standard input, into a folder of tests made up in TMPDIR; run_made_up runs
# that folder, with its output in $OUT and its exit status in $STATUS.

MADE_UP=$TMPDIR/tests
OUT=$TMPDIR/out
MADE_RUNS=$PWD/tests/lib/made-up.awk	# wherever the test goes
STATUS=0

make_test()
{
	local file="$MADE_UP/$1.sh"

	mkdir -p "${file%/*}"
	{
		echo '#!/bin/sh'
		echo '# This test will do what its maker wants.'
		echo "# needs: $2"
		echo "# timeout: $3"
		cat
	} >"$file"
	chmod +x "$file"
}

run_made_up()
{
	STATUS=0
	TESTS_DIR=$MADE_UP BUILD=$TMPDIR/build tests/run.sh "$@" >"$OUT" 2>&1 || STATUS=$?
}

# expect STATUS LAST-LINE
expect()
{
	if [ "$STATUS" != "$1" ] || [ "$(tail -n 1 "$OUT")" != "$2" ]; then
		echo "exit status $STATUS, wanted $1 with the last line '$2':"
		cat "$OUT"
		exit 1
	fi
}

expect_line()
{
	grep -q "$1" "$OUT" || { echo "no line has '$1':"; cat "$OUT"; exit 1; }
}

expect_no_line()
{
	! grep -q "$1" "$OUT" || { echo "a line has '$1':"; cat "$OUT"; exit 1; }
}

# make_runs FOLDER [WORD=VALUE]…: runs of one kernel in a folder of runs.
#   kernel=6.1.0-57-cloud-amd64 suite=smoke accel=tcg cpu=… cpus=2 memory=256 (MiB)
#   disks=2 size=0 base=SHA256: what runs must have alike
#   runs=1 seed=1 day=20261130 begin=36000 (second of the day): how many, and when
#   rate='ID:BYTES_PER_S …': the tests and their medians; many=N: N of one kind
#   scale=100 noise=2 (both in percent, the noise is one standard deviation)
#   busy=40: CPU time in percent of the wall time
#   repeat=1: of each test within a run
#   bad='ID:VERDICT …' why=REASON: tests that do not pass; void ones are cached
#   end=done, cut (no end record), panic (no test either); env=no: no env record
#   key=k1: folders r1-k1, r2-k1 … as in a matrix, for which make_plan writes the plan
#   buckets=40: of each latency
make_runs()
{
	local folder="$1" word words="" IFS="
"

	shift
	for word in kernel=6.1.0-57-cloud-amd64 suite=smoke accel=tcg \
		"cpu=QEMU TCG CPU version 2.5+" cpus=2 memory=256 disks=2 size=0 \
		base=0d9796b137a2d27d21334849aa7089aeac772ab5ec0a100d00c1904c23fe1f5b \
		runs=1 seed=1 day=20261130 begin=36000 many=0 scale=100 noise=2 busy=40 \
		repeat=1 bad= "why=it was made up so" end=done env=yes key= buckets=40 \
		"rate=single/raw/dd/write/direct-1M:6e7 raid1/raw/dd/write/direct-1M:5e7 \
raid0/raw/dd/write/direct-1M:11e7 raid1/raw/dd/read/direct-1M:9e7" "$@"; do
		words="$words$IFS-v$IFS$word"
	done
	# Parted at line ends, which no word has; no name is expanded.
	set -f
	# shellcheck disable=SC2086
	awk -v "folder=$folder" $words -f "$MADE_RUNS" </dev/null
	set +f
}

# make_plan FOLDER ROUNDS SUITE KEY SPEC RELEASE [KEY SPEC RELEASE]…: its plan.json
make_plan()
{
	local folder="$1" rounds="$2" suite="$3" sep=""

	shift 3
	mkdir -p "$folder"
	{
		printf '{"schema":1,"type":"matrix","kernels":['
		while [ $# -gt 0 ]; do
			printf '%s{"key":"%s","spec":"%s","release":"%s","image_sha256":"%064d",' \
				"$sep" "$1" "$2" "$3" 0
			printf '"modules_sha256":null,"error":null}'
			sep=,
			shift 3
		done
		printf '],"suites":["%s"],"rounds":%s,"order":"interleaved","seed":1,' \
			"$suite" "$rounds"
		printf '"options":[]}\n'
	} >"$folder/plan.json"
}
