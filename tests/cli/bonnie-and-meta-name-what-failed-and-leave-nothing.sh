#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will let single calls of mdbench bonnie and meta fail, be cut short
# or be interrupted, and want: an error ends the run with status 1 and one line
# that names phase, call and file; what is short or interrupted is gone on with
# and counted; and no file is left in any case.
# needs: strace
# timeout: 300
set -eu

fail()
{
	echo "$*"
	tail -n 4 "$TMPDIR/err"
	exit 1
}

# run INJECTION FAMILY OPTION…: sets STATUS. Only calls on files in the folder.
run()
{
	local inject="$1" family="$2"

	shift 2
	STATUS=0
	rm -f "$TMPDIR/record"
	strace -f -o "$TMPDIR/trace" -e signal=none -P "$PLACE" -e "inject=$inject" \
		"$BUILD/mdbench" "$family" path="$TMPDIR/folder" seed=1 output="$TMPDIR/record" \
		"$@" >"$TMPDIR/out" 2>"$TMPDIR/err" || STATUS=$?
	rmdir "$TMPDIR/folder" 2>/dev/null ||
		fail "$family $* with $inject left $(find "$TMPDIR/folder" | tail -n +2 | head)"
	mkdir "$TMPDIR/folder"
	grep -q INJECTED "$TMPDIR/trace" || fail "$family $*: nothing was injected: $inject"
}

# wants_error TEXT INJECTION FAMILY OPTION…
wants_error()
{
	local text="$1"

	shift
	run "$@"
	[ "$STATUS" = 1 ] || fail "$*: status $STATUS"
	grep -q "^mdbench: $2: .*$text\$" "$TMPDIR/err" || fail "$*: no line with $text"
	grep -q '"verdict":"\(fail\|broken\)"' "$TMPDIR/record" || fail "$*: no verdict"
}

# wants_errors_counted INJECTION FAMILY OPTION…
wants_errors_counted()
{
	run "$@"
	[ "$STATUS" = 0 ] || fail "$*: status $STATUS"
	grep -q '"errors":[1-9]' "$TMPDIR/record" || fail "$*: was not counted"
	! grep -q '"verdict":"fail"' "$TMPDIR/record" || fail "$*: did not pass"
}

bonnie_103()
{
	local one="$TMPDIR/folder/mdbench.bonnie.1/mdbench.bonnie.000" io="size=1M files=0"

	PLACE="$one"
	# shellcheck disable=SC2086 # several words
	for phase in putc write; do
		wants_error "$phase 1.03: fail: write at [0-9]* of $one: $EIO" \
			write:error=EIO:when=7 bonnie only="$phase/*" $io
		wants_error "$phase 1.03: fail: write at [0-9]* of $one: No space left on device" \
			write:error=ENOSPC:when=7 bonnie only="$phase/*" $io
		wants_errors_counted write:retval=100:when=7 bonnie only="$phase/*" $io
		wants_errors_counted write:error=EINTR:when=7 bonnie only="$phase/*" $io
	done
	# shellcheck disable=SC2086 # several words
	for phase in rewrite getc read seeks; do
		wants_error "$phase 1.03: fail: read at [0-9]* of $one: $EIO" \
			read:error=EIO:when=7 bonnie only="$phase/*" $io
		wants_errors_counted read:error=EINTR:when=7 bonnie only="$phase/*" $io
	done
	# shellcheck disable=SC2086 # several words
	{
		wants_errors_counted read:retval=100:when=7 bonnie only="read/*" $io
		wants_error "read 1.03: fail: read at 49152 of $one: No data available" \
			read:retval=0:when=7 bonnie only="read/*" $io
		wants_error "write 1.03: fail: open of $one: Permission denied" \
			open,openat:error=EACCES:when=1 bonnie only="write/*" $io
		wants_error "rewrite 1.03: fail: lseek at [0-9]* of $one: $EIO" \
			lseek:error=EIO:when=3 bonnie only="rewrite/*" $io
		wants_error "write 1.03: fail: close of $one: $EIO" \
			close:error=EIO:when=1 bonnie only="write/*" $io
	}
}

bonnie_200()
{
	local one="$TMPDIR/folder/mdbench.bonnie.1/mdbench.bonnie" io="size=1M files=0 version=2.00"

	PLACE="$one"
	# shellcheck disable=SC2086 # several words
	{
		wants_error "write 2.00: fail: fsync at 0 of $one: $EIO" \
			fsync:error=EIO:when=1 bonnie only="write/*" $io
		wants_error "seeks 2.00: fail: read at [0-9]* of $one: $EIO" \
			read:error=EIO:when=50 bonnie only="seeks/*" $io
		wants_error "seeks 2.00: fail: write at [0-9]* of $one: No space left on device" \
			write:error=ENOSPC:when=20 bonnie only="seeks/*" $io seeks=1000
		wants_error "getc 2.00: fail: read at 6 of $one: $EIO" \
			read:error=EIO:when=7 bonnie only="getc/*" $io fast=no
	}
}

