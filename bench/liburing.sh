#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Build liburing out of its pinned tarball: liburing.sh DIR CC writes
# DIR/lib/liburing.a and DIR/include. It makes its system calls itself and needs
# no C library (that is how it is configured where nobody asks for another), so
# the one archive serves static musl programs and the host's, sanitized or not.
# A bare environment, no debug information: the same bytes from any folder.
set -eu

die() { echo "liburing.sh: $*" >&2; exit 1; }

run() {
	env -i PATH="$PATH" HOME=/nonexistent LC_ALL=C TZ=UTC SOURCE_DATE_EPOCH=0 \
		"$@" >>"$dir.log" 2>&1 </dev/null || {
		tail -n 20 "$dir.log" >&2
		die "could not be built: the whole log is $dir.log"
	}
}

build() {
	run ./configure --cc="$cc" --cxx=false
	grep -qx '#define CONFIG_NOLIBC' config-host.h ||
		die "needs a C library on this machine's processor; it must not here"
	run make -C src liburing.a ENABLE_SHARED=0 \
		CFLAGS="-O2 -fPIE -ffile-prefix-map=$dir.tmp/src=."
}

install_files() {
	local name
	mkdir -p lib include/liburing
	# Members carry neither times nor owners.
	ar rcsD lib/liburing.a src/src/*.ol
	cp src/src/include/liburing.h include/
	for name in src/src/include/liburing/*.h; do
		cp "$name" include/liburing/
	done
}

main() {
	local here tarball
	[ $# -eq 2 ] || { echo "usage: liburing.sh DIR CC" >&2; exit 2; }
	here=$(cd "$(dirname "$0")" && pwd -P)
	mkdir -p "$1"
	dir=$(cd "$1" && pwd -P)
	cc=$(cd "$(dirname "$2")" && pwd -P)/$(basename "$2")
	[ -x "$cc" ] || die "$cc is missing: run make $2 first"
	tarball=$(awk '$1 == "liburing" { print $3 }' "$here/../initramfs/sources.lock")
	"$here/../initramfs/fetch.sh" liburing
	rm -rf "$dir.tmp"
	mkdir -p "$dir.tmp/src"
	: >"$dir.log"
	tar -x -f "${BUILD:-build}/cache/sources/$tarball" -C "$dir.tmp/src" \
		--strip-components=1 --no-same-owner
	(cd "$dir.tmp/src" && build)
	(cd "$dir.tmp" && install_files)
	rm -rf "$dir" "$dir.tmp/src"
	mv "$dir.tmp" "$dir"
}

main "$@"
