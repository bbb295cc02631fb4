#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Pack files into a segment of the initramfs, a gzipped cpio (newc):
#
#	pack.sh MANIFEST ROOT OUT.cpio.gz
#
# MANIFEST is an mtree(5) list, one row for each thing in the segment, in the
# order in which it is unpacked: `./PATH type=file mode=0755` and so on, folders
# before what is in them; no row names owners or times, and no path holds a
# space. A file's content is ROOT/PATH; a file in ROOT without a row is an error,
# as is a row without its file. Device nodes need no root. The same rows and
# contents give the same bytes, whoever packs them, wherever and whenever.
set -eu

die() { echo "pack.sh: $*" >&2; exit 1; }

# The paths of all rows of type=file; the type may come from a /set line.
print_rows() {
	awk '
	function type(default_type, i) {
		for (i = 2; i <= NF; i++)
			if ($i ~ /^type=/)
				return substr($i, 6)
		return default_type
	}
	BEGIN { default_type = "file" }
	/^#/ || NF == 0 { next }
	$1 == "/set" { default_type = type(default_type); next }
	type(default_type) == "file" { print $1 }' "$manifest" | sort
}

check_files() {
	local path
	print_rows >"$work/rows"
	(cd "$root" && find . -type f | sort) >"$work/files"
	path=$(uniq -d "$work/rows" | head -n 1)
	[ -z "$path" ] || die "$path: more than one row in $manifest"
	path=$(comm -23 "$work/rows" "$work/files" | head -n 1)
	[ -z "$path" ] || die "$path: in $manifest, but not in $root"
	path=$(comm -13 "$work/rows" "$work/files" | head -n 1)
	[ -z "$path" ] || die "$path: in $root, but has no row in $manifest"
}

# By way of a tar, which has no inode and device numbers: the cpio then gets
# its own, counted from 1. nlink=1 keeps files that are linked in ROOT apart.
pack() {
	{
		echo '#mtree'
		echo '/set type=file uid=0 gid=0 mode=0644 time=0 nlink=1'
		grep -v '^#mtree' "$manifest"
	} >"$work/mtree"
	(cd "$root" && bsdtar -c -f "$work/tar" --format=ustar "@$work/mtree")
	bsdtar -c -f "$work/cpio" --format=newc "@$work/tar"
	gzip -9n <"$work/cpio" >"$work/cpio.gz"
}

main() {
	[ $# -eq 3 ] || { echo "usage: pack.sh MANIFEST ROOT OUT.cpio.gz" >&2; exit 2; }
	manifest=$1
	root=$2
	command -v bsdtar >/dev/null || die "bsdtar is missing: install libarchive-tools"
	[ -r "$manifest" ] || die "$manifest: no such manifest"
	[ -d "$root" ] || die "$root: no such folder"
	export LC_ALL=C TZ=UTC
	umask 022
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT
	trap 'exit 1' HUP INT TERM
	check_files
	pack || die "$3: bsdtar could not pack it"
	cp "$work/cpio.gz" "$3.tmp"
	mv "$3.tmp" "$3"
}

main "$@"
