#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will trace mdbench bonnie version=1.03 with what bonnie++ 1.03e
# calls -s 4 -n 1:5000:1000:2 and want each phase's number of calls, which make
# up what a trace of that counts: about 4947 writes, 9528 seeks, 2048 creations
# and 2051 unlinks, no sync of any kind; and three processes that each update at
# their 1st, 11th … seek.
# needs: strace
# timeout: 120
set -eu

fail()
{
	echo "$*"
	exit 1
}

# count PATTERN: calls on what is in the folder
count()
{
	cat "$TMPDIR"/trace.* | grep -v 'ENOENT' | grep -c -E "$1" || true
}

want()
{
	[ "$2" = "$3" ] || fail "$1: $2 calls, not $3"
}

# Each seeker's share n makes n reads and one update for each ten begun.
sum_updates()
{
	local f reads writes

	SEEKERS=0 UPDATES=0 READS=0
	for f in "$TMPDIR"/trace.*; do
		# the one that writes no block in order is a seeker
		! grep -q 'mdbench.bonnie.000", O_RDWR|O_CREAT' "$f" || continue
		reads=$(grep -c '^read([0-9]*<.*/mdbench.bonnie.000>, .*= 8192$' "$f" || true)
		writes=$(grep -c '^write([0-9]*<.*/mdbench.bonnie.000>, .*= 8192$' "$f" || true)
		want "updates of a seeker with $reads seeks" "$writes" $(((reads + 9) / 10))
		SEEKERS=$((SEEKERS + 1))
		READS=$((READS + reads))
		UPDATES=$((UPDATES + writes))
	done
}

main()
{
	local large="mdbench.bonnie.000>" buffer chunks=512 stdio

	mkdir "$TMPDIR/folder"
	buffer=$(stat -c %o "$TMPDIR/folder")
	stdio=$((4194304 / buffer))
	[ "$buffer" -le 1048576 ] || stdio=$chunks
	strace -ff -y -s 32 -o "$TMPDIR/trace" -e signal=none \
		-e trace=read,write,lseek,fsync,fdatasync,sync,syncfs,open,openat,creat,unlink,unlinkat,mkdir,mkdirat,rmdir \
		"$BUILD/mdbench" bonnie path="$TMPDIR/folder" version=1.03 size=4M files=1024 \
		file-size-min=1000 file-size-max=5000 folders=2 >"$TMPDIR/out" 2>&1 ||
		fail "bonnie: $(tail -n 3 "$TMPDIR/out")"
	rmdir "$TMPDIR/folder" || fail "files were left"

	sum_updates
	want "seekers" "$SEEKERS" 3
	want "seeks" "$READS" 8192
	if [ "$buffer" != 8192 ]; then
		want "putc writes" "$(count "^write\([0-9]+<.*$large, .*= $buffer\$")" "$stdio"
		want "getc reads" "$(count "^read\([0-9]+<.*$large, .*= $buffer\$")" "$stdio"
		want "block writes" "$(count "^write\([0-9]+<.*$large, .*= 8192\$")" \
			$((2 * chunks + UPDATES))
		want "block reads" "$(count "^read\([0-9]+<.*$large, .*= 8192\$")" \
			$((2 * chunks + 8192))
	fi
	want "lseek" "$(count "^lseek\([0-9]+<.*$large, .*SEEK_SET")" \
		$((chunks + 2 + 8192 + UPDATES))
	want "lseek from elsewhere" "$(count "^lseek\(.*$large, .*SEEK_(CUR|END)")" 0
	want "created" "$(count '^open(at)?\(.*"0000[01]/[^"]*", O_WRONLY\|O_CREAT\|O_TRUNC')" 2048
	want "written" "$(count '^write\([0-9]+<.*/mdbench.bonnie.files/0000[01]/')" 2048
	want "read again" "$(count '^read\([0-9]+<.*/mdbench.bonnie.files/0000[01]/[^,]*>, "')" 2048
	want "unlinked" "$(count '^unlink(at)?\(.*"[^"]*[0-9]{7}[^"]*", 0\)')" 2048
	# besides the one that all of the command is done in
	want "folders" "$(count '^mkdir(at)?\(.*(bonnie.files|0000[01])"')" 6
	want "folders removed" "$(count '^rmdir\(".*bonnie.files"|"0000[01]", AT_REMOVEDIR')" 6
	want "syncs" "$(count '^(fsync|fdatasync|sync|syncfs)\(')" 0
	# one file too many in the first of two folders: 513 and 511
	want "in the first folder" "$(count '^open(at)?\(.*"00000/[^"]*", O_WRONLY\|O_CREAT')" 1026
}

main "$@"
