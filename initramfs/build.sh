#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Build one outside program of the base or metal segment, static with musl:
#
#	build.sh busybox|e2fsprogs|mdadm|busybox-net|qrencode
#
# puts it, stripped, into $BUILD/initramfs/bin/. busybox-net is busybox once more,
# with what networks need and nothing else. It is built out of a copy of its
# pinned tarball in $BUILD, with a bare environment, so that neither the user's
# settings nor folders nor times get into it: the same compiler gives the same
# bytes, from any folder and as any user.
set -eu

die() { is_named=1; echo "build.sh: $*" >&2; exit 1; }
usage() { echo "usage: build.sh busybox|e2fsprogs|mdadm|busybox-net|qrencode" >&2; exit 2; }

# Run a command in the source folder with nothing but what it needs from the
# environment: make's own variables would otherwise reach the other makefiles.
run() {
	env -i PATH="$PATH" HOME=/nonexistent LC_ALL=C TZ=UTC SOURCE_DATE_EPOCH=0 \
		KCONFIG_NOTIMESTAMP=1 "$@" >>"$log" 2>&1 </dev/null
}

# Lines of the fragment as a .config has them.
print_fragment() {
	sed -n '/^CONFIG_/ { s/^\(.*\)=n$/# \1 is not set/; p; }' "$here/$name.config"
}

# Every line of the fragment must be in the final configuration.
check_config() {
	local lost
	lost=$(print_fragment | grep -vxFf .config) || return 0
	# shellcheck disable=SC2086 # one message of all lines
	die "$name.config: does not hold in the final configuration:" $lost
}

build_busybox() {
	run make HOSTCC=cc allnoconfig
	# kconfig takes the last of several values, but warns; take the old ones out.
	sed -n 's/^\(CONFIG_[A-Za-z0-9_]*\)=.*/^\1=\n^# \1 is not set$/p' \
		"$here/$name.config" >fragment.names
	grep -vf fragment.names .config >.config.new || :
	print_fragment >>.config.new
	mv .config.new .config
	run sh -c 'yes "" | make HOSTCC=cc oldconfig'
	check_config
	run make -j"$jobs" CC="$cc" HOSTCC=cc CONFIG_EXTRA_CFLAGS="$cflags" \
		CONFIG_EXTRA_LDFLAGS="$ldflags" SKIP_STRIP=y busybox
	cp busybox "$work/out"
}

# CWFLAGS replaces -Werror and hardening that musl does not have; LARGEFILE64
# and libgen.h are for musl 1.2.4 and newer.
build_mdadm() {
	run make -j"$jobs" mdadm CC="$cc" \
		CXFLAGS="$cflags -DNO_LIBUDEV -D_LARGEFILE64_SOURCE -include libgen.h" \
		CWFLAGS=-fno-strict-aliasing COROSYNC=-DNO_COROSYNC DLM=-DNO_DLM \
		CHECK_RUN_DIR=0 LDFLAGS="-static $ldflags"
	cp mdadm "$work/out"
}

build_e2fsprogs() {
	run ./configure CC="$cc" BUILD_CC=cc --host="$(uname -m)-linux-musl" \
		CFLAGS="$cflags" LDFLAGS="-static $ldflags" --prefix=/usr \
		--disable-nls --disable-fsck --disable-uuidd --enable-libuuid \
		--enable-libblkid --disable-debugfs --disable-imager --disable-resizer \
		--disable-defrag --disable-e2initrd-helper --disable-elf-shlibs \
		--disable-fuse2fs --without-libarchive --disable-tdb
	run make -j"$jobs" libs
	run make -j"$jobs" -C misc mke2fs
	cp misc/mke2fs "$work/out"
}

# The tool that prints text; pictures need libpng, which stays out. libtool keeps
# -static for itself.
build_qrencode() {
	run ./configure CC="$cc" --host="$(uname -m)-linux-musl" CFLAGS="$cflags" \
		LDFLAGS="$ldflags" --prefix=/usr --disable-shared --enable-static \
		--without-png --with-tools --disable-thread-safety
	run make -j"$jobs" qrencode LDFLAGS="-all-static $ldflags"
	cp qrencode "$work/out"
}

unpack() {
	local tarball
	tarball=$(awk -v package="$package" '$1 == package { print $3 }' "$here/sources.lock")
	"$here/fetch.sh" "$package"
	mkdir "$work/src"
	tar -x -f "$BUILD/cache/sources/$tarball" -C "$work/src" --strip-components=1 \
		--no-same-owner
}

# Runs at the end, however it ends.
cleanup() {
	if [ -z "$is_named" ] && [ -s "$log" ]; then
		tail -n 20 "$log" >&2
		echo "build.sh: $package: could not be built: the whole log is $log" >&2
	fi
	rm -rf "$work"
}

main() {
	[ $# -eq 1 ] || usage
	package=$1
	name=$1
	case $1 in
	busybox|mdadm|qrencode) ;;
	e2fsprogs) name=mke2fs ;;
	busybox-net) package=busybox ;;
	*) usage ;;
	esac
	here=$(cd "$(dirname "$0")" && pwd -P)
	mkdir -p "${BUILD:-build}/initramfs/bin" "${BUILD:-build}/initramfs/log"
	BUILD=$(cd "${BUILD:-build}" && pwd -P)
	export BUILD
	umask 022
	log=$BUILD/initramfs/log/$1.log
	cc=$BUILD/musl/cc
	[ -x "$cc" ] || die "$cc is missing: run make $BUILD/musl/cc first"
	work=$(mktemp -d "$BUILD/initramfs/.$1.XXXXXX")
	is_named=
	trap cleanup EXIT
	trap 'exit 1' HUP INT TERM
	: >"$log"
	unpack
	cd "$work/src"
	jobs=$(nproc)
	cflags="-Os -ffunction-sections -fdata-sections -ffile-prefix-map=$work/src=. \
-ffile-prefix-map=$BUILD=."
	ldflags="-Wl,--gc-sections -Wl,--build-id=none"
	"build_$package"
	strip -s -R .comment -R .note "$work/out"
	mv "$work/out" "$BUILD/initramfs/bin/$name"
	is_named=1
}

main "$@"
