#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# modules.sh RELEASE TREE OUT.cpio.gz: makes the modules segment of a kernel
# from its module tree (modules.builtin and *.ko, compressed or not, in any
# depth): the rows of modules.list with all they depend on, decompressed, as
# /lib/mdbench/modules/NAME.ko, and their order of loading in
# /lib/mdbench/modules/order. modinfo tells the dependencies, so the tree needs
# no modules.dep. The same tree gives the same bytes. /lib/mdbench/modules/rules tells
# what is loaded when (bench/metal/modload.h). With FOR=metal the rows of
# metal.list come after the others.
set -eu

HERE=$(cd "$(dirname "$0")" && pwd)
FOR=${FOR:-guest}
FOLDER=/lib/mdbench/modules
SEGMENT=/etc/mdbench/segments
export LC_ALL=C
umask 022
WORK=

die()
{
	printf 'mdlab: kernel: %s\n' "$2" >&2
	exit "$1"
}

cleanup()
{
	[ -z "$WORK" ] || rm -rf "$WORK"
}

require_tools()
{
	local tool

	for tool in modinfo xz gzip sha256sum awk; do
		command -v "$tool" >/dev/null ||
			die 7 "modules: $tool: not found, install $(package_of "$tool")"
	done
}

package_of()
{
	case $1 in
	modinfo) echo kmod ;;
	xz) echo xz-utils ;;
	*) echo "$1" ;;
	esac
}

# Writes "name path" of every module to WORK/index and the names of those that
# are built in to WORK/builtin; a name has _ for - as the kernel's own lists do.
index_tree()
{
	local tree

	tree=$1
	find "$tree/" -type f \( -name '*.ko' -o -name '*.ko.[gx]z' -o -name '*.ko.zst' \) |
		sort | awk '
		{
			name = $0
			sub(/.*\//, "", name)
			sub(/\.ko(\..*)?$/, "", name)
			gsub(/-/, "_", name)
			if (!(name in seen))
				print name, $0
			seen[name] = 1
		}' >"$WORK/index"
	: >"$WORK/builtin"
	if [ -r "$tree/modules.builtin" ]; then
		sed 's/.*\///; s/\.k\{0,1\}o$//; s/-/_/g' "$tree/modules.builtin" \
			>"$WORK/builtin"
	fi
}

# Names to files: the path may hold spaces, the name does not.
find_module()
{
	sed -n "s/^$1 //p" "$WORK/index"
}

is_builtin()
{
	grep -qx "$1" "$WORK/builtin"
}

unpack_module()
{
	case $1 in
	*.xz) xz -dc "$1" ;;
	*.gz) gzip -dc "$1" ;;
	*.zst)
		command -v zstd >/dev/null || die 7 "modules: zstd: not found, install it"
		zstd -qdc "$1" ;;
	*) cat "$1" ;;
	esac >"$2" || die 2 "$1: cannot be unpacked, is the kernel package whole"
}

# Adds a module after those that it depends on. The kernel refuses dependency
# cycles, so this ends.
add_module()
{
	local name file needs need

	name=$1
	file=$WORK/root$FOLDER/$name.ko
	[ ! -e "$file" ] || return 0
	unpack_module "$(find_module "$name")" "$file"
	check_release "$file"
	needs=$(modinfo -F depends "$file" | tr ',-' '\n_')
	for need in $needs; do
		[ -n "$(find_module "$need")" ] ||
			die 2 "$name: needs $need, which is not in the module tree"
		add_module "$need"
	done
	printf '%s\n' "$name" >>"$WORK/order"
	# Words of the list, one line.
	# shellcheck disable=SC2086
	[ -z "$needs" ] || set -- $needs
	[ -z "$needs" ] || printf 'needs %s %s\n' "$name" "$*" >>"$WORK/rules"
}

# add_rule NAME WHEN: how the appliance knows whether a module is to be loaded.
# The devices of a guest are the same each time, so there nothing is looked for.
add_rule()
{
	case $FOR:$2 in
	guest:always|guest:match|metal:always) printf 'always %s\n' "$1" ;;
	metal:match|metal:net)
		[ "$2" = match ] || printf 'net %s\n' "$1"
		modinfo -F alias "$WORK/root$FOLDER/$1.ko" |
			grep -E '^(acpi|cpu|hid|i2c|pci|platform|pnp|scsi|usb|virtio)[*:]' |
			LC_ALL=C sort -u | sed "s/^/alias $1 /" ;;
	*:asked) ;;
	*) die 2 "$1: $2 is not one of always, match, net, asked" ;;
	esac >>"$WORK/rules"
}

