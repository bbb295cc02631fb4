#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# debian.sh SUITE VERSION FLAVOUR: finds a prebuilt Debian kernel with the
# machine's own apt, fetches and unpacks it without root, and prints its folder
# in the cache: vmlinuz, release, modules/. An empty VERSION means the newest.
# What was found is remembered for a day (REFRESH=1 asks again), so that a
# second call needs no network; when asking fails, what is cached serves.
set -eu

HERE=$(cd "$(dirname "$0")" && pwd)
# Not followed, since it is checked by itself.
# shellcheck source=/dev/null
. "$HERE/lib.sh"

# Trees that hold no disk, file system or sum: left out of the cache, but for
# the network drivers of metal.list.
EXCLUDE='gpu media net/wireless net/ethernet infiniband staging iio comedi isdn'

# "PACKAGE VERSION" of every image of FLAVOUR in the lists, newest first; a
# signed image before the unsigned one of the same version. Names with fewer
# than three numbers are meta packages.
list_images()
{
	local version word names

	version='[0-9]+\.[0-9]+\.[0-9][0-9A-Za-z.+~]*'
	word=$(printf '%s' "$FLAVOUR" | sed 's/[.+]/\\&/g')
	names=$(apt-cache pkgnames linux-image- | grep -E \
		"^linux-image-(unsigned-)?$version(-[0-9][0-9A-Za-z.+~]*)?-$word(-unsigned)?\$") || return 0
	# Package names hold no spaces.
	# shellcheck disable=SC2086
	apt-cache show $names | awk '
		$1 == "Package:" { name = $2 }
		$1 == "Version:" { print (name ~ /unsigned/ ? 0 : 1), name, $2 }' |
		sort -k3,3Vr -k1,1r | cut -d ' ' -f 2-
}

# The image that the meta package points to.
newest_of_meta()
{
	apt-cache show "linux-image-$FLAVOUR" 2>/dev/null | awk '
		$1 == "Version:" { version = $2 }
		$1 == "Depends:" {
			if (match($0, /linux-image-[0-9][^ ,]*/))
				print substr($0, RSTART, RLENGTH), version
			exit
		}'
}

# Prints "PACKAGE VERSION" of the one that is wanted.
choose_image()
{
	local found

	if [ -z "$VERSION" ]; then
		found=$(newest_of_meta)
		[ -n "$found" ] || found=$(list_images | head -n 1)
	else
		found=$(list_images | awk -v want="$VERSION" '
			{
				release = $1
				sub(/^linux-image-(unsigned-)?/, "", release)
				rest = substr(release, length(want) + 1, 1)
			}
			$2 == want ||
			(index(release, want) == 1 && (rest == "" || rest ~ /[-.+]/)) {
				print
				exit
			}')
	fi
	[ -n "$found" ] || die 2 "$SPEC: $SUITE has no such kernel, the newest it has are" \
		"$(list_images | sed -e 's/^linux-image-//' -e 's/ .*//' -e '/-unsigned/d' |
			head -n 4 | tr '\n' ' ' | sed 's/ $//')"
	printf '%s\n' "$found"
}

# The image package may be a stub: then the kernel is in linux-binary, the
# modules in linux-modules, and their lists in linux-base of the same name.
list_packages()
{
	printf '%s=%s\n' "$1" "$2"
	apt-cache show "$1=$2" | sed -n 's/^Depends: //p' | sed 's/[,|]/\n/g' |
		sed -n 's/^ *\(linux-\(binary\|modules\|base\)-\(unsigned-\)\{0,1\}[0-9][^ ]*\).*/\1/p' |
		while read -r name; do
			printf '%s=%s\n' "$name" "$2"
		done
}

fetch_packages()
{
	mkdir "$WORK/debs"
	say "$SPEC: fetching $1 $2"
	# Package names hold no spaces.
	# shellcheck disable=SC2046
	if ! (cd "$WORK/debs" && apt-get -q download $(list_packages "$1" "$2")) \
		>"$WORK/apt.log" 2>&1; then
		grep '^E:' "$WORK/apt.log" | head -n 3 >&2 || true
		return 1
	fi
}

# Patterns of the network drivers that a real machine may need, one a line, and
# of what those of Intel share in newer kernels.
list_network()
{
	awk '$2 == "net" { gsub(/_/, "[_-]", $1); print "*/kernel/drivers/net/*/" $1 ".ko*" }
		END { print "*/kernel/drivers/net/*/libie*.ko*" }' "$HERE/metal.list"
}

# unpack_packages TARGET DEB...: into a folder of the cache, at once.
unpack_packages()
{
	local target deb tree kernel release

	target=$1
	shift
	mkdir "$WORK/files" "$WORK/result"
	for tree in $EXCLUDE; do
		printf '*/kernel/drivers/%s/*\n' "$tree"
	done >"$WORK/exclude"
	printf '*/kernel/sound/*\n*/usr/share/*\n' >>"$WORK/exclude"
	for deb; do
		dpkg-deb --fsys-tarfile "$deb" >"$WORK/tar" 2>/dev/null ||
			die 2 "$deb: not a Debian package, or a damaged one; fetch it again"
		tar -x -f "$WORK/tar" -C "$WORK/files" --no-same-owner -X "$WORK/exclude"
		# A pattern without a file is an error of tar, and none of ours.
		list_network | tar -x -f "$WORK/tar" -C "$WORK/files" --no-same-owner \
			--wildcards -T - 2>/dev/null || true
	done
	rm -f "$WORK/tar"
	kernel=$(find "$WORK/files" -type f \( -path '*/boot/vmlinuz-*' -o \
		-path '*/lib/modules/*/vmlinuz' \) | head -n 1)
	[ -n "$kernel" ] ||
		die 2 "$SPEC: holds no kernel, take the linux-binary package or debian:SUITE"
	is_kernel "$kernel" || die 2 "$SPEC: its kernel is not an x86 boot image"
	release=$(read_release "$kernel")
	mv "$kernel" "$WORK/result/vmlinuz"
	printf '%s\n' "$release" >"$WORK/result/release"
	tree=$(find "$WORK/files" -type d -path "*/lib/modules/$release" | head -n 1)
	if [ -n "$tree" ]; then
		mv "$tree" "$WORK/result/modules"
	else
		mkdir "$WORK/result/modules"
	fi
	list_network >"$WORK/result/network"
	chmod -R u+rwX,go+rX "$WORK/result"
	[ ! -s "$target/release" ] || add_network "$target"
	# Another call may have been first; its product is the same.
	mv -T "$WORK/result" "$target" 2>/dev/null || [ -s "$target/release" ] ||
		die 7 "$target: cannot be written, make room or remove it"
}

