# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# For boot tests: boot a guest by mdlab, look at what came home. mdlab builds
# the QEMU command; there is no other way to boot a guest in these tests.

MDLAB=$BUILD/mdlab
RUN=$TMPDIR/run
# For a BUILD outside the project.
export MDBENCH_ROOT="$PWD"

fail() { echo "FAIL: $*"; exit 1; }

# boot STATUS OPTION…: mdlab run into $RUN (deleted before) must end with STATUS.
boot()
{
	local want="$1" got=0

	shift
	rm -rf "$RUN"
	"$MDLAB" run --out "$RUN" "$@" >"$TMPDIR/stdout" 2>"$TMPDIR/stderr" </dev/null ||
		got=$?
	[ "$got" = "$want" ] && return 0
	cat "$TMPDIR/stderr"
	tail -n 25 "$RUN/console.log" 2>/dev/null || true
	fail "exit status $got, not $want: mdlab run $*"
}

# records FILTER: values that a jq filter finds in the list of all records.
records() { jq -r -s "$1" "$RUN/records.jsonl"; }

# expect WHAT WANT GOT
expect() { [ "$2" = "$3" ] || fail "$1: '$3', not '$2'"; }

# said TEXT: mdlab said it on stderr.
said()
{
	grep -qF -- "$1" "$TMPDIR/stderr" && return 0
	cat "$TMPDIR/stderr"
	fail "not said: $1"
}

# The kernel's log since boot holds nothing bad, and the verdict is on file.
expect_clean()
{
	expect "bad kernel messages" "" \
		"$(records '.[] | select(.type == "log" and (.text |
			test("BUG|WARNING|Oops|blocked for more than|Call Trace"))) | .text')"
	expect "verdict" "pass 0" "$(head -n 1 "$RUN/verdict")"
	expect "records that are missing" 0 \
		"$(records '(last | .records) - length')"
}

# segment NAME: an initramfs segment from $TMPDIR/root, laid over the base.
segment()
{
	(cd "$TMPDIR/root" && bsdtar --format=newc --uid 0 --gid 0 -cf - .) |
		gzip -n >"$TMPDIR/$1.cpio.gz"
	echo "$TMPDIR/$1.cpio.gz"
}

# init_segment <SCRIPT: a segment whose /init is the script on standard input.
init_segment()
{
	mkdir -p "$TMPDIR/root"
	cat >"$TMPDIR/root/init"
	chmod 755 "$TMPDIR/root/init"
	segment init
}

# segment_that_then <COMMANDS: an /init that starts the appliance and, when
# RAID1 is up and the tests on it begin, does the commands on standard input.
segment_that_then()
{
	{
		cat <<'END'
#!/bin/sh
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
while read -r module rest; do insmod "$module" $rest; done </lib/mdbench/modules/order
mdbench appliance &
while ! grep -q md101 /proc/mdstat; do :; done
END
		cat
	} | init_segment
}

# expect_both_arrays RELEASE_PATTERN: as $RUN was asked for with --only of this:
# shellcheck disable=SC2034 # tests have use for it
BOTH_ARRAYS='raid*/ext4/dd/*/*-1M'
expect_both_arrays()
{
	expect_clean
	expect "results" "12 pass" \
		"$(records '[.[] | select(.type == "result")] | "\(length) \(map(.verdict) | unique | join(" "))"')"
	expect "arrays" "raid1 created zeroed, raid0 created null" \
		"$(records '[.[] | select(.type == "array") | "\(.target) \(.origin) \(.initial)"] | join(", ")')"
	# A pattern is wanted here.
	# shellcheck disable=SC2254
	case $(records '.[] | select(.type == "env") | .kernel_release') in
	$1) ;;
	*) fail "another kernel ran: $(records '.[1].kernel_release')" ;;
	esac
}
