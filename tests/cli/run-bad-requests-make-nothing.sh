#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will ask for what cannot be, get one line and the right status, and find no file made.
# needs: none
# timeout: 60
set -eu
. tests/lib/fake-qemu.sh

# bad STATUS TEXT OPTION…
bad()
{
	local status="$1" text="$2"

	shift 2
	mdlab_run "$status" "$@"
	said "$text"
	expect "lines said" 1 "$(wc -l <"$TMPDIR/stderr")"
	[ ! -e "$RUN" ] || fail "a folder was made: $*"
	expect "temporary files" "" "$(ls -A "$TMPDIR/tmp")"
}

main()
{
	lay_project
	guest <<-'END'
		frame run env step pass end-done; down guest-shutdown
	END
	bad 2 nonsense --nonsense=1
	bad 2 smoke --suite nowhere
	bad 2 'no test' --only 'nothing/*'
	bad 2 'disks' --disks 1
	bad 2 'disks' --disks 0
	bad 2 'bus nope' --disks 4x1G,bus=nope
	bad 2 'holds 4' --disks 7x1G,bus=ide
	bad 2 'sector' --disks 7x1G,bus=ahci,sector=4096
	bad 2 'size' --size 100G --disks 7x1G
	bad 2 'memory' --memory 5
	bad 2 'longer than 2047' --append "$(printf '%02000d' 0)"
	bad 2 'line end' --append "a
b"
	for word in dry-run=yes dry_run=yes dry-run disks=serial:x; do
		bad 2 "mdlab: run: append: $word: boot words of the appliance begin with mdbench.: write mdbench.$word" \
			--append "mdbench.repeat=2 $word quiet"
	done
	# What the kernel knows stays allowed, and so do our words with the prefix.
	mdlab_run 0 --append 'root=/dev/vda init=/bin/sh rootwait debug nosmp resize=1 mdbench.dry-run=yes'
	rm -r "$RUN"
	bad 2 "$TMPDIR/none" --attach "$TMPDIR/none"
	bad 2 "$TMPDIR/none" --segment "$TMPDIR/none"
	bad 2 'seed' --seed abc
	bad 2 'terminal' --after shell
	bad 2 'not of the form' --model xx
	bad 2 'not of the form' --model ''
	bad 2 'not of the form' --model 2x64M,mbps=fast
	bad 2 'no such file' --kernel bad
	bad 7 'cannot be fetched' --kernel gone
	guest <<-'END'
		echo "qemu-system-x86_64: no such machine" >&2; exit 1
	END
	bad 7 'no such machine'
	mv "$PROJECT/build/initramfs/base.cpio.gz" "$TMPDIR/base"
	bad 7 'type make' --disks 7x1G
	mv "$TMPDIR/base" "$PROJECT/build/initramfs/base.cpio.gz"
	rm "$TMPDIR/bin/qemu-system-x86_64"
	ln -s "$(command -v sh)" "$(command -v sha256sum)" "$TMPDIR/bin"
	PATH=$TMPDIR/bin bad_without_qemu
}

bad_without_qemu()
{
	local got=0

	"$MDLAB" run --accel tcg --out "$RUN" 2>"$TMPDIR/stderr" || got=$?
	[ "$got" = 7 ] || fail "without qemu: exit status $got"
	[ ! -e "$RUN" ] || fail "without qemu: a folder was made"
}

main "$@"
