#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will build made-up kernel sources with variants: what is merged, what the version says, which products are kept apart, and which variants do not go together or with a version.
# needs: none
# timeout: 60
set -eu

export BUILD="$TMPDIR/build"
SOURCE=$TMPDIR/linux

fail() { echo "FAIL: $*"; exit 1; }

# lay_source VERSION: a Makefile that takes every symbol, as no Kconfig does.
lay_source()
{
	mkdir -p "$SOURCE"
	: >"$SOURCE/Kconfig"
	cat >"$SOURCE/Makefile" <<END
VERSION = ${1%.*}
PATCHLEVEL = ${1#*.}
tinyconfig:
	@printf '# Linux/x86 $1.7 Kernel Configuration\\nCONFIG_HZ_250=y\\n' >\$(O)/.config
kernelversion:
	@echo $1.7
kernelrelease:
	@echo $1.7\$(LOCALVERSION)
olddefconfig: ;
bzImage:
	@mkdir -p \$(O)/arch/x86/boot
	@cp \$(O)/.config \$(O)/arch/x86/boot/bzImage
END
}

build() { kernel-configs/build-kernel.sh "$SOURCE" "$@" 2>"$TMPDIR/err" || { cat "$TMPDIR/err"; fail "build $*"; }; }

has() { grep -qxF "$2" "$1/config" || fail "$1: no $2"; }
lacks() { ! grep -q "^$2" "$1/config" || fail "$1: $2"; }
is() { [ "$(cat "$1/release")" = "$2" ] || fail "release $(cat "$1/release"), not $2"; }

# refused TEXT FRAGMENT...
refused()
{
	local text got=0

	text=$1
	shift
	kernel-configs/build-kernel.sh "$SOURCE" "$@" >/dev/null 2>"$TMPDIR/err" || got=$?
	[ "$got" = 2 ] || { cat "$TMPDIR/err"; fail "$*: status $got, not 2"; }
	[ "$(tail -n 1 "$TMPDIR/err")" = "mdlab: kernel: $text" ] || { cat "$TMPDIR/err"; fail "$*: not said: $text"; }
}

build_some()
{
	local plain tagged few own

	plain=$(build)
	is "$plain" 6.1.7-mdbench
	has "$plain" CONFIG_MD_RAID1=y
	has "$plain" CONFIG_MQ_IOSCHED_DEADLINE=y
	lacks "$plain" CONFIG_PREEMPT=
	# Variants alone: the standard set and these; tags in order, whatever was asked.
	tagged=$(build preempt nosched hz1000)
	is "$tagged" 6.1.7-mdbench-hz1000-nosched-preempt
	[ "$(build hz1000 preempt nosched)" = "$tagged" ] || fail "another product in another order"
	has "$tagged" CONFIG_MD_RAID1=y
	has "$tagged" CONFIG_PREEMPT=y
	has "$tagged" CONFIG_HZ_1000=y
	# What a variant says that it replaces.
	lacks "$tagged" CONFIG_MQ_IOSCHED_DEADLINE
	has "$tagged" 'CONFIG_CMDLINE="null_blk.nr_devices=0"'
	has "$(build bfq)" 'CONFIG_CMDLINE="null_blk.nr_devices=0 mdbench.scheduler=bfq"'
	# The standard set's names: no more than what is named.
	few=$(build md hz100)
	is "$few" 6.1.7-mdbench-hz100
	has "$few" CONFIG_MD_RAID1=y
	lacks "$few" CONFIG_SERIAL_8250
	# A file of one's own, with a tag and without.
	printf '# Purpose: x\n# TAG: own\n# KIND: mine\nCONFIG_OWN=y\n' >"$TMPDIR/own.config"
	own=$(build "$TMPDIR/own.config")
	is "$own" 6.1.7-mdbench-own
	has "$own" CONFIG_MD_RAID1=y
	printf '# Purpose: x\n\nCONFIG_OWN=y\n' >"$TMPDIR/other.config"
	own=$(build "$TMPDIR/other.config")
	is "$own" 6.1.7-mdbench
	lacks "$own" CONFIG_MD_RAID1
	# The same again is not built again.
	[ "$(build)" = "$plain" ] || fail "another product of the same"
	! grep -q building "$TMPDIR/err" || fail "the same was built twice"
	# But another source is another product.
	touch "$SOURCE/new"
	[ "$(build)" != "$plain" ] || fail "one product of two sources"
}

refuse_some()
{
	local tag

	refused 'hz100 and hz250 are both a choice of timer, take one of them' hz100 hz250
	refused 'lazy: Linux 6.1 has no such variant, leave it out' lazy
	refused 'nosuch: no such fragment, give a file or one of mdlab kernels --fragments' nosuch
	for tag in a b; do
		printf '# Purpose: x\n# TAG: %s\n# KIND: %s\nCONFIG_%s=y\n' \
			"${tag}1234567890123456789012345" $tag $tag >"$TMPDIR/$tag.config"
	done
	refused "6.1.7-mdbench-a1234567890123456789012345-b1234567890123456789012345: a release of 67 characters, at most 64 are possible: take fewer variants" \
		"$TMPDIR/a.config" "$TMPDIR/b.config"
}

main()
{
	local file name

	for file in kernel-configs/variants/*.config; do
		name=${file##*/}
		[ "$(sed -n 2p "$file")" = "# TAG: ${name%.config}" ] || fail "$file: its tag is not its name"
		kernel-configs/kernel.sh --fragments | grep -q "^  ${name%.config} " || fail "$name: not listed"
	done
	lay_source 6.1
	build_some
	refuse_some
	lay_source 7.3
	refused 'voluntary: Linux 7.3 has no such variant, leave it out' voluntary
	[ "$(cat "$(build rt)/release")" = 7.3.7-mdbench-rt ] || fail "no rt of 7.3"
}

main "$@"
