#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will lay a cache of kernels, old, new, locked and linked to, and want prune to
# remove what is old, that alone, and a run to mark and lock what it is at.
# needs: none
# timeout: 60
set -eu

CACHE=$TMPDIR/build/cache/kernels
LONG_AGO="40 days ago"

fail() { echo "FAIL: $*"; exit 1; }

# kernel NAME [AGE]: a folder as debian.sh leaves it. It boots nowhere.
kernel()
{
	mkdir -p "$CACHE/$1/modules"
	{
		dd if=/dev/zero bs=510 count=1
		# The boot sector's magic, a jump, HdrS, and where the release stands.
		printf '\125\252\353\146HdrS\017\002\000\000\000\000\000\002'
		dd if=/dev/zero bs=512 count=1
		printf '6.1.0-%s ' "$1"
		dd if=/dev/zero bs=512 count=1
	} >"$CACHE/$1/vmlinuz" 2>/dev/null
	printf '6.1.0-test\n' >"$CACHE/$1/release"
	touch "$CACHE/$1/modules/modules.builtin"
	touch -d "${2:-now}" "$CACHE/$1"
}

lay_cache()
{
	local name

	for name in linux-image-old linux-image-new linux-image-held source-old source-new \
		source-reference deb-old incremental/old incremental/held; do
		kernel "$name" "$LONG_AGO"
	done
	touch "$CACHE/linux-image-new" "$CACHE/source-new"
	ln -s source-reference "$CACHE/reference"
	: >"$CACHE/incremental/held/lock"
	touch -d "$LONG_AGO" "$CACHE/incremental/held"
	mkdir -p "$CACHE/segments" "$CACHE/debs" "$CACHE/specs" "$CACHE/somebodys"
	# The segment that kernel.sh takes by now, and what it took before.
	: >"$CACHE/linux-image-new/modules/a.ko"
	NEW=modules-guest-$(cd kernel-configs && cat modules.list metal.list modules.sh \
		../initramfs/pack.sh | sha256sum | cut -c 1-16).cpio.gz
	echo new >"$CACHE/linux-image-new/$NEW"
	for name in segments/old.cpio.gz segments/held.cpio.gz debs/old.deb failed.log \
		linux-image-new/modules-guest-old.cpio.gz; do
		: >"$CACHE/$name"
		touch -d "$LONG_AGO" "$CACHE/$name"
	done
	touch "$CACHE/linux-image-new"
	printf '%s\n' "$CACHE/linux-image-old" >"$CACHE/specs/old"
	printf '%s\n' "$CACHE/linux-image-new" >"$CACHE/specs/any,new,cloud-amd64"
}

# there NAME…: of what may be removed.
there()
{
	local got

	got=$(cd "$CACHE" && find . -mindepth 1 -maxdepth 2 \( -name 'linux-image-*' -o \
		-name 'source-*' -o -name 'deb-*' -o -path './incremental/*' -o -type f \
		-path './*/*' \) ! -name vmlinuz ! -name release ! -name lock |
		sed 's/^..//' | LC_ALL=C sort | tr '\n' ' ')
	[ "$got" = "$* " ] || fail "there are: $got, not: $*"
}

prune() { BUILD=$TMPDIR/build kernel-configs/kernel.sh --list "$@"; }

refused()
{
	local status=0

	prune "$@" >"$TMPDIR/out" 2>&1 || status=$?
	[ "$status" = 2 ] || fail "$*: exit status $status, not 2"
}

main()
{
	lay_cache
	refused --prune=
	refused --prune=x
	refused --prune=-1
	refused --prune=99999
	refused --prune 3
	prune --prune=50 >"$TMPDIR/out"
	[ "$(sed 's/^ *//' "$TMPDIR/out")" = "0 MiB  removed" ] || fail "50: $(cat "$TMPDIR/out")"
	exec 7<"$CACHE/linux-image-held/vmlinuz" 8<"$CACHE/incremental/held/lock" \
		9<"$CACHE/segments/held.cpio.gz"
	flock -s 7
	flock -x 8
	flock -s 9
	prune --prune >"$TMPDIR/out" 2>"$TMPDIR/err"
	there incremental/held linux-image-held linux-image-new "linux-image-new/$NEW" \
		segments/held.cpio.gz source-new source-reference specs/any,new,cloud-amd64
	[ "$(wc -l <"$TMPDIR/out")" = 8 ] || fail "said: $(cat "$TMPDIR/out")"
	[ "$(grep -c 'in use' "$TMPDIR/err")" = 3 ] || fail "said: $(cat "$TMPDIR/err")"
	if [ ! -e "$CACHE/failed.log" ] || [ ! -d "$CACHE/somebodys" ]; then
		fail "others' files are gone"
	fi
	exec 7<&- 8<&- 9<&-
	# What has just been asked for stays, whatever DAYS; asking is by kernel.sh.
	touch -d "$LONG_AGO" "$CACHE/linux-image-new" "$CACHE/linux-image-new/$NEW"
	BUILD=$TMPDIR/build kernel-configs/kernel.sh debian:any/new >"$TMPDIR/out" ||
		fail "kernel.sh: $(cat "$TMPDIR/out")"
	prune --prune=0 >"$TMPDIR/out"
	there linux-image-new "linux-image-new/$NEW" source-new source-reference \
		specs/any,new,cloud-amd64
	[ -z "$(find "$CACHE" -name '.work.*')" ] || fail "its own folder is left"
}

main "$@"
