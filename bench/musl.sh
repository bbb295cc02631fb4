#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Make a compiler for static programs: musl.sh DIR writes DIR/cc, a musl-gcc
# that also sees the kernel's user-space headers. musl's own headers come first
# (-idirafter), and it never sees glibc's.
set -eu

die() { echo "musl.sh: $*" >&2; exit 1; }

main() {
	local dir="$1" arch
	command -v musl-gcc >/dev/null || die "musl-gcc is missing: install musl-tools"
	[ -d /usr/include/linux ] || die "kernel headers are missing: install linux-libc-dev"
	arch=$(gcc -print-multiarch)
	rm -rf "$dir.tmp"
	mkdir -p "$dir.tmp/include/sys"
	cp -a /usr/include/linux /usr/include/asm-generic "$dir.tmp/include/"
	[ ! -d /usr/include/mtd ] || cp -a /usr/include/mtd "$dir.tmp/include/"
	if [ -d "/usr/include/$arch/asm" ]; then
		cp -aL "/usr/include/$arch/asm" "$dir.tmp/include/"
		cp "/usr/include/$arch/sys/queue.h" "$dir.tmp/include/sys/"
	else
		cp -aL /usr/include/asm "$dir.tmp/include/"
		cp /usr/include/sys/queue.h "$dir.tmp/include/sys/"
	fi
	cat >"$dir.tmp/cc" <<-'END'
	#!/bin/sh
	exec musl-gcc "$@" -idirafter "${0%/*}/include"
	END
	chmod +x "$dir.tmp/cc"
	rm -rf "$dir"
	mv "$dir.tmp" "$dir"
}

main "$@"