check_release()
{
	local built_for

	built_for=$(modinfo -F vermagic "$1")
	[ "${built_for%% *}" = "$RELEASE" ] ||
		die 2 "$RELEASE: the modules are of ${built_for%% *}, give MODULES=dir of this kernel"
}

# Adds the rows of the lists; names what this kernel has not.
add_rows()
{
	local name group need when parameters why lacks

	lacks=
	cat "$@" >"$WORK/rows"
	while read -r name group need when parameters why; do
		case $name in
		''|'#'*) continue ;;
		esac
		if [ -n "$(find_module "$name")" ]; then
			add_module "$name"
			add_rule "$name" "$when"
			[ "$parameters" = - ] || printf '%s %s\n' "$name" "$parameters" \
				>>"$WORK/parameters"
		elif is_builtin "$name"; then
			:
		elif [ "$need" = must ]; then
			printf 'mdlab: kernel: %s: has no %s (%s: %s), tests that need it will fail\n' \
				"$RELEASE" "$name" "$group" "$why" >&2
		elif [ "$need" = may ] && [ "$FOR:$when" != guest:asked ]; then
			lacks="$lacks $name"
		fi
	done <"$WORK/rows"
	[ -z "$lacks" ] || printf 'mdlab: kernel: %s: has no module for%s: fine unless a disk needs it\n' "$RELEASE" "$lacks" >&2
}

# The order file, the list of what is in the segment, the manifest.
write_lists()
{
	local name

	awk -v folder="$FOLDER" '
		FILENAME == ARGV[1] { given[$1] = $2; next }
		{
			row = folder "/" $1 ".ko"
			if ($1 in given) {
				gsub(/,/, " ", given[$1])
				row = row " " given[$1]
			}
			print row
		}' "$WORK/parameters" "$WORK/order" >"$WORK/root$FOLDER/order"
	cp "$WORK/rules" "$WORK/root$FOLDER/rules"
	{
		printf 'release %s\n' "$RELEASE"
		while read -r name; do
			printf 'module %s %s\n' "$name" \
				"$(sha256sum <"$WORK/root$FOLDER/$name.ko" | cut -d ' ' -f 1)"
		done <"$WORK/order"
	} >"$WORK/root$SEGMENT/modules"
	{
		for name in /lib /lib/mdbench "$FOLDER" /etc /etc/mdbench "$SEGMENT"; do
			printf './%s type=dir mode=0755\n' "${name#/}"
		done
		printf './%s\n' "${SEGMENT#/}/modules" "${FOLDER#/}/order" "${FOLDER#/}/rules"
		sort "$WORK/order" | while read -r name; do
			printf './%s\n' "${FOLDER#/}/$name.ko"
		done
	} >"$WORK/manifest"
}

main()
{
	local tree out

	[ $# = 3 ] || die 2 'modules: usage: modules.sh RELEASE TREE OUT.cpio.gz'
	RELEASE=$1
	tree=$2
	out=$3
	[ -d "$tree" ] || die 2 "$tree: no such folder of modules"
	set -- "$HERE/modules.list"
	case $FOR in
	guest) ;;
	metal) set -- "$@" "$HERE/metal.list" ;;
	*) die 2 "modules: FOR=$FOR: neither guest nor metal" ;;
	esac
	require_tools
	WORK=$(mktemp -d)
	trap cleanup EXIT
	trap 'exit 130' INT TERM HUP
	mkdir -p "$WORK/root$FOLDER" "$WORK/root$SEGMENT"
	: >"$WORK/order"
	: >"$WORK/parameters"
	: >"$WORK/rules"
	index_tree "$tree"
	[ -s "$WORK/index" ] || [ -s "$WORK/builtin" ] ||
		die 2 "$tree: holds no modules, give the /lib/modules tree of $RELEASE"
	add_rows "$@"
	write_lists
	"$HERE/../initramfs/pack.sh" "$WORK/manifest" "$WORK/root" "$out"
}

main "$@"
