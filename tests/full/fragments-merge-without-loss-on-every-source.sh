#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will configure the kernels of four Debian suites, 5.10 to the newest, with the standard set and all variants in turn: no symbol is lost, and a variant that a version has not is refused.
# needs: network bc flex bison libelf-dev
# timeout: 1200
set -eu

fail() { echo "FAIL: $*"; exit 1; }

# configure STATUS FRAGMENT...: in one folder for each source, so that its tools are built once.
configure()
{
	local want="$1" got=0

	shift
	CONFIGURE_IN=$TMPDIR/configured kernel-configs/build-kernel.sh --config-only \
		"$TMPDIR/source" "$@" >"$TMPDIR/config" 2>"$TMPDIR/err" || got=$?
	[ "$got" = "$want" ] && return 0
	cat "$TMPDIR/err"
	fail "$source: status $got, not $want: $*"
}

has() { grep -qx "$1" "$TMPDIR/config" || fail "$source: no $1"; }

# lacks FRAGMENT...: this version has no such variant.
lacks()
{
	local name

	for name; do
		configure 2 "$name"
		grep -q "^mdlab: kernel: $name: Linux .* has no such variant" "$TMPDIR/err" ||
			fail "$source: $name: $(cat "$TMPDIR/err")"
	done
}

# merge SUITE VERSION PREEMPTION PREEMPTION LACKING...: each variant is in one of
# the combinations, and the standard set in all.
merge()
{
	rm -rf "$TMPDIR/source" "$TMPDIR/configured"
	# What configuring reads, and no more.
	source=$(PATTERNS="*/Kconfig* */Makefile* */scripts/* */kernel/configs/* */arch/x86/configs/* */arch/x86/entry/syscalls/*" \
		kernel-configs/linux-source.sh --unpack "$1" '' "$TMPDIR/source")
	# shellcheck disable=SC2254 # a pattern is wanted
	case $source in
	linux-source-$2\ *) ;;
	*) fail "$1 has $source, not $2" ;;
	esac
	configure 0 hz100 nomitigations nosched preempt
	has CONFIG_MD_RAID1=y
	has CONFIG_HZ=100
	has CONFIG_PREEMPT=y
	! grep -qE '^CONFIG_(MQ_IOSCHED|IOSCHED)_.*=y' "$TMPDIR/config" || fail "$source: a scheduler with nosched"
	configure 0 hz1000 mitigations bfq debug "$3"
	has CONFIG_HZ=1000
	has CONFIG_IOSCHED_BFQ=y
	has CONFIG_LOCKDEP=y
	configure 0 hz250 deadline "$4"
	has CONFIG_HZ=250
	shift 4
	lacks "$@"
	echo "$source: merged"
}

main()
{
	local source

	merge bullseye 5.10 nopreempt voluntary lazy rt
	merge bookworm 6.1 voluntary nopreempt lazy rt
	merge trixie 6.12 nopreempt rt lazy
	configure 0 voluntary
	merge trixie-backports '[7-9].*' lazy rt nopreempt voluntary
}

main "$@"
