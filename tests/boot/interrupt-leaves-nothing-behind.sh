#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will interrupt, and kill, mdlab in the middle of a run: no QEMU stays, results do.
# needs: qemu network
# timeout: 300
set -eu
. tests/lib/boot.sh
# wait_record PID TYPE: until a record of this type has come home.
wait_record()
{
	while ! grep -qs "\"type\":\"$2\"" "$RUN/records.jsonl"; do
		kill -0 "$1" 2>/dev/null || { cat "$TMPDIR/stderr"; fail "mdlab ended early"; }
	done
}
# guests: QEMU processes of this test, by the run's folder on their command line.
guests() { for p in /proc/[0-9]*; do tr '\0' ' ' <"$p/cmdline" 2>/dev/null |
	grep -q "^[^ ]*qemu-system.*$RUN" && echo "${p#/proc/}"; done || true; }
for signal in INT TERM KILL; do
	rm -rf "$RUN"
	# A shell ignores SIGINT for its background jobs; mdlab blocks it and reads
	# it from a descriptor, so it comes all the same.
	# The first result comes soon, the last would after an hour.
	"$MDLAB" run --out "$RUN" --disks 2x256M --only 'raid1/raw/dd/*/direct-1M' \
		--repeat 1000 \
		>"$TMPDIR/stdout" 2>"$TMPDIR/stderr" </dev/null &
	pid=$!
	wait_record $pid result
	[ "$(guests)" ] || fail "no guest is seen: this check sees nothing"
	kill -$signal $pid
	got=0
	wait $pid || got=$?
	case $signal in INT) want=130 ;; TERM) want=143 ;; KILL) want=137 ;; esac
	expect "exit status after SIG$signal" "$want" "$got"
	# The kernel ends a killed mdlab's QEMU; it may take a moment to go.
	for p in $(guests); do tail --pid="$p" -f /dev/null; done
	expect "guests after SIG$signal" "" "$(guests)"
	grep -q '"type":"result"' "$RUN/records.jsonl" || fail "partial results are lost"
	[ $signal = KILL ] && continue
	expect "verdict" "interrupted $want" "$(head -n 1 "$RUN/verdict")"
	expect "disks that stay" "" "$(find "$RUN" -name '*.img')"
	expect "initrds that stay" "" "$(find "$RUN" -name '*initrd*')"
done
