# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# For tests of sessions: boot the same stick again and again by mdlab, look at what
# is on it. Sourced after metal.sh, which makes one.

STICK=$TMPDIR/stick.img
STICK_PART=$STICK@@1048576
export MTOOLS_SKIP_CHECK=1

# stick STATUS OPTION…: boot it as it is now, with the same two disks each time.
stick()
{
	local want="$1" got=0

	shift
	rm -rf "$RUN"
	"$MDLAB" stick "$STICK" --write=yes --disks="2x512M,keep=$TMPDIR/disks" \
		--timeout=600 --out="$RUN" "$@" >"$TMPDIR/stdout" 2>"$TMPDIR/stderr" </dev/null ||
		got=$?
	[ "$got" = "$want" ] && return 0
	cat "$TMPDIR/stdout" "$TMPDIR/stderr"
	tail -n 25 "$RUN/console.log" 2>/dev/null || true
	fail "exit status $got, not $want: mdlab stick $*"
}

# on_stick NAME: what is in this file of the stick.
on_stick() { mtype -i "$STICK_PART" "::$1"; }

# put_on_stick NAME <TEXT, over a file that is there
put_on_stick() { mcopy -o -i "$STICK_PART" - "::$1"; }

# journal: the events on the stick, with ", " between them, without session and sums.
journal()
{
	on_stick mdbench/progress.txt | sed -n 's/|.*//p' | sed '/^session/d; /^disks/d' |
		paste -s -d , | sed 's/,/, /g'
}

# leg NAME FILTER: values that a jq filter finds in the list of the leg's records.
leg() { on_stick "results/$1.jsonl" | jq -r -s "$2"; }

# was_printed TEXT: on the serial line.
was_printed()
{
	grep -qF -- "$1" "$RUN/console.log" && return 0
	grep -v '@mdb1' "$RUN/console.log" | tail -n 40
	fail "not on the serial line: $1"
}
