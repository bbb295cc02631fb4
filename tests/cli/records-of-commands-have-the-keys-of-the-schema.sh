#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will look for every key that results/schema.md names for a result
# in the records of each family's command, and for a direct write that is
# refused in the form of a record that says unsupported.
# needs: none
# timeout: 120
set -eu

# Keys of the tables of results for FAMILY: a row that begins "dd:" or "bonnie,
# meta:" is theirs alone.
schema_keys()
{
	awk -F '|' -v family="$1" '
		/^## / { on = $0 == "## result" }
		!/^\|/ { table = 0 }
		/^\| key / { table = 1 }
		on && table && $2 ~ /`/ {
			owners = $3
			if (owners ~ /^ (dd|bonnie|tio|rand|meta)(, [a-z]+)*:/) {
				sub(/:.*/, "", owners)
				if (owners !~ "(^|[ ,])" family "($|,)")
					next
			}
			print $2
		}' results/schema.md | tr -d '` ' | tr ',' '\n'
}

# expect_keys FAMILY: all of them, in every record.
expect_keys()
{
	local key count=0 lines

	lines=$(wc -l <"$TMPDIR/record")
	[ "$lines" -gt 0 ]
	for key in schema type seq run t_ns $(schema_keys "$1"); do
		count=$((count + 1))
		[ "$(grep -c "[{,]\"$key\":" "$TMPDIR/record")" = "$lines" ] || {
			echo "FAIL: $1: no $key in each of $lines records"
			cut -c 1-2000 "$TMPDIR/record"
			exit 1
		}
	done
	[ "$count" -gt 50 ]
}

# of FAMILY OPTION…: records of a command that passes.
of()
{
	local family="$1"

	shift
	"$BUILD/mdbench" "$family" "$@" format=json >"$TMPDIR/record" 2>"$TMPDIR/err" || {
		cat "$TMPDIR/err"
		exit 1
	}
	expect_keys "$family"
}

main()
{
	of dd if=/dev/zero of="$TMPDIR/out" bs=64K size=1M conv=fsync
	[ ! -s "$TMPDIR/err" ]
	[ "$(wc -l <"$TMPDIR/record")" = 1 ]
	grep -q '"verdict":"pass","reason":null,' "$TMPDIR/record"
	grep -q '"bytes":1048576,"ops":16,' "$TMPDIR/record"
	mkdir "$TMPDIR/w"
	of bonnie path="$TMPDIR/w" size=2M files=1024 version=2.00 seeks=100
	of tio path="$TMPDIR/w" size=2M threads=2 count=100
	of rand path="$TMPDIR/w" size=2M depth=2 engine=psync,aio count=100
	of meta path="$TMPDIR/w" files=100 folders=5
	if "$BUILD/mdbench" dd if=/dev/zero of="$TMPDIR/out" bs=1000 count=2 oflag=direct \
	    format=json output="$TMPDIR/record" 2>"$TMPDIR/err"; then
		echo "this file system takes any direct write"
	else
		grep -q '"verdict":"unsupported","reason":"[^"]*direct' "$TMPDIR/record"
	fi
}

main "$@"
