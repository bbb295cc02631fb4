#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will keep off folders that hold something, and point `latest` at default runs only.
# needs: none
# timeout: 60
set -eu
. tests/lib/fake-qemu.sh

main()
{
	lay_project
	guest <<-'END'
		frame run env step pass end-done; down guest-shutdown
	END
	mdlab_run 0
	[ ! -e "$PROJECT/results" ] || fail "--out made the default place"
	mkdir "$TMPDIR/full"
	echo mine >"$TMPDIR/full/records.jsonl"
	mdlab_run 2 --out "$TMPDIR/full"
	said "not empty"
	expect "the file in it" mine "$(cat "$TMPDIR/full/records.jsonl")"
	expect "files in it" records.jsonl "$(ls -A "$TMPDIR/full")"
	mkdir "$TMPDIR/empty"
	mdlab_run 0 --out "$TMPDIR/empty"
	[ -s "$TMPDIR/empty/verdict" ] || fail "no verdict in a folder that was empty"
	: >"$TMPDIR/file"
	mdlab_run 2 --out "$TMPDIR/file"
	mdlab_run 7 --out "$TMPDIR/file/run"
	for _ in 1 2; do
		TMPDIR=$TMPDIR/tmp "$MDLAB" run --accel tcg >/dev/null 2>&1 || fail "default place"
	done
	expect "runs" 2 "$(find "$PROJECT/results/runs" -mindepth 1 -maxdepth 1 -type d | wc -l)"
	[ -L "$PROJECT/results/runs/latest" ] || fail "latest is no link"
	[ -s "$PROJECT/results/runs/latest/verdict" ] || fail "latest points at nothing"
	nothing_left
}

main "$@"
