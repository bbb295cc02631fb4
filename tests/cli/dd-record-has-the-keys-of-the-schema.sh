#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will look for every key that results/schema.md names for a result
# in the record of mdbench dd, and for a direct write that is refused in the
# form of a record that says unsupported.
# needs: none
# timeout: 30
set -eu

schema_keys()
{
	awk '/^## / { on = $2 == "result" } on && /^\| `/' results/schema.md |
		cut -d '|' -f 2 | tr -d '` ' | tr ',' '\n'
}

main()
{
	local key count=0 status=0

	"$BUILD/mdbench" dd if=/dev/zero of="$TMPDIR/out" bs=64K size=1M conv=fsync \
		format=json >"$TMPDIR/record" 2>"$TMPDIR/err"
	[ ! -s "$TMPDIR/err" ]
	[ "$(wc -l <"$TMPDIR/record")" = 1 ]
	for key in schema type seq run t_ns $(schema_keys); do
		count=$((count + 1))
		grep -q "[{,]\"$key\":" "$TMPDIR/record" || {
			echo "no $key in $(cat "$TMPDIR/record")"
			status=1
		}
	done
	[ "$count" -gt 30 ]
	grep -q '"verdict":"pass","reason":null,' "$TMPDIR/record"
	grep -q '"bytes":1048576,"ops":16,' "$TMPDIR/record"
	if "$BUILD/mdbench" dd if=/dev/zero of="$TMPDIR/out" bs=1000 count=2 oflag=direct \
	    format=json output="$TMPDIR/record" 2>"$TMPDIR/err"; then
		echo "this file system takes any direct write"
	else
		grep -q '"verdict":"unsupported","reason":"[^"]*direct' "$TMPDIR/record"
	fi
	return "$status"
}

main "$@"
