#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will run streams of mdbench dd that end well, fail to begin or are
# told to end, and look for files that are left; keep some, flip a byte and
# want its block named; and look at what the patterns write.
# needs: none
# timeout: 60
set -eu

fail()
{
	echo "$*"
	cat "$TMPDIR/err"
	exit 1
}

# expect STATUS OPERAND…
expect()
{
	local want="$1" status=0

	shift
	"$BUILD/mdbench" dd "$@" 2>"$TMPDIR/err" || status=$?
	[ "$status" = "$want" ] || fail "$*: status $status, not $want"
}

said() { grep -q "$1" "$TMPDIR/err" || fail "no '$1'"; }

left() { find "$TMPDIR/dir" -type f | sort | sed "s#$TMPDIR/dir/##" | tr '\n' ' '; }

want_left() { [ "$(left)" = "$1" ] || fail "left: $(left), not $1"; }

flip()
{
	local byte

	byte=$(dd if="$1" bs=1 skip="$2" count=1 2>/dev/null | od -An -tu1)
	# shellcheck disable=SC2059 # an octal escape
	printf "\\$(printf %o $((byte ^ 1)))" |
		dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}

check_files()
{
	local d="$TMPDIR/dir"

	expect 0 if=/dev/zero of="$d/f" bs=64K count=4 streams=3
	want_left ""
	said '^stream 3 of 3: .*/dir/f.3$'
	said '^4+0 records out$'
	said '^3 streams: 786432 bytes (786 kB, 768 KiB) copied, '
	said '^overlap: all ran for '
	echo mine >"$d/f.2"
	expect 2 if=/dev/zero of="$d/f" bs=64K count=4 streams=2
	said "dir/f.2: is there already: erase=yes overwrites it\$"
	[ "$(cat "$d/f.2")" = mine ] || fail "somebody's file was written to"
	expect 0 if=/dev/zero of="$d/f" bs=64K count=4 streams=2 erase=yes
	want_left "f.2 "
	[ "$(wc -c <"$d/f.2")" = 262144 ] || fail "erase=yes did not overwrite"
	rm "$d/f.2"
	ln -s "$TMPDIR/not-there" "$d/f.1"
	expect 2 if=/dev/zero of="$d/f" bs=64K count=4 streams=2
	[ ! -e "$TMPDIR/not-there" ] || fail "wrote through a link"
	rm "$d/f.1"
	expect 0 pattern=zeros of="$d" bs=64K count=4 streams=2 keep=yes sync=yes
	want_left "test.1 test.2 "
	said '^2 streams and sync: 524288 bytes'
	said '^sync took '
	rm "$d"/*
	mkdir "$d/f.2"
	expect 1 if=/dev/zero of="$d/f" bs=64K count=4 streams=3 erase=yes
	want_left ""
	said "dir/f.2: open: Is a directory\$"
	rmdir "$d/f.2"
}

check_signal()
{
	local d="$TMPDIR/dir" status=0 dd

	"$BUILD/mdbench" dd if=/dev/zero of="$d/f" bs=4k count=100000000 oflag=dsync \
		streams=3 2>"$TMPDIR/err" &
	dd=$!
	until [ -s "$d/f.1" ] && [ -s "$d/f.2" ] && [ -s "$d/f.3" ]; do
		kill -0 "$dd"
	done
	kill -TERM "$dd"
	wait "$dd" || status=$?
	[ "$status" = 143 ] || fail "TERM: status $status"
	want_left ""
	said 'stopped by signal 15 at '
}

check_verify()
{
	local d="$TMPDIR/dir" w="bs=16K count=8 seed=7 verify=yes"

	# shellcheck disable=SC2086 # words
	{
		expect 0 pattern=random of="$d/f" $w streams=2 keep=yes
		expect 0 if="$d/f" of=/dev/null $w streams=2
		flip "$d/f.2" $((5 * 16384 + 700))
		expect 1 if="$d/f" of=/dev/null $w streams=2 output="$TMPDIR/record"
		said "^mdbench: dd: $d/f.2: verify at 81920: its checksum is wrong\$"
		grep -q '"verdict":"fail","reason":"[^"]*verify at 81920' "$TMPDIR/record" ||
			fail "record: $(cat "$TMPDIR/record")"
		want_left "f.1 f.2 "
		expect 0 if=/dev/zero of="$d/one" $w
		expect 0 if="$d/one" of=/dev/null $w
		expect 0 if="$d/one" of=/dev/null bs=16K seed=7 verify=yes streams=3
		expect 1 if="$d/one" of=/dev/null bs=16K seed=8 verify=yes
		said "one: verify at 0: it is of another run\$"
		flip "$d/one" $((2 * 16384))
		expect 1 if="$d/one" of=/dev/null $w
		said "one: verify at 32768: it holds no stamp\$"
		expect 2 if="$d/one" of="$d/two" $w
		said "verify: would change what is copied"
	}
	rm "$d"/*
}

check_patterns()
{
	local d="$TMPDIR/dir" size

	expect 0 pattern=random seed=1 of="$d/a" bs=64K count=8 output="$TMPDIR/record"
	grep -q '"pattern":"random","seed":1,.*"source":"memory"' "$TMPDIR/record" ||
		fail "record: $(cat "$TMPDIR/record")"
	expect 0 pattern=random seed=1 of="$d/b" bs=16K count=32
	expect 0 pattern=random seed=2 of="$d/c" bs=16K count=32
	cmp "$d/a" "$d/b" || fail "another block size, other bytes"
	! cmp -s "$d/a" "$d/c" || fail "another seed, the same bytes"
	size=$(gzip -c "$d/a" | wc -c)
	[ "$size" -gt 524288 ] || fail "random data were compressed to $size bytes"
	expect 0 pattern=ramp of="$d/a" bs=64K count=2
	[ "$(od -An -tu1 -j 65660 -N 6 "$d/a" | tr -s ' ')" = " 124 125 126 127 0 1" ] ||
		fail "ramp: $(od -An -tu1 -j 65660 -N 6 "$d/a")"
	expect 0 pattern=random seed=1 of="$d/p" bs=16K count=8 streams=2 keep=yes
	! cmp -s "$d/p.1" "$d/p.2" || fail "streams write the same"
	expect 2 pattern=ramp if="$d/a" of="$d/b" bs=64K
	said 'pattern: is for what is written'
	expect 2 if=/dev/zero of="$d/f" streams=65
	expect 2 if=/dev/zero of="$d/f" streams=2
	said 'count: not given'
	expect 2 if="$d/a" of="$d/f" streams=2 count=1
	expect 2 if="$d/a" of="$d/f" skip=1000
	said 'ends before byte 512000$'
}

main()
{
	mkdir "$TMPDIR/dir"
	check_files
	check_signal
	check_verify
	check_patterns
}

main "$@"
