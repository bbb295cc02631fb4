#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will end a scripted machine in every way there is, with a stick that
# holds this or that, and compare verdict and status.
# needs: dosfstools mtools fdisk
# timeout: 180
set -eu
. tests/lib/fake-qemu.sh

# What the guest of these tests can do besides: see tests/lib/fake-qemu.sh.
guest_words()
{
	cat <<'END'
put() { mcopy -o -i "$FAKE/run/stick.img@@1048576" "$FAKE/$1" "::$2"; }
result() {
	for tag; do sed -n "s/^$tag @/@/p" "$FRAMES"; done | cut -d ' ' -f 5- >"$FAKE/leg"
	put leg results/S0001/r1-k1.jsonl
}
END
}

event()
{
	perl -e 'my $c = 0xffffffff;
		for my $b (unpack "C*", $ARGV[0]) {
			$c ^= $b; $c = $c & 1 ? $c >> 1 ^ 0x82f63b78 : $c >> 1 for 1 .. 8;
		}
		printf "%-127s\n", sprintf "%s|%08x", $ARGV[0], $c ^ 0xffffffff' "$1"
}

lay_stick()
{
	truncate -s 70M "$TMPDIR/stick.img"
	printf '2048,,c,*\n' | sfdisk -q --label dos "$TMPDIR/stick.img"
	mkfs.vfat -F 32 -s 1 --offset 2048 "$TMPDIR/stick.img" 70656 >/dev/null
	mmd -i "$TMPDIR/stick.img@@1048576" ::results ::results/S0001 ::mdbench
	event "session 1 rounds 1 kernels 1 words 0 disks 0" >"$TMPDIR/begun"
	{ cat "$TMPDIR/begun"; event "done 1 k1"; event finished; } >"$TMPDIR/finished"
	{ cat "$TMPDIR/begun"; event "given-up 1 k1"; event finished; } >"$TMPDIR/given-up"
	{ event "session 1 rounds 1 kernels 2 words 0 disks 0"; event "done 1 k1"
	  event "done 1 k2"; event finished; } >"$TMPDIR/finished-two"
	sha256sum "$TMPDIR/stick.img" >"$TMPDIR/sum"
}

# ends WORD STATUS TEXT [OPTION…] <GUEST: TEXT must be in the verdict.
ends()
{
	local word="$1" want="$2" text="$3" got=0

	shift 3
	{ guest_words; cat; } >"$TMPDIR/guest"
	rm -rf "$RUN"
	XDG_RUNTIME_DIR=$TMPDIR/tmp "$MDLAB" stick "$TMPDIR/stick.img" --accel=tcg --out="$RUN" "$@" \
		>"$TMPDIR/stdout" 2>"$TMPDIR/stderr" </dev/null || got=$?
	[ "$got" = "$want" ] || { cat "$TMPDIR/stderr"; fail "exit status $got, not $want: $text"; }
	expect "verdict" "$word $want" "$(head -n 1 "$RUN/verdict")"
	grep -qF -- "$text" "$RUN/verdict" || { cat "$RUN/verdict"; fail "no '$text'"; }
	sha256sum -c --quiet "$TMPDIR/sum" || fail "the image was written to"
	rm -f "$RUN/stick.img"
	nothing_left
}

test_sessions()
{
	ends pass 0 'pass=1 fail=0' <<-'END'
		result run env step pass end-done; put finished mdbench/progress.txt
		down guest-shutdown
	END
	# The serial line alone never means success.
	ends incomplete 6 'no session on the stick' <<-'END'
		RECORDS=$CONSOLE; frame run env step pass end-done; down guest-shutdown
	END
	ends incomplete 6 'session S0001 did not finish' <<-'END'
		result run env step pass end-done; put begun mdbench/progress.txt
		down guest-shutdown
	END
	ends incomplete 6 '1 runs came home of 2' <<-'END'
		result run env step pass end-done; put finished-two mdbench/progress.txt
		down guest-shutdown
	END
	ends incomplete 6 'without an end record' <<-'END'
		result run env step pass; put finished mdbench/progress.txt; down guest-shutdown
	END
	ends fail 1 'S0001/r1-k1.jsonl: raid1/raw/dd/write/async-1M: broken' <<-'END'
		result run env step broken end-done; put finished mdbench/progress.txt
		down guest-shutdown
	END
	ends fail 1 'given up' <<-'END'
		result; put given-up mdbench/progress.txt; mdel -i "$FAKE/run/stick.img@@1048576" ::results/S0001/r1-k1.jsonl
		down guest-shutdown
	END
	ends refused 3 'holds ext4' <<-'END'
		result run env refused; put begun mdbench/progress.txt; down guest-shutdown
	END
}

