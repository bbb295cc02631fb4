#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will lose a record on the port and find it on the console, with times on each line.
# needs: none
# timeout: 30
set -eu
. tests/lib/fake-qemu.sh

main()
{
	lay_project
	cat >"$TMPDIR/guest" <<-'END'
		console '[    0.100000] a message'
		frame run env step end-done
		sed -n 's/^pass @/@/p' "$FRAMES" >>"$CONSOLE"
		down guest-shutdown
	END
	mdlab_run 0
	expect "order" "1,2,3,4,5" \
		"$(sed 's/.*"seq":\([0-9]*\).*/\1/' "$RUN/records.jsonl" | paste -s -d, -)"
	grep -q '^\[ *[0-9]*\.[0-9]*\] \[    0.100000\] a message$' "$RUN/console.log" ||
		fail "console.log: $(cat "$RUN/console.log")"
	grep -q '^\[ 1/1\] raid1/raw/dd/write/async-1M .* 1\.0 GB/s$' "$TMPDIR/stderr" ||
		fail "progress: $(cat "$TMPDIR/stderr")"
	grep -q 'async-1M' "$TMPDIR/stdout" || fail "no table on standard output"
	expect "files" "command console.log records.jsonl verdict" \
		"$(find "$RUN" -type f -exec basename {} \; | sort | tr '\n' ' ' | sed 's/ $//')"
}

main "$@"
