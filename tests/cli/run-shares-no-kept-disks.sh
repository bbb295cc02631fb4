#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will use kept disks again, and refuse a folder that another run uses.
# needs: none
# timeout: 60
set -eu
. tests/lib/fake-qemu.sh

main()
{
	local pid

	lay_project
	guest <<-'END'
		frame run env step pass end-done; down guest-shutdown
	END
	mdlab_run 0 --disks "7x1G,keep=$TMPDIR/keep"
	expect "kept" 7 "$(find "$TMPDIR/keep" -name 'disk-?.img' | wc -l)"
	echo mark | dd of="$TMPDIR/keep/disk-3.img" conv=notrunc status=none
	mdlab_run 0 --disks "7x1G,keep=$TMPDIR/keep"
	expect "content" mark "$(head -c 4 "$TMPDIR/keep/disk-3.img")"
	mdlab_run 2 --disks "7x2G,keep=$TMPDIR/keep"
	said "give that size"
	[ ! -e "$RUN" ] || fail "a folder was made"
	mkfifo "$TMPDIR/up"
	guest <<-'END'
		frame run env step; echo up >"$FAKE/up"; exec sleep 1000
	END
	"$MDLAB" run --accel tcg --out "$TMPDIR/other" --disks "7x1G,keep=$TMPDIR/keep" \
		>/dev/null 2>&1 &
	pid=$!
	read -r _ <"$TMPDIR/up"
	mdlab_run 2 --disks "7x1G,keep=$TMPDIR/keep"
	said "in use by another run"
	kill $pid
	wait $pid || true
	guest <<-'END'
		frame run env step pass end-done; down guest-shutdown
	END
	mdlab_run 0 --disks "7x1G,keep=$TMPDIR/keep"
}

main "$@"
