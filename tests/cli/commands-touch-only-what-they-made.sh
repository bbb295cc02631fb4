#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will run mdbench rand, tio, bonnie and meta in a folder that holds
# files, links and folders by the names that they use, three of each at once,
# and after one that was killed, and want all that was there as it was and
# nothing else left; read a file without erase=, and want neither a byte nor
# its time changed; and want what cannot be done told before a byte moves.
# needs: none
# timeout: 120
set -eu

fail()
{
	echo "$*"
	cat "$TMPDIR/err"
	exit 1
}

# expect STATUS COMMAND…
expect()
{
	local want="$1" status=0

	shift
	"$BUILD/mdbench" "$@" >"$TMPDIR/out" 2>"$TMPDIR/err" || status=$?
	[ "$status" = "$want" ] || fail "$*: status $status, not $want"
}

said() { grep -q "^mdbench: $1\$" "$TMPDIR/err" || fail "no '$1'"; }

# Names, kinds, times and contents of all that is in it.
look() { (cd "$1" && tar --sort=name -cf - -- *) | cksum; }

each_family()
{
	"$@" rand size=1M count=50 depth=4
	"$@" tio size=2M count=100 threads=2
	"$@" bonnie size=1M files=1024 seeks=50
	"$@" bonnie size=1M files=1024 seeks=50 version=2.00
	"$@" meta files=200 folders=3
}

spare()
{
	expect 0 "$@" verify=yes path="$D"
	grep -q "/mdbench.$1.1: is there already, and is left as it is\$" "$TMPDIR/err" ||
		fail "$1: does not say that a name is taken"
	[ "$(look "$D")" = "$BEFORE" ] || fail "$*: $(find "$D")"
}

spare_or_plain()
{
	if [ "$1" = meta ]; then
		expect 0 "$@" path="$D"
		[ "$(look "$D")" = "$BEFORE" ] || fail "$*: $(find "$D")"
	else
		spare "$@"
	fi
}

check_names()
{
	local name

	for name in mdbench.rand mdbench.rand.1 _mdbench_tiotest.0 mdbench.tio.1 \
		    mdbench.bonnie mdbench.bonnie.000 mdbench.bonnie.notes; do
		echo mine >"$D/$name"
	done
	ln -s "$TMPDIR/victim" "$D/mdbench.meta.1"
	mkdir "$D/mdbench.bonnie.1" "$D/mdbench.bonnie.files" "$D/mdbench.meta"
	echo mine >"$D/mdbench.bonnie.files/one"
	echo mine >"$D/mdbench.bonnie.1/mdbench.bonnie"
	BEFORE=$(look "$D")
	each_family spare_or_plain
	[ ! -e "$TMPDIR/victim" ] || fail "something was written through a link"
	rm -r "${D:?}"/*
}

three_at_once()
{
	local pids="" n pid

	for n in 1 2 3; do
		"$BUILD/mdbench" "$@" path="$D" >/dev/null 2>"$TMPDIR/err.$n" &
		pids="$pids $!"
	done
	for pid in $pids; do
		wait "$pid" || fail "$*: one of three at once failed: $(cat "$TMPDIR"/err.?)"
	done
	rmdir "$D" || fail "$*: left $(ls -A "$D")"
	mkdir "$D"
}

check_killed()
{
	local pid

	"$BUILD/mdbench" rand path="$D" size=1G rw=read >/dev/null 2>&1 &
	pid=$!
	until [ -s "$D/mdbench.rand.1/mdbench.rand" ]; do
		kill -0 "$pid"
	done
	kill -KILL "$pid"
	wait "$pid" || true
	expect 0 rand path="$D" size=1M count=10
	[ "$(ls -A "$D")" = mdbench.rand.1 ] || fail "after a kill: $(ls -A "$D")"
	rm -r "${D:?}"/*
}

check_read_only()
{
	local file="$TMPDIR/file" before command

	head -c 4M /dev/urandom >"$file"
	touch -d 2001-01-01 "$file"
	ln -s file "$TMPDIR/link"
	before=$(cksum <"$file")$(stat -c %Y "$file")
	for command in rand "tio threads=1" bonnie; do
		# shellcheck disable=SC2086 # words
		expect 2 $command path="$file" size=4M
		said "${command%% *}: path: .*: is there already: erase=yes overwrites it.*"
	done
	expect 2 meta path="$file"
	said "meta: path: many files are made: name a folder"
	expect 2 rand path="$file" size=4M rw=read output="$TMPDIR/link"
	said "rand: output: also path: name another file"
	expect 0 rand path="$file" size=2M offset=2M rw=read count=50
	expect 0 tio path="$file" size=4M count=100 threads=1,2 only='*-read/*'
	expect 0 bonnie path="$file" size=4M only='read/*'
	expect 0 bonnie path="$file" size=4M only='getc/*'
	[ "$(cksum <"$file")$(stat -c %Y "$file")" = "$before" ] || fail "the file was changed"
}

check_usage()
{
	expect 2 rand path="$D" size=1M bs=2M
	said "rand: size: smaller than bs"
	expect 2 rand path="$D" depth=1,x
	said "rand: depth: '1,x': not a list of .*"
	expect 2 rand path="$D" threads=000000000000000000001000
	said "rand: threads: .*: not a list of .*"
	expect 2 rand path="$D" size=64M bs=64M depth=1024 threads=64 engine=null
	said "rand: bs: buffers of .* take half of the memory: give less"
	expect 2 rand path="$D" verify=yes align=512
	expect 2 rand path="$(printf '%500s' x)"
	said "rand: path: too long: .*"
	expect 2 tio path="$D" threads=1,2 count=1
	said "tio: count: less than one operation for each of 2 threads"
	expect 2 tio path="$D" size=8M bs=4M threads=8
	expect 2 dd if=/dev/zero of="$D/f" bs=1G count=1 streams=64
	said "dd: bs: the buffers of all streams take half of the memory: give less"
	[ -z "$(ls -A "$D")" ] || fail "what was refused made $(ls -A "$D")"
}

main()
{
	D="$TMPDIR/folder"
	mkdir "$D"
	check_names
	each_family three_at_once
	check_killed
	check_read_only
	check_usage
}

main "$@"
