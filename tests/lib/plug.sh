# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# For tests that pull the plug of a machine again and again, at points that a
# seeded generator chooses, and then want the session to be complete. Sourced
# after metal.sh and session.sh.

TESTS_OF_PLAN=6
PULLED=$TMPDIR/pulled
SEEN=$TMPDIR/seen
CUTS=$TMPDIR/cuts

KERNELS=3
ROUNDS=1
# What a kernel and a leg bring on the serial line, roughly: points are chosen so
# that the session is about done when the last one was pulled. What the firmware
# and its boot loader bring, LOADER_BYTES, is said to survive_ten_pulls.
BOOT_BYTES=40000
LEG_BYTES=34000

# The same seed gives the same points; what the machine does there is its own.
plug_seed()
{
	[ "${SEED:-}" ] || SEED=$(od -An -N3 -tu4 /dev/urandom | tr -d ' ')
	case $SEED in
	*[!0-9]*) fail "SEED=$SEED: not a number" ;;
	esac
	echo "SEED=$SEED repeats this"
	random_state=$SEED
	: >"$SEEN"
	: >"$CUTS"
	mkdir -p "$PULLED"
}

# Kernels say what they do, so that there are points in their boot, too.
talk()
{
	local file

	for file in kernels.txt menu.cfg next.cfg; do
		on_stick "mdbench/$file" | sed 's/ loglevel=4/ loglevel=7/' >"$TMPDIR/$file"
		put_on_stick "mdbench/$file" <"$TMPDIR/$file"
	done
}

# random BELOW: $drawn from 1 to BELOW.
random()
{
	random_state=$(((random_state * 1103515245 + 12345) % 2147483648))
	drawn=$((random_state / 8))
	random_state=$(((random_state * 1103515245 + 12345) % 2147483648))
	drawn=$(((drawn * 16 + random_state / 134217728) % $1 + 1))
}

# plug_stick OPTION…: boot it with its own disks and those of others; $got is the status.
plug_stick()
{
	got=0
	rm -rf "$RUN"
	nice "$MDLAB" stick "$STICK" --write=yes --disks="2x512M,keep=$TMPDIR/disks" \
		--attach="$FOREIGN/ext4" --attach="$FOREIGN/md,bus=nvme" \
		--attach="$FOREIGN/swap" --attach="$FOREIGN/data,bus=usb" \
		--state="$TMPDIR/state" --timeout=900 --out="$RUN" "$@" \
		>"$TMPDIR/stdout" 2>"$TMPDIR/stderr" </dev/null || got=$?
	# A frame that came whole; the last one may have been cut off.
	LC_ALL=C perl -ne 'while (/\@mdb1 \d+ (\d+) [0-9a-f]{8} (\{.*\})/g) {
		print "$2\n" if length($2) == $1 }' "$RUN/console.log" >>"$SEEN"
	foreign_unchanged
}

# whole_records <FILE: what counts of a records file, as the appliance reads it.
whole_records()
{
	LC_ALL=C perl -0777 -ne 'while (/\G(\{"schema":1,"type":"[a-z]+","seq":(\d+),.*\})\n/gc) {
		last if $2 != ++$n; print "$1\n" }'
}

# legs: names of all that the plan has, in order.
legs()
{
	local round kernel

	for round in $(seq "$ROUNDS"); do
		for kernel in $(seq "$KERNELS"); do
			echo "r$round-k$kernel"
		done
	done
}

# last_event: of a leg, or the end of all, in the journal on the stick.
last_event() { journal | sed 's/.*, //'; }

# keep_cut LEG FILE: if the run was cut off there, the crash record that has to follow.
keep_cut()
{
	jq -r -s --arg leg "$1" '
		if length == 0 or last.type == "end" then empty else
		(reduce .[] as $r (null; if $r.type == "step" then $r.id
			elif $r.type == "result" or $r.type == "crash" then null
			else . end)) as $step |
		"\($leg) \(last.seq + 1) \($step // "-")" end' "$2" >>"$CUTS"
}

