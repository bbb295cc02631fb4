#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will import the same session from a folder, an image and a serial log,
# again, after it grew, and from sources that are hostile or none of ours.
# needs: dosfstools mtools fdisk jq
# timeout: 120
set -eu
MDLAB=$(realpath "$BUILD")/mdlab
FRAMES=$PWD/tests/cli/data/run-frames

fail() { echo "FAIL: $*"; exit 1; }

# import STATUS OPTION…: its output in out and err.
import()
{
	local want="$1" got=0

	shift
	"$MDLAB" import "$@" >out 2>err || got=$?
	[ "$got" = "$want" ] || { cat out err; fail "exit status $got, not $want: import $*"; }
}

says() { grep -qF -- "$1" out err || { cat out err; fail "not said: $1"; }; }

# frames TAG…: those of the made-up run; records: their JSON alone.
frames() { local tag; for tag; do sed -n "s/^$tag @/@/p" "$FRAMES"; done; }
records() { frames "$@" | cut -d ' ' -f 5-; }

# event TEXT: one of the journal, with its sum.
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
	mkdir -p stick/results/S0001 stick/mdbench
	records run env step pass end-done >stick/results/S0001/r1-k1.jsonl
	printf 'SUMMARY \033[2J of it\r\nsecond line\n' >stick/results/S0001/summary.txt
	{
		event "session 1 rounds 1 kernels 1 words 0 disks 0"
		event "done 1 k1"
		event "finished"
	} >stick/mdbench/progress.txt
}

# image NAME: a stick of what is in the folder.
image()
{
	truncate -s 70M "$1"
	printf '2048,,c,*\n' | sfdisk -q --label dos "$1"
	mkfs.vfat -F 32 -s 1 -i 1a2b3c4d --offset 2048 "$1" 70656 >/dev/null
	mcopy -s -i "$1@@1048576" stick/results stick/mdbench ::
}

same_run()
{
	[ "$(ls "$1")" = "$RUN_ID" ] || fail "$1: $(ls "$1")"
	cmp "$1/$RUN_ID/records.jsonl" stick/results/S0001/r1-k1.jsonl
	[ "$(head -n 1 "$1/$RUN_ID/verdict")" = "pass 0" ] || fail "$1: no pass"
	"$MDLAB" show "$1/$RUN_ID" >/dev/null 2>&1 || fail "$1: show"
}

test_sources()
{
	import 0 --out=a stick
	says "imported as a/$RUN_ID"
	says "session S0001: finished"
	says 'SUMMARY \x1b[2J of it'
	same_run a
	image stick.img
	sha256sum stick.img >sum
	import 0 --out=b stick.img
	sha256sum -c --quiet sum
	same_run b
	{
		echo 'SeaBIOS'
		frames run env step | sed 's/^/[   12.345] /'
		printf '[    1.0] noise without a line end'
		frames pass end-done
	} >log
	import 0 --out=c log
	same_run c
}

test_again()
{
	import 0 --out=a stick stick.img log
	says "was here already"
	same_run a
	records run env step pass >stick/results/S0001/r1-k1.jsonl
	printf '{"schema":1,"type":"en' >>stick/results/S0001/r1-k1.jsonl
	import 0 --out=a stick
	says "imported as a/$RUN_ID-2"
	says "damaged: line 5 is cut off"
	[ "$(head -n 1 "a/$RUN_ID-2/verdict")" = "incomplete 6" ] || fail "cut run passed"
	[ "$(head -n 1 "a/$RUN_ID/verdict")" = "pass 0" ] || fail "first run was changed"
}

test_hostile()
{
	local leg=hostile/results/S0001

	mkdir -p hostile/results/S0001 hostile/results/S12345 hostile/results/S0002/r1-k1.jsonl
	mkdir -p hostile/results/S0003
	records run env step pass end-done | sed "s|$RUN_ID|../../../up|" >$leg/r1-k1.jsonl
	head -c 100000 /dev/urandom >$leg/r1-k2.jsonl
	mkfifo $leg/r1-k3.jsonl
	ln -s /etc/passwd $leg/r1-k4.jsonl
	truncate -s 1T $leg/r1-k5.jsonl
	: >$leg/r1-k6.jsonl
	printf x >"$leg/r1-k7.jsonl.tmp"
	echo nonsense >$leg/r1-k8.jsonl
	ln -s ../S0001 hostile/results/S0004
	import 1 --out=d hostile
	says "r1-k1.jsonl: not imported: the run's id is none that a folder can have"
	says "r1-k2.jsonl: not imported"
	says "r1-k3.jsonl: not imported"
	says "r1-k4.jsonl: not imported"
	says "r1-k5.jsonl: not imported: larger than a run can be"
	says "r1-k6.jsonl: not imported: no record is in it"
	says "r1-k8.jsonl: not imported: line 1 is no record"
	says "S0002/r1-k1.jsonl: not imported"
	[ -z "$(ls -A d)" ] || fail "left behind: $(ls -A d)"
	if [ -e up ] || [ -e ../up ]; then
		fail "outside of its folder"
	fi
	# A chain that bites its tail: the table of the file system is filled with it.
	cp stick.img loop.img
	perl -e 'print pack "V", 3 for 1 .. 4096' |
		dd of=loop.img bs=512 seek=2080 conv=notrunc status=none
	timeout 20 "$MDLAB" import --out=e loop.img >out 2>&1 || [ $? -lt 100 ] ||
		fail "a chain that goes in circles"
}

test_none()
{
	mkdir empty
	import 2 --out=e empty
	says "not a stick of ours"
	import 2 --out=e missing
	says "missing: No such file"
	head -c 100000 /dev/zero >zeros
	import 2 --out=e zeros
	says "neither a stick"
	import 2 --out=e /dev/null
	import 2
	import 2 --nonsense x
}

main()
{
	cd "$TMPDIR"
	RUN_ID=$(records run | jq -r .run)
	lay_stick
	test_sources
	test_again
	test_hostile
	test_none
}

main "$@"
