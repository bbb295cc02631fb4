#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will take the # away from each example of a stick's plan.txt, as its
# reader would: it is a plan then; and mistakes in one are refused by name.
# needs: none
# timeout: 60
set -eu

fail() { echo "FAIL: $*"; exit 1; }
check() { "$BUILD/mdbench" appliance --check="$1" 2>"$TMPDIR/stderr"; }

grep -v '^@' boot/stick/plan.txt >"$TMPDIR/plan"
check "$TMPDIR/plan" || fail "the plan as it is: $(cat "$TMPDIR/stderr")"
sed -n 's/^#\([a-z]*\)=.*/\1/p' "$TMPDIR/plan" >"$TMPDIR/words"
[ "$(wc -l <"$TMPDIR/words")" -ge 10 ] || fail "no examples are seen: this test sees nothing"
while read -r word; do
	case $word in
	disks|erase) continue ;;	# they go together, below
	esac
	sed "s/^#$word=/$word=/" "$TMPDIR/plan" >"$TMPDIR/plan.new"
	check "$TMPDIR/plan.new" || fail "$word: $(cat "$TMPDIR/stderr")"
done <"$TMPDIR/words"
sed 's/^#disks=/disks=/; s/^#erase=/erase=/' "$TMPDIR/plan" >"$TMPDIR/plan.new"
check "$TMPDIR/plan.new" || fail "disks: $(cat "$TMPDIR/stderr")"

# refused TEXT PLAN
refused()
{
	local got=0

	printf '%s\n' "$2" >"$TMPDIR/plan.new"
	check "$TMPDIR/plan.new" || got=$?
	[ $got = 2 ] || fail "$2: exit status $got, not 2"
	grep -qF -- "$1" "$TMPDIR/stderr" || fail "not said: $1: $(cat "$TMPDIR/stderr")"
}

refused 'disks: A1,B2: needs erase=yes' 'disks=A1,B2'
refused 'line 1: suit: unknown option' 'suit=smoke'
refused 'all' 'rounds=3 all kernels'
