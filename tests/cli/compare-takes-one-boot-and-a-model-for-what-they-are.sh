#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will compare groups of one run each, whose repeats are the values then,
# groups of too few runs, and runs of the model lab, whose figures have no noise.
# needs: none
# timeout: 60
set -eu
. tests/lib/compared.sh

WARNING="one boot of each: what differs from boot to boot is not in these intervals"
TEST=raid1/raw/dd/write/direct-1M

main()
{
	make_runs "$RUNS/old" repeat=8 noise=1 seed=1 "rate=$TEST:5e7"
	make_runs "$RUNS/new" repeat=8 noise=1 seed=2 "rate=$TEST:3e7" kernel=6.12.9
	compare 1 "$RUNS/old" "$RUNS/new"
	tells "$WARNING"
	tells "Medians of the repeats;"
	has "rate: 1 slower, 0 faster, 0 same, 0 cannot tell"

	# Of two boots each is one value, however often it repeats.
	make_runs "$RUNS/old" runs=2 repeat=8 noise=1 seed=1 "rate=$TEST:5e7"
	rm -r "$RUNS"/old
	make_runs "$RUNS/old" runs=2 repeat=8 noise=1 seed=1 "rate=$TEST:5e7"
	compare 0 "$RUNS/old" "$RUNS/new"
	expect_no_line "one boot of each"
	has "rate: 0 slower, 0 faster, 0 same, 1 cannot tell"
	tells "cannot tell, 1 of 1: 5 repeats of each side are needed, there are 2 and 1"

	# One figure each is enough where there is no noise; no interval, no p.
	put_group "$RUNS/model" 100 accel=tcg-icount "rate=$TEST:5e7"
	put_group "$RUNS/slower" 96 accel=tcg-icount "rate=$TEST:5e7" kernel=6.12.9
	put_group "$RUNS/near" 98 accel=tcg-icount "rate=$TEST:5e7" kernel=6.12.9
	compare 1 "$RUNS/model" "$RUNS/slower"
	has " write direct-1M 50.0 48.0 -4.0 slower"
	tells "time is counted in instructions: figures are of a model, not of hardware"
	expect_no_line "95 %\|one boot of each\|corrected"
	compare 0 "$RUNS/model" "$RUNS/near"
	has "rate: 0 slower, 0 faster, 1 same, 0 cannot tell"
	compare 0 --smallest=2.5 "$RUNS/model" "$RUNS/near"
	tells "A change of less than 2.5 % does not matter."
	compare 1 --smallest=1.75 "$RUNS/model" "$RUNS/near"
	tells "figures without noise differ by 1.75 % or more"
	compare 1 --smallest=0 "$RUNS/model" "$RUNS/near"
	compare 1 --smallest=1 "$RUNS/model" "$RUNS/near"
	has "rate: 1 slower, 0 faster, 0 same, 0 cannot tell"
}

main "$@"