# A seeker whose word that it is ready is interrupted says it again.
seekers_are_heard()
{
	local version

	for version in 1.03 2.00; do
		rm -f "$TMPDIR"/trace.*
		strace -ff -o "$TMPDIR/trace" -e signal=none -e inject=write:error=EINTR:when=1+2 \
			"$BUILD/mdbench" bonnie path="$TMPDIR/folder" size=1M files=0 seeks=50 \
			only='seeks/*' version="$version" >/dev/null 2>"$TMPDIR/err" ||
			fail "seeks $version: failed"
		grep -q 'write(.*, "\\0", 1) *= .*INJECTED' "$TMPDIR"/trace.* ||
			fail "seeks $version: no seeker was interrupted"
	done
}

# The first file that is made: its name follows from the seed.
first_name()
{
	strace -f -o "$TMPDIR/names" -e signal=none -e trace=open,openat \
		"$BUILD/mdbench" bonnie path="$TMPDIR/folder" seed=1 size=0 files=1024 \
		folders=2 only='seq-create/*' >/dev/null 2>&1
	sed -n 's/.*"\(00000\/0000000[^"]*\)", O_WRONLY.*/\1/p' "$TMPDIR/names" | head -n 1
}

# Calls by name are found by their folder's descriptor, the others by the file.
small_files()
{
	local all="$TMPDIR/folder/mdbench.bonnie.1/mdbench.bonnie.files" one
	local files="size=0 files=1024 folders=2"

	one="$all/$(first_name)"
	[ "$one" != "$all/" ] || fail "no file was made"
	PLACE="$all"
	# shellcheck disable=SC2086 # several words
	{
		wants_error "seq-create 1.03: fail: folders of $all: No space left on device" \
			mkdir,mkdirat:error=ENOSPC:when=2 bonnie $files
		wants_error "seq-create 1.03: fail: create of $one: No space left on device" \
			open,openat:error=ENOSPC:when=2 bonnie $files
		wants_errors_counted open,openat:error=EINTR:when=2 bonnie $files only='seq-*'
		wants_error "ran-stat 1.03: fail: stat of $all/0000.*: $EIO" \
			stat,newfstatat:error=EIO:when=9 bonnie $files only='ran-*'
		wants_error "ran-delete 1.03: fail: unlink of $all/0000.*: $EIO" \
			unlink,unlinkat:error=EIO:when=9 bonnie $files only='ran-*'
		wants_errors_counted unlink,unlinkat:error=EINTR:when=9 bonnie $files only='ran-*'
		wants_error "seq-delete 2.00: fail: rmdir of $all/: $EIO" \
			rmdir:error=EIO:when=1 bonnie $files version=2.00 only='seq-*'
	}
	PLACE="$one"
	# shellcheck disable=SC2086 # several words
	{
		wants_error "seq-create 1.03: fail: write at 0 of $one: No space left on device" \
			write:error=ENOSPC:when=1 bonnie $files file-size-min=100 file-size-max=100
		wants_errors_counted write:retval=1:when=1 bonnie $files file-size-min=100 \
			file-size-max=100 only='seq-*'
		wants_error "seq-stat 1.03: fail: read at 0 of $one: $EIO" \
			read:error=EIO:when=1 bonnie $files file-size-min=100 file-size-max=100
	}
}

meta()
{
	PLACE="$TMPDIR/folder/mdbench.meta.1/mdbench.meta"
	wants_error "create 5x20: fail: folders of $PLACE: Permission denied" \
		mkdir,mkdirat:error=EACCES:when=1 meta files=100 folders=5
	wants_error "create 5x20: fail: create of $PLACE/00003/0000000003: No space left on device" \
		open,openat:error=ENOSPC:when=5 meta files=100 folders=5
	wants_error "delete 5x20: fail: unlink of $PLACE/.*: $EIO" \
		unlink,unlinkat:error=EIO:when=50 meta files=100 folders=5
}

main()
{
	EIO="\\(I/O\\|Input/output\\) error"	# musl's words, glibc's
	mkdir "$TMPDIR/folder"
	bonnie_103
	bonnie_200
	seekers_are_heard
	meta
	small_files
}

main "$@"