test_ends()
{
	ends hung 5 'nothing on the serial line for 1 s' --silence=1s <<-'END'
		console hello; exec sleep 1000
	END
	ends hung 5 '--timeout of 1 s' --timeout=1s <<-'END'
		console hello; trap '' TERM; while :; do sleep 1000; done
	END
	ends incomplete 6 'no session on the stick' <<-'END'
		console 'the machine does not turn off: turn it off by hand'; exec sleep 1000
	END
	ends panic 4 'Attempted to kill init' <<-'END'
		console 'Kernel panic - not syncing: Attempted to kill init!'; down guest-shutdown
	END
	ends not-started 7 'qemu died: out of luck' <<-'END'
		console hello; echo 'out of luck' >&2; exit 1
	END
	ends incomplete 6 'the plug was pulled at two' --kill-at=two,2 <<-'END'
		trap '' TERM; console 'two one'; console 'two two'; exec sleep 1000
	END
	ends incomplete 6 'the plug was pulled' --kill-at-bytes=20 <<-'END'
		console 0123456789; console 0123456789; exec sleep 1000
	END
	ends incomplete 6 'stopped as asked at this, or that' '--until=this, or that' <<-'END'
		printf 'half a line, this, or that' >>"$CONSOLE"; exec sleep 1000
	END
}

refuses()
{
	local text="$1" got=0

	shift
	"$MDLAB" stick "$@" >"$TMPDIR/stdout" 2>"$TMPDIR/stderr" || got=$?
	[ "$got" = 2 ] || { cat "$TMPDIR/stderr"; fail "exit status $got, not 2: stick $*"; }
	grep -qF -- "$text" "$TMPDIR/stderr" || { cat "$TMPDIR/stderr"; fail "not said: $text"; }
}

test_requests()
{
	local img="$TMPDIR/stick.img"

	refuses 'no image given'
	refuses 'No such file' missing
	refuses 'virtio' "$img" --disks=2,bus=virtio-blk
	refuses 'bus=ide: with --machine=pc or 2003' "$img" --disks=2,bus=ide
	refuses 'uefi: not with --machine=2003' "$img" --machine=2003 --firmware=uefi
	refuses 'itco' "$img" --machine=pc --watchdog=itco
	refuses 'needs --unplug-at' "$img" --replug-at=x
	refuses 'needs an image, and --cdrom' "$img" --plug-at=x
	refuses 'no model of QEMU' "$img" '--cpu=a b'
	refuses 'unknown option' "$img" --nonsense=1
}

# words COUNT TEXT OPTION…: so often is it in the command.
words()
{
	local want="$1" text="$2"

	shift 2
	"$MDLAB" stick "$TMPDIR/stick.img" --accel=tcg --print "$@" >"$TMPDIR/stdout"
	expect "$text with $*" "$want" "$(grep -o -- "$text" "$TMPDIR/stdout" | wc -l)"
}

test_words()
{
	words 0 virtio --disks=2 --attach="$TMPDIR/begun"
	words 2 serial=mdbench- --disks=2x256M,bus=nvme
	words 5 serial=mdbench- --disks=2,bus=nvme --disks=3,bus=megasas
	words 3 'scsi-hd,bus=megasas0.0' --disks=2,bus=nvme --disks=3,bus=megasas
	words 1 'scsi-hd,bus=mptsas0.0' --disks=1,bus=mptsas1068
	words 1 'ide-hd,bus=ide.0,unit=0' --disks=1 --machine=2003
	words 1 'pc,acpi=off' --machine=2003
	words 1 piix3-usb-uhci --machine=2003
	words 1 'usb-ehci,id=port' --port=ehci
	words 1 'removable=on' --port=ehci
	words 0 'serial=mdbench-' --attach="$TMPDIR/begun"
	words 1 'serial=attached-0' --attach="$TMPDIR/begun"
	words 1 'noreboot=off' --watchdog=itco
	words 1 'acpi-erst' --pstore=erst
	words 0 'no-reboot' --disks=1
}

main()
{
	lay_project
	lay_stick
	test_requests
	test_words
	test_sessions
	test_ends
}

main "$@"