# look NUMBER: the stick as it is after a pull. What was on it is on it, byte for byte.
look()
{
	local name event leg=

	event=$(last_event)
	case $event in
	'run '*) leg=$(echo "$event" | sed 's/run \([0-9]*\) /r\1-/') ;;
	esac
	legs | while read -r name; do
		on_stick "results/S0001/$name.jsonl" 2>/dev/null | whole_records >"$TMPDIR/now"
		if [ -e "$PULLED/$name" ]; then
			head -c "$(wc -c <"$PULLED/$name")" "$TMPDIR/now" |
				cmp - "$PULLED/$name" || fail "pull $1: $name: records changed"
		fi
		[ "$name" != "$leg" ] || keep_cut "$name" "$TMPDIR/now"
		[ ! -s "$TMPDIR/now" ] || mv "$TMPDIR/now" "$PULLED/$name"
	done || exit 1
	sort -u "$CUTS" -o "$CUTS"
	echo "pull $1 at byte $drawn: ${event:-no event};" \
		"$(cat "$PULLED"/r* 2>/dev/null | wc -l) records;" \
		"$(tail -n 1 "$RUN/console.log" | tr -cd '\040-\176' | tail -c 70)"
}

# choose_point LEFT PULLS: $drawn, a byte of the serial line; one in six is in the
# boot loader. With so many legs and pulls left a leg's bytes are so many pulls.
choose_point()
{
	local boots=2

	random 6
	if [ "$drawn" = 1 ]; then
		random "$LOADER_BYTES"
		return 0
	fi
	# Those of the first kernel are not behind another one.
	[ $(($1 % KERNELS)) != 0 ] || boots=1
	random $((boots * BOOT_BYTES + 3 * $1 * LEG_BYTES / ($2 + 1)))
	drawn=$((LOADER_BYTES + drawn))
}

# pull_plugs COUNT OPTION…: pull it so often.
pull_plugs()
{
	local count="$1" i=0 left event

	shift
	left=$((ROUNDS * KERNELS))
	while [ $i -lt "$count" ]; do
		choose_point "$left" $((count - i))
		plug_stick --kill-at-bytes="$drawn" "$@"
		event=$(last_event)
		[ "$event" != finished ] || left=0
		left=$((ROUNDS * KERNELS - $(journal | grep -o 'done [0-9]* k' | wc -l)))
		if grep -q 'the plug was pulled' "$TMPDIR/stderr"; then
			i=$((i + 1))
			look $i
		elif [ "$event" != finished ]; then
			cat "$TMPDIR/stdout" "$TMPDIR/stderr"
			grep -av '@mdb1' "$RUN/console.log" | tail -n 40 | cut -c 1-300
			fail "the machine ended by itself with status $got behind: $event"
		fi
	done
}

