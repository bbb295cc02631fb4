#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will run a matrix of Debian's 5.10, 6.1, 6.12 and newest cloud kernels, look
# at what each measured, at the comparison and at the report, and ask for it again.
# needs: qemu network jq
# timeout: 1200
set -eu
. tests/lib/boot.sh

COL=$TMPDIR/matrix
SPECS="debian:bullseye debian:bookworm debian:bookworm-backports debian:trixie-backports"

# As people do, but for what the make that runs the tests hands down.
make_matrix()
{
	env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make --no-print-directory matrix \
		KERNELS="$SPECS" SUITE=smoke ARGS="--only=$BOTH_ARRAYS --out=$COL" \
		>"$TMPDIR/stdout" 2>"$TMPDIR/stderr" </dev/null && return 0
	cat "$TMPDIR/stderr"
	fail "make matrix failed"
}

main()
{
	local release key=0 sum

	make_matrix
	expect "runs" "r1-k1 r1-k2 r1-k3 r1-k4" "$(cd "$COL" && echo r*-*)"
	for release in '5.10.*' '6.1.*' '6.12.*' '7.*'; do
		key=$((key + 1))
		RUN=$COL/r1-k$key
		expect_both_arrays "$release"
		release=$(records '.[] | select(.type == "env") | .kernel_release')
		expect "release in the plan" "$release" \
			"$(jq -r ".kernels[$key - 1].release" "$COL/plan.json")"
		grep -qF "$release" "$COL/compare.txt" || fail "$release is not compared"
	done
	tail -n "$(wc -l <"$COL/compare.txt")" "$TMPDIR/stdout" | cmp - "$COL/compare.txt" ||
		fail "the comparison is not what was printed"
	grep -qE '^ +write fsync-1M ' "$COL/compare.txt" || fail "no test in the comparison"
	[ -s "$COL/report.html" ] || fail "no report"
	# All is there: nothing is booted again.
	sum=$(cat "$COL"/r*/verdict "$COL"/r*/records.jsonl | sha256sum)
	make_matrix
	said "0 runs to make, 4 of 4 are there"
	expect "runs of before" "$sum" "$(cat "$COL"/r*/verdict "$COL"/r*/records.jsonl | sha256sum)"
}

main "$@"
