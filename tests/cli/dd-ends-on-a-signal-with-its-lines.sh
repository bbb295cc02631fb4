#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will end mdbench dd with TERM while it waits for its input, and
# want its three lines and 128 plus the signal as status.
# needs: none
# timeout: 30
set -eu

main()
{
	local status=0 dd

	mkfifo "$TMPDIR/fifo"
	"$BUILD/mdbench" dd if="$TMPDIR/fifo" of="$TMPDIR/out" bs=4 2>"$TMPDIR/err" &
	dd=$!
	exec 3<>"$TMPDIR/fifo"	# does not wait for a reader
	printf abcd >&3
	until [ -s "$TMPDIR/out" ]; do
		kill -0 "$dd"
	done
	kill -TERM "$dd"
	wait "$dd" || status=$?
	exec 3>&-
	cat "$TMPDIR/err"
	[ "$status" = 143 ]
	grep -q '^1+0 records in$' "$TMPDIR/err"
	grep -q '^1+0 records out$' "$TMPDIR/err"
	grep -q '^4 bytes copied, ' "$TMPDIR/err"
	grep -q 'stopped by signal 15 at 4$' "$TMPDIR/err"
}

main "$@"
