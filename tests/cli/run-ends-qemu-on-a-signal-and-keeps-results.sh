#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will signal mdlab while a scripted guest runs: it ends, files go, results stay.
# needs: none
# timeout: 60
set -eu
. tests/lib/fake-qemu.sh

signal_ends()
{
	local signal="$1" want="$2" got=0 pid qemu

	rm -rf "$RUN" "$TMPDIR/up"
	mkfifo "$TMPDIR/up"
	TMPDIR=$TMPDIR/tmp "$MDLAB" run --accel tcg --out "$RUN" \
		>"$TMPDIR/stdout" 2>"$TMPDIR/stderr" </dev/null &
	pid=$!
	# Blocks until the guest says that its records are written.
	read -r qemu <"$TMPDIR/up"
	kill -"$signal" $pid
	wait $pid || got=$?
	expect "exit status after SIG$signal" "$want" "$got"
	expect "verdict" "interrupted $want" "$(head -n 1 "$RUN/verdict")"
	[ ! -e "/proc/$qemu" ] || fail "the guest still runs after SIG$signal"
	expect "records" 4 "$(wc -l <"$RUN/records.jsonl")"
	nothing_left
}

main()
{
	lay_project
	guest <<-'END'
		frame run env step pass; echo $$ >"$FAKE/up"; exec sleep 1000
	END
	signal_ends INT 130
	signal_ends TERM 143
	signal_ends HUP 129
}

main "$@"
