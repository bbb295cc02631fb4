#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will compare tests that fail, break, are void, unsupported, missing or
# held by memory in one of two groups: figures of those count for nothing, and
# what passes in the base and does not in the other makes the exit status 1.
# needs: none
# timeout: 60
set -eu
. tests/lib/compared.sh

T=raid1/raw/dd/write/direct-1M
OTHER=single/raw/dd/write/direct-1M

# put NAME [WORD=VALUE]…: three runs of two tests
put()
{
	local name="$1"

	shift
	rm -rf "${RUNS:?}/$name"
	put_group "$RUNS/$name" "100 101 102" "rate=$T:5e7 $OTHER:6e7" "$@"
}

# Figures that memory held, in runs that passed.
put_cached()
{
	put "$1"
	for run in "$RUNS/$1"/*; do
		sed -i "/\"type\":\"result\".*$(echo $T | sed 's|/|.|g')/s/\"cached\":false/\"cached\":true/
			/\"type\":\"result\".*raid1/s/\"rate_bytes_per_s\":[0-9]*/\"rate_bytes_per_s\":1/" \
			"$run/records.jsonl"
	done
}

ends()
{
	compare "$1" --metrics=rate "$RUNS/$2" "$RUNS/$3"
	has "$4"
	has "$5"
	has "rate: 0 slower, 0 faster, 1 same, 0 cannot tell, 1 not compared"
}

main()
{
	put good
	for verdict in fail broken void; do
		put bad "bad=$T:$verdict" why=because
		ends 1 good bad " write direct-1M 50.5 1.5 $verdict breaks" \
			"B $verdict: because"
		tells "Passes in A, and does not here:"
		# The other way round it has been mended, and that is no alarm.
		ends 0 bad good " write direct-1M $verdict 50.5" "A $verdict: because"
		tells "Did not pass:"
		ends 0 bad bad " write direct-1M $verdict $verdict" "B $verdict: because"
	done
	put bad "bad=$T:unsupported" "why=no io_uring"
	ends 0 good bad " write direct-1M 50.5 1.5 unsup." "B unsupported: no io_uring"

	put_cached held
	ends 0 good held " write direct-1M 50.5 1.5 cached" " not compared, 1 of 1: cached in B"
	ends 0 held good " write direct-1M cached 50.5" " not compared, 1 of 1: cached in A"
	ends 0 held held " write direct-1M cached cached" \
		" not compared, 1 of 1: cached in A and B"

	# A single run that fails is an alarm, and the figures of the others count.
	cp -r "$RUNS/good" "$RUNS/some"
	put bad "bad=$T:fail" why=because
	rm -r "$RUNS/some/2"
	cp -r "$RUNS/bad/2" "$RUNS/some/2"
	compare 1 --metrics=rate "$RUNS/good" "$RUNS/some"
	has "B fail: because"
	has "rate: 0 slower, 0 faster, 1 same, 1 cannot tell"
	tells "5 repeats of each side are needed, there are 3 and 2"

	# A run that was cut off does not have all; nor is a test that nobody ran an alarm.
	sed -i "/\"type\":\"\(step\|result\)\".*raid1/d;/\"type\":\"end\"/d" "$RUNS/some/2/records.jsonl"
	echo "panic 4" >"$RUNS/some/2/verdict"
	compare 1 --metrics=rate "$RUNS/good" "$RUNS/some"
	has "B broken: the run ended before it: panic"
	rm -rf "$RUNS/some"
	put_group "$RUNS/some" "100 101 102" "rate=$OTHER:6e7"
	ends 0 good some " write direct-1M 50.5 1.5 -" " not compared, 1 of 1: not run in B"
}

main "$@"
