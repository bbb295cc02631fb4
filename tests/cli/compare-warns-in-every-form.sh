#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will compare a group with a part of itself, several kernels as one, and
# runs by force, and look for the warning in each form, for a form that has no place
# for it among the messages; then groups in which nothing counts, and outputs that
# are lost, which is said once.
# needs: none
# timeout: 60
set -eu
. tests/lib/compared.sh

# warned TEXT ARGS…: by all forms.
warned()
{
	local text="$1" form

	shift
	for form in text markdown json junit tap; do
		compare 0 --format="$form" "$@"
		tells "$text"
		[ ! -s "$ERR" ] || { echo "$form: said, too:"; cat "$ERR"; exit 1; }
	done
	compare 0 --format=csv "$@"
	expect_no_line "$text"
	says "beware: $text"
}

# lost STATUS COMMAND…: standard output is the caller's. One line says that it is lost.
lost()
{
	local want="$1" status=0

	shift
	"$MDLAB" "$@" 2>"$ERR" || status=$?
	[ "$status" = "$want" ] || { echo "$*: exit status $status, not $want"; exit 1; }
	[ "$(grep -c 'standard output: ' "$ERR")" = 1 ] || { echo "$*:"; cat "$ERR"; exit 1; }
}

main()
{
	local word void=raid1/raw/dd/write/direct-1M:void

	put_group "$RUNS/old" "100 101 99"
	put_group "$RUNS/new" "100 101" kernel=6.12.9
	warned "figures under TCG are those of the emulator, comparable among themselves only" \
		"$RUNS/old" "$RUNS/new"
	warned "one boot of each: what differs from boot to boot is not in these intervals" \
		"$RUNS/old/1" "$RUNS/new/1"
	warned "3 runs are in more than one group, as in A and in B, which makes them more alike" \
		"$RUNS/old" "$RUNS/old"
	warned "1 run is in two groups, as in A and in C, which makes them more alike" \
		"$RUNS/old" "$RUNS/new" "$RUNS/old/2"
	cp -r "$RUNS/old/1" "$RUNS/new/3"
	warned "B has runs of several kernels, taken for one: 6.12.9 and 6.1.0-57-cloud-amd64" \
		"$RUNS/old" "$RUNS/new"
	put_group "$RUNS/large" "100 101" memory=512
	warned "not alike, and compared by force: memory: A up to 256M; B up to 512M" --force \
		"$RUNS/old" "$RUNS/large"

	# Nothing that is right was found: that is not the same as nothing that is slower.
	put_group "$RUNS/void" "100 101" "rate=${void%:*}:5e7" bad="$void"
	for word in old void; do
		compare 2 --only='raid1/raw/dd/write/*' "$RUNS/void" "$RUNS/$word"
		says "nothing was compared: no test counts in the base and in another group"
		expect_line '^A  void: it was made up so$'
	done

	lost 2 compare "$RUNS/old" "$RUNS/new" >/dev/full
	lost 2 compare "$RUNS/old" "$RUNS/new" >&-
	lost 1 show "$RUNS/old/1" >/dev/full
	lost 1 show "$RUNS/old/1" >&-
	lost 1 log >/dev/full
	lost 1 log >&-
}

main "$@"
