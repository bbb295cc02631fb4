#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will change kernels, initramfs and options of a matrix of scripted guests, and
# want another collection where figures would not belong together.
# needs: jq
# timeout: 120
set -eu
. tests/lib/fake-qemu.sh
. tests/lib/fake-matrix.sh

# collect COUNT OPTION…: in the default place, where COUNT collections are then.
collect()
{
	local want="$1" status=0

	shift
	: >"$TMPDIR/order"
	TMPDIR=$TMPDIR/tmp "$MDLAB" matrix --accel tcg "$@" >"$TMPDIR/stdout" \
		2>"$TMPDIR/stderr" </dev/null || status=$?
	[ "$status" = "${STATUS:-0}" ] || { cat "$TMPDIR/stderr"; fail "exit status $status"; }
	expect "collections" "$want" \
		"$(find "$PROJECT/results/runs" -maxdepth 1 -name 'matrix-*' 2>/dev/null | wc -l)"
}

default_place()
{
	passes | matrix_guest
	collect 0 a b --print
	expect "what print says" "2 of 2 runs are to be made" \
		"$(sed -n 's/, for.*//; $p' "$TMPDIR/stdout")"
	collect 1 a b
	ran "a b"
	[ -s "$PROJECT/results/runs/latest/plan.json" ] || fail "latest is not the collection"
	collect 1 a b --rounds=2
	ran "a b"
	collect 1 a b --rounds=2 --print
	grep -q '^0 of 4 runs are to be made' "$TMPDIR/stdout" || fail "print sees not what is there"
	collect 2 a b --memory=512M
	ran "a b"
	collect 2 a b --memory 512M
	ran ""
	collect 3 b a
	ran "b a"
	collect 4 a b --fresh=yes
	ran "a b"
	# The one begun last goes on.
	collect 4 a b --rounds=2
	ran "a b"
	echo "a, rebuilt" >"$FAKE/vmlinuz-a"
	collect 5 a b
	ran "a b"
	said "a is another kernel: a new collection begins"
	printf 'base?' >"$PROJECT/build/initramfs/base.cpio.gz"
	collect 6 a b
	said "the initramfs is another"
	collect 7 a a
	said "k1 and k2 are the same kernel"
	ran "a a"
	# As make KERNELS="~/linux" hands it over: no shell has seen the tilde.
	# shellcheck disable=SC2088 # nor shall ours
	HOME=$FAKE collect 8 '~/vmlinuz-a'
	ran "a"
}

named_place()
{
	matrix 0 a b
	matrix 2 a c
	said "holds another matrix: other kernels, suites or options"
	echo "a, rebuilt again" >"$FAKE/vmlinuz-a"
	matrix 2 a b
	said "holds another matrix: a is another kernel"
	matrix 0 a b --fresh=yes
	ran "a b"
	[ -s "$COL-2/r1-k2/verdict" ] || fail "no new folder beside it"
}

# What is rebuilt while the matrix runs is not mixed with what was measured.
rebuilt_meanwhile()
{
	rm -rf "$COL"
	matrix_guest <<-'END'
		[ "$kernel" != b ] || echo "a, while it ran" >"$FAKE/vmlinuz-a"
		frame run env step pass end-done; down guest-shutdown
	END
	matrix 7 a b --rounds=2
	ran "a b b"
	said "k1 a: was changed while the matrix ran"
	matrix_guest <<-'END'
		echo changed >"$PROJECT/build/initramfs/base.cpio.gz"
		frame run env step pass end-done; down guest-shutdown
	END
	export PROJECT
	rm -rf "$COL"
	matrix 7 a b
	ran "a"
	said "base.cpio.gz: was changed while the matrix ran"
}

bad_requests()
{
	rm -rf "$COL"
	matrix 2
	said "no kernel is named"
	matrix 2 a --suite=nosuch
	said "suite: nosuch: unknown"
	matrix 2 a --suite=smoke,smoke
	matrix 2 a --kernel=b
	said "--kernel=b: not an option of mdlab matrix"
	matrix 2 a --nosuch=1
	said "--nosuch=1: unknown option"
	matrix 2 a --memory
	said "memory: needs a value"
	matrix 2 a --memory=1K
	matrix 2 a --disks=1x1M
	matrix 2 a --rounds=0
	matrix 2 a --format=xml
	said "format: 'xml': not one of text, markdown,"
	matrix 2 a --jobs=2 --disks="7x1G,keep=$TMPDIR/keep"
	said "serves one guest at a time"
	# shellcheck disable=SC2046 # a list of words
	matrix 2 $(seq 27)
	said "27 are more than 26"
	[ ! -e "$COL" ] || fail "a folder was made"
}

# Each guest waits for another one: they are there at once, or it hangs.
guests_at_once()
{
	mkfifo "$FAKE/meet"
	matrix_guest <<-'END'
		frame run env step
		case $kernel in
		a) echo hello >"$FAKE/meet" ;;
		b) read -r _ <"$FAKE/meet" ;;
		esac
		frame pass end-done; down guest-shutdown
	END
	matrix 0 a b --jobs=2
	expect "guests" "a b" "$(sort "$FAKE/order" | tr '\n' ' ' | sed 's/ $//')"
	said "warning: "
	said "disturb each other's timing"
	[ "$(plan .warning)" != null ] || fail "the collection does not tell of it"
	passes | matrix_guest
	matrix 0 a --cpus=64 --out "$TMPDIR/wide"
	said "warning: the guests have 64 CPUs together"
}

main()
{
	lay_matrix
	default_place
	named_place
	rebuilt_meanwhile
	printf 'base!' >"$PROJECT/build/initramfs/base.cpio.gz"
	bad_requests
	guests_at_once
}

main "$@"
