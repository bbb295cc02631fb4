#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will build the base segment again, from a copy of the project in
# another folder, as another user where it may, with an environment that would
# mislead the outside programs' makefiles, and want the same bytes.
# needs: none
# timeout: 900
set -eu

fail() { echo "$*" >&2; exit 1; }

# The runner's folder is not open to other users.
other=$(mktemp -d /tmp/mdbench-base.XXXXXX)
trap 'rm -rf "$other"' EXIT
trap 'exit 1' HUP INT TERM

first=$BUILD/initramfs/base.cpio.gz
again=$other/a/place/of/its/own
[ -f "$first" ] || fail "$first: has not been built"
mkdir -p "$again/build/cache"
cp -R Makefile bench initramfs kernel-configs boot results tests "$again/" 2>/dev/null ||
	fail "the project could not be copied to $again"
rm -rf "$again/results/runs"
cp -R "$BUILD/cache/sources" "$again/build/cache/"
set --
if [ "$(id -u)" = 0 ]; then
	chown -R nobody "$other"
	set -- setpriv --reuid=nobody --regid=nogroup --clear-groups
fi
cd "$again"
unset MAKEFLAGS MFLAGS MAKELEVEL
umask 077
"$@" env BUILD=build HOME="$other" TMPDIR="$other" TZ=Asia/Tokyo ARCH=none \
	CROSS_COMPILE=none- LDFLAGS=-none KBUILD_OUTPUT=/none \
	nice make -j2 initramfs >"$other/log" 2>&1 || {
	tail -n 20 "$other/log"
	fail "the second build failed"
}
cd "$OLDPWD"
cmp "$first" "$again/build/initramfs/base.cpio.gz" && exit 0
# Say which part it was.
for file in "$first" "$again/build/initramfs/base.cpio.gz"; do
	gzip -dc "$file" | bsdtar -xOf - ./etc/mdbench/segments/base
done
fail "the base segment is not the same"
