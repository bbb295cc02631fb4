#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Builds the reference kernel of `make kernel`: source:debian:bookworm with the
# standard set of fragments. The product stays in the cache, where
# KERNEL=reference finds it; one that is there serves where no lists can be fetched.
set -eu

HERE=$(cd "$(dirname "$0")" && pwd)
# Not followed, since it is checked by itself.
# shellcheck source=/dev/null
. "$HERE/lib.sh"

SUITE=bookworm

# Points the name "reference" at a product, in one step.
publish()
{
	local target

	target=$1
	make_work
	ln -s "${target##*/}" "$WORK/reference"
	mv -T "$WORK/reference" "$CACHE/reference"
	say "reference: $(cat "$target/release"), $(wc -c <"$target/vmlinuz") bytes"
}

main()
{
	local target

	[ $# = 0 ] || die 2 'reference: usage: reference.sh'
	if ! FORCE=${REFRESH:-} "$HERE/../initramfs/apt-private.sh" "$SUITE" \
		"$BUILD/cache/apt/$SUITE" >&2; then
		[ -s "$CACHE/reference/release" ] ||
			die 7 "reference: the lists of $SUITE could not be fetched," \
				"check the network and apt"
		say "reference: no lists of $SUITE, going on with the cached" \
			"$(cat "$CACHE/reference/release")"
		return
	fi
	target=$(REFRESH='' "$HERE/linux-source.sh" "$SUITE" '') || exit $?
	publish "$target"
}

main "$@"
