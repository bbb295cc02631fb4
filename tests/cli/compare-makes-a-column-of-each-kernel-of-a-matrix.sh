#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will compare the kernels of a matrix in the order in which they were
# asked for, name those that were not had or told nothing, and compare the
# printed table to the byte; then kernels that a selection finds, without a plan.
# needs: none
# timeout: 60
set -eu
. tests/lib/compared.sh

# A sixth kernel that could not be had, and a seventh that died before it told anything.
plan_more()
{
	sed -i 's|\],"suites"|,{"key":"k6","spec":"debian:sid","release":null,"error":"no such suite"}&|
		s|\],"suites"|,{"key":"k7","spec":"/src/new","release":"7.3.0-rc1","error":null}&|' \
		"$1/plan.json"
	mkdir "$1/r1-k7" "$1/r2-k7"
	echo "panic 4" >"$1/r1-k7/verdict"
	echo "panic 4" >"$1/r2-k7/verdict"
}

main()
{
	local matrix="$RUNS/m"

	put_rounds "$matrix" k1 "100 101 99 100 102" kernel=6.1.0-57-cloud-amd64
	put_rounds "$matrix" k10 "90 91 89 90 92" kernel=5.10.0-34-cloud-amd64
	put_rounds "$matrix" k2 "110 111 109 110 113" kernel=6.12.9+deb13-cloud-amd64
	put_rounds "$matrix" k3 "70 130 101 150 80" kernel=6.19.0-rc3
	make_plan "$matrix" 5 smoke k3 "/src/linux" 6.19.0-rc3 \
		k10 debian:bullseye 5.10.0-34-cloud-amd64 \
		k1 debian:bookworm 6.1.0-57-cloud-amd64 \
		k2 debian:trixie 6.12.9+deb13-cloud-amd64
	compare 1 --base='6.1.*' "$matrix"
	same_as compare-matrix.txt

	plan_more "$matrix"
	compare 1 --base='6.12*' --only='single/*' --metrics=rate "$matrix"
	tells "debian:sid could not be had: no such suite"
	tells "/src/new brought no results: 2 runs, panic"

	# That a kernel told nothing is a reason of its own to exit with 1.
	rm -r "$matrix"/r?-k3 "$matrix"/r?-k10 "$matrix"/r?-k2
	compare 1 "$matrix"
	tells "debian:bullseye has no run yet"
	rm -r "$matrix"/r?-k7
	compare 2 "$matrix"
	says "$matrix: one kernel alone, 6.1.0-57-cloud-amd64; name another selection to compare it with"

	# Without a plan kernels come in the order of their first runs.
	put_group "$RUNS/x" "100 101 99 100 102" kernel=6.9.1
	put_group "$RUNS/y" "100 101 99 100 102" kernel=5.4.2 day=20261201
	compare 0 'kernel=?.*.?'
	has "A 6.9.1: 5 runs from 2026-11-30"
	has "B 5.4.2: 5 runs from 2026-12-01"
	has "rate: 0 slower, 0 faster, 4 same, 0 cannot tell"
}

main "$@"