# Events of a leg: it was booted, it ran, it may have crashed and run again, it is done.
check_journal()
{
	local name round key want=

	for name in $(legs); do
		round=${name#r}
		key=${name#*-}
		round=${round%-*}
		want="$want(boot $round $key, )*run $round $key, "
		want="$want(crash $round $key unknown, (boot $round $key, )*run $round $key, )*"
		want="${want}done $round $key, "
	done
	journal | grep -qxE "${want}finished" || fail "journal: $(journal)"
}

# check_leg NAME: of its records nothing is missing, made up, or there twice.
check_leg()
{
	local file="$TMPDIR/end/$1"

	on_stick "results/S0001/$1.jsonl" >"$file"
	whole_records <"$file" >"$TMPDIR/whole"
	cmp "$TMPDIR/whole" "$file" || fail "$1: not all lines are records"
	expect "$1: runs" 1 "$(jq -s '[.[] | .run] | unique | length' "$file")"
	expect "$1: results" "$TESTS_OF_PLAN $TESTS_OF_PLAN" "$(jq -r -s '
		[.[] | select(.type == "result") | .id] | "\(length) \(unique | length)"' "$file")"
	expect "$1: tests of the plan" "$TESTS_OF_PLAN" \
		"$(jq -s '.[] | select(.type == "run") | .tests' "$file")"
	# Twice down in a test, and never else: it is broken, and says why.
	expect "$1: tests that are not as their crashes say" "" "$(jq -r -s '
		([.[] | select(.type == "crash") | .step] | map(select(.))) as $steps |
		.[] | select(.type == "result") | . as $r |
		([$steps[] | select(. == $r.id)] | length) as $n |
		if $n >= 2 then select(.verdict != "broken" or $n != 2 or .wall_ns != null or .reason !=
			"crashed: the machine went down in it 2 times")
		else select(.verdict != "pass") end | "\(.id) \(.verdict) \(.reason) \($n)"' "$file")"
	expect "$1: end" "end done $TESTS_OF_PLAN" "$(jq -r -s '
		last | "\(.type) \(.outcome) \(.pass + .broken)"' "$file")"
	expect "$1: records of the end" true "$(jq -s '(last | .records) == length' "$file")"
	jq -r --arg leg "$1" 'select(.type == "crash") |
		"\($leg) \(.seq) \(.step // "-")"' "$file" >>"$TMPDIR/crashes"
}

# File systems that lost power may have lengths of chains and counts that are off,
# and nothing that joins files or loses what is in them.
check_fat()
{
	dd if="$STICK" of="$TMPDIR/part" bs=1M skip=1 conv=sparse status=none
	fsck.vfat -n "$TMPDIR/part" >"$TMPDIR/fsck" 2>&1 || true
	cat "$TMPDIR/fsck"
	# The boot sector and its spare differ by the mark of a file system in use.
	if grep -iE 'share|FATs differ|bad |invalid|loop|chain length is <|start does|unreadable' \
	    "$TMPDIR/fsck"; then
		fail "the stick's file system is damaged"
	fi
	rm -f "$TMPDIR/part"
}

# The session runs to its end; all of it is there, and the next start runs nothing.
plug_finish()
{
	local name

	plug_stick "$@"
	case $got in
	0|1) ;;
	*) fail "exit status $got at the end: $(cat "$TMPDIR/stderr")" ;;
	esac
	mkdir -p "$TMPDIR/end"
	: >"$TMPDIR/crashes"
	journal
	check_journal
	for name in $(legs); do
		check_leg "$name"
		[ ! -e "$PULLED/$name" ] || head -c "$(wc -c <"$PULLED/$name")" \
			"$TMPDIR/end/$name" | cmp - "$PULLED/$name" || fail "$name: records changed"
	done
	sort "$TMPDIR/crashes" | diff "$CUTS" - || fail "crash records are not those of the pulls"
	sort -u "$SEEN" >"$TMPDIR/seen.sorted"
	cat "$TMPDIR/end"/r* | sort >"$TMPDIR/all.sorted"
	expect "records on the serial line that the stick has not" 0 \
		"$(comm -23 "$TMPDIR/seen.sorted" "$TMPDIR/all.sorted" | wc -l)"
	expect "tests" "$TESTS_OF_PLAN" "$(cat "$TMPDIR/end"/r* |
		jq -s '[.[] | select(.type == "result") | .id] | unique | length')"
	expect "kernels" "$KERNELS" "$(cat "$TMPDIR/end"/r* |
		jq -s '[.[] | select(.type == "env") | .kernel_release +
			(.cmdline | match("mdbench.kernel=[^ ]*").string)] | unique | length')"
	on_stick results/S0001/summary.txt | grep -q finished ||
		fail "summary.txt does not say finished"
	check_fat
	check_home
	check_rest "$@"
}

# What mdlab takes home and shows.
check_home()
{
	local name

	"$MDLAB" import --out="$TMPDIR/home" "$STICK" >"$TMPDIR/import" 2>&1 || true
	for name in $(legs); do
		cmp "$TMPDIR/home/S0001-$name"-*/records.jsonl "$TMPDIR/end/$name" ||
			fail "$name did not come home: $(cat "$TMPDIR/import")"
	done
	"$MDLAB" show "$TMPDIR/home"/S0001-* >"$TMPDIR/show" || fail "mdlab show: $?"
	cat "$TMPDIR/show"
	expect "rows of mdlab show" "$TESTS_OF_PLAN" \
		"$(grep -cE '^ +(write|read) [a-z]+-1M ' "$TMPDIR/show")"
}

# A new start runs nothing and changes nothing.
check_rest()
{
	cat "$TMPDIR/end"/r* | cksum >"$TMPDIR/sum"
	journal >"$TMPDIR/events"
	plug_stick "$@"
	was_printed 'nothing is run'
	journal | cmp - "$TMPDIR/events" || fail "the journal has changed"
	for name in $(legs); do
		on_stick "results/S0001/$name.jsonl"
	done | cksum | cmp - "$TMPDIR/sum" || fail "records have changed"
}

# survive_ten_pulls FIRMWARE LOADER_BYTES: a stick of three kernels, all of it.
survive_ten_pulls()
{
	LOADER_BYTES=$2
	plug_seed
	lay_foreign
	mkdir "$TMPDIR/state"
	stick_image "reference debian:bookworm:amd64 debian:trixie-backports:amd64" suite=smoke \
		'only=raid1/ext4/dd/*/*-1M' size=8M rounds=$ROUNDS countdown=0 hold=0
	talk
	pull_plugs 10 --firmware="$1"
	plug_finish --firmware="$1"
}
