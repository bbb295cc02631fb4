#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will print a command, find no file made, and get the same run from a shell.
# needs: none
# timeout: 30
set -eu
. tests/lib/fake-qemu.sh

main()
{
	lay_project
	guest <<-'END'
		printf "%s\n" "$@" >"$FAKE/words"; frame run; console hello
	END
	RUN="$TMPDIR/a run's folder, odd"
	: >"$TMPDIR/a file"
	truncate -s 1M "$TMPDIR/a file"
	mdlab_run 0 --print --append "quoted=\"a b\" it's" --attach "$TMPDIR/a file"
	[ ! -e "$RUN" ] || fail "--print made a folder"
	[ ! -e "$TMPDIR/words" ] || fail "--print started QEMU"
	expect "temporary files" "" "$(ls -A "$TMPDIR/tmp")"
	grep -q -- '-kernel' "$TMPDIR/stdout" || fail "no command: $(cat "$TMPDIR/stdout")"
	cp "$TMPDIR/stdout" "$TMPDIR/print"
	sh "$TMPDIR/print" || fail "the command does not run"
	grep -q "quoted=\"a b\" it's\$" "$TMPDIR/words" || fail "words were changed"
	grep -q "path=$TMPDIR/a run's folder,, odd/records.raw" "$TMPDIR/words" ||
		fail "comma in a name"
	grep -q 'serial=attached-0' "$TMPDIR/words" || fail "the attached disk is missing"
	expect "disks" 7 "$(find "$RUN" -name 'disk-*.img' -size 8388608 | wc -l)"
	# base! and modules, each padded to 4 bytes.
	expect "initrd" 16 "$(wc -c <"$RUN/initrd")"
	grep -q hello "$RUN/console.raw" || fail "no console"
	guest <<-'END'
		frame run env step pass end-done; down guest-shutdown
	END
	mdlab_run 0 --append "quoted=\"a b\" it's" --attach "$TMPDIR/a file"
	# Only the run's id differs.
	expect "command" "$(sed 's/mdbench.run=[^ ]*//' "$TMPDIR/print")" \
		"$(sed 's/mdbench.run=[^ ]*//' "$RUN/command")"
}

main "$@"
