#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will fill a file system of 8 MiB in blocks of 3 MiB and want GNU
# dd's lines, one line that names the file, the offset and the reason, what is
# kept, status 1, and a record that says fail.
# needs: root
# timeout: 60
set -eu

fail()
{
	echo "$*"
	cat "$TMPDIR/err"
	exit 1
}

# In a mount namespace of its own, so nothing stays mounted whatever happens.
inside()
{
	local status=0

	mkdir "$TMPDIR/small"
	mount -t tmpfs -o size=8M none "$TMPDIR/small" || exit 77
	LC_ALL=C "$BUILD/mdbench" dd if=/dev/zero of="$TMPDIR/small/f" bs=3M count=10 \
		output="$TMPDIR/record" 2>"$TMPDIR/err" || status=$?
	[ "$status" = 1 ] || fail "status $status"
	grep -q '^3+0 records in$' "$TMPDIR/err" || fail "records in"
	grep -q '^2+0 records out$' "$TMPDIR/err" || fail "records out"
	grep -q '^8388608 bytes (8.4 MB, 8.0 MiB) copied, ' "$TMPDIR/err" || fail "bytes"
	grep -q "^mdbench: dd: $TMPDIR/small/f: write at 8388608: No space left on device\$" \
		"$TMPDIR/err" || fail "no error line"
	grep -q "^mdbench: dd: $TMPDIR/small/f: kept, 8388608 bytes\$" "$TMPDIR/err" ||
		fail "does not say what is kept"
	grep -q '"verdict":"fail","reason":"[^"]*No space left on device"' "$TMPDIR/record" ||
		fail "record: $(cat "$TMPDIR/record")"
	grep -q '"bytes":8388608,' "$TMPDIR/record" || fail "record: $(cat "$TMPDIR/record")"
}

main()
{
	if [ "${1:-}" = inside ]; then
		inside
		return
	fi
	if ! unshare -m true 2>"$TMPDIR/err"; then
		echo "no mount namespace: $(cat "$TMPDIR/err")"
		exit 77
	fi
	unshare -m --propagation private sh "$0" inside
}

main "$@"
