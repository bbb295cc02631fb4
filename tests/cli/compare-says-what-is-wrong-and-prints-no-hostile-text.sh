#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will name no runs, such as there are not, one kernel alone, too many
# groups and options that make no sense; then records whose texts are made to
# hurt a terminal, and look for what of them is printed.
# needs: none
# timeout: 60
set -eu
. tests/lib/compared.sh

refused()
{
	local line="$1"

	shift
	compare 2 "$@"
	[ ! -s "$OUT" ] || { echo "printed though refused"; cat "$OUT"; exit 1; }
	says "$line"
	[ "$(wc -l <"$ERR")" = 1 ] || { echo "more than a line:"; cat "$ERR"; exit 1; }
}

put_hostile()
{
	local run="$1/1"

	put_group "$1" 100 kernel=6.12.9
	sed -i 's|"kernel_release":"6\.12\.9|"kernel_release":"6.12\\u001b[31m\\u0007\\n\\u00e9<b>|
		s|QEMU TCG CPU version 2.5+|QEMU\\u001b]0;x\\u0007|
		s|raid1/raw/dd/write/direct-1M|raid1/raw/\\u001b[2J/write/%s%n|' "$run/records.jsonl"
	printf 'pa\033nic\007 4\n' >"$run/verdict"
	sed -i '$d' "$run/records.jsonl"
}

main()
{
	put_group "$RUNS/old" "100 101"
	put_group "$RUNS/new" "100 101" kernel=6.12.9
	refused "no run is named; mdlab log lists them, mdlab compare --help tells more"
	refused "$RUNS/old: one kernel alone, 6.1.0-57-cloud-amd64; \
name another selection to compare it with" "$RUNS/old"
	refused "no result has an id that matches none*" --only='none*' "$RUNS/old" "$RUNS/new"
	refused "base: x: no group is called so; take a label or a number up to 2" --base=x \
		"$RUNS/old" "$RUNS/new"
	refused "base: 3: no group is called so; take a label or a number up to 2" --base=3 \
		"$RUNS/old" "$RUNS/new"
	refused "metrics: none is named; take some of rate,p50,p99,cpu" --metrics= \
		"$RUNS/old" "$RUNS/new"
	# shellcheck disable=SC2046
	refused "more than 26 groups; select less" $(yes "$RUNS/old" | head -n 27)
	compare 2 "$RUNS/old" "$RUNS/none"
	grep -q "^mdlab: compare: .*/none: " "$ERR" || { cat "$ERR"; exit 1; }
	for option in --format=word --metrics=speed --smallest=-1 --smallest=1e2 --smallest=nan \
		--smallest=1001 --colour; do
		compare 2 "$option" "$RUNS/old" "$RUNS/new"
	done
	compare 0 --help
	grep -q "^usage: mdlab compare" "$OUT"

	put_hostile "$RUNS/bad"
	compare 3 "$RUNS/old" "$RUNS/bad"
	! LC_ALL=C grep -n '[^ -~]' "$ERR" || exit 1
	compare 1 --force "$RUNS/old" "$RUNS/bad"
	! LC_ALL=C grep -n '[^ -~]' "$OUT" "$ERR" || exit 1
	has 'B 6.12\x1b[31m\x07\x0a\xc3\xa9<b>: 1 run from 2026-11-30'
	has 'raid1/raw/\x1b[2J'
	has ' write %s%n - 50.0'
}

main "$@"