# A folder of guests' times has no network drivers: they are added.
add_network()
{
	mkdir -p "$WORK/result/modules/kernel/drivers/net/ethernet" \
		"$1/modules/kernel/drivers/net"
	cp -R "$WORK/result/modules/kernel/drivers/net/ethernet" "$1/modules/kernel/drivers/net/"
	rm -f "$1"/modules-metal-*.cpio.gz
	cp "$WORK/result/network" "$1/network"
}

# Has TARGET all that is wanted of it?
is_complete()
{
	[ -s "$1/release" ] || return 1
	[ "${FOR-}" != metal ] || list_network | cmp -s - "$1/network"
}

# The remembered answer to this spec: valid while its folder is there.
recall()
{
	local target

	target=$(cat "$MEMORY" 2>/dev/null) || return 1
	[ -n "$target" ] && [ -s "$target/release" ] || return 1
	printf '%s\n' "$target"
}

# Nothing is asked within a day, and a kernel that VERSION names never changes.
is_fresh()
{
	[ -z "${REFRESH:-}" ] || return 1
	is_complete "$(recall)" || return 1
	[ -n "$VERSION" ] || [ -n "$(find "$MEMORY" -mmin -1440)" ]
}

# Keeps the cached kernel when the network fails, and says so.
fall_back()
{
	local target

	target=$(recall) ||
		die 7 "$SPEC: $1, check the network and apt or give a kernel's file"
	say "$SPEC: $1, going on with the cached $(cat "$target/release")"
	printf '%s\n' "$target"
	exit 0
}

remember()
{
	mkdir -p "${MEMORY%/*}"
	printf '%s\n' "$1" >"$WORK/memory"
	mv "$WORK/memory" "$MEMORY"
	printf '%s\n' "$1"
}

main_suite()
{
	local apt found name version target

	SUITE=$1
	VERSION=$2
	FLAVOUR=$3
	SPEC=debian:$SUITE${VERSION:+/$VERSION}:$FLAVOUR
	MEMORY=$CACHE/specs/$SUITE,${VERSION:-newest},$FLAVOUR
	if is_fresh; then
		recall
		return
	fi
	for name in apt-get apt-cache dpkg-deb tar; do
		command -v "$name" >/dev/null ||
			die 7 "$SPEC: $name: not found, give a kernel's file instead"
	done
	make_work
	apt=$BUILD/cache/apt/$SUITE
	# What it says is in its log, too, and ours must be one line.
	FORCE=${REFRESH:-} "$HERE/../initramfs/apt-private.sh" "$SUITE" "$apt" \
		>"$WORK/apt-private.log" 2>&1 ||
		fall_back "the lists of $SUITE could not be fetched ($(grep -v '^E:' \
			"$WORK/apt-private.log" | tail -n 1))"
	cat "$WORK/apt-private.log" >&2
	APT_CONFIG=$(cd "$apt" && pwd -P)/apt.conf
	export APT_CONFIG
	found=$(choose_image)
	name=${found% *}
	version=${found#* }
	target=$CACHE/$name-$version
	if ! is_complete "$target"; then
		fetch_packages "$name" "$version" || fall_back "$name $version could not be fetched"
		unpack_packages "$target" "$WORK"/debs/*.deb
	fi
	remember "$target"
}

# debian.sh --file DEB: unpacks a package; a split kernel's modules are looked
# for beside it.
main_file()
{
	local deb target base

	deb=$1
	SPEC=$deb
	command -v dpkg-deb >/dev/null ||
		die 7 "$SPEC: dpkg-deb: not found, unpack it and give its vmlinuz"
	make_work
	target=$CACHE/deb-$(sha256sum <"$deb" | cut -c 1-16)
	set -- "$deb"
	base=${deb##*/}
	case $base in
	linux-binary-*)
		base=${base#linux-binary-}
		base=${base#unsigned-}
		for base in "${deb%/*}/linux-modules-$base" "${deb%/*}/linux-base-$base"; do
			[ ! -r "$base" ] || set -- "$@" "$base"
		done ;;
	esac
	[ $# = 1 ] || target=$target-$#
	[ -s "$target/release" ] || unpack_packages "$target" "$@"
	printf '%s\n' "$target"
}

main()
{
	if [ "${1-}" = --file ] && [ $# = 2 ]; then
		main_file "$2"
	elif [ $# = 3 ]; then
		main_suite "$@"
	else
		die 2 'debian: usage: debian.sh SUITE VERSION FLAVOUR | --file DEB'
	fi
}

main "$@"
