#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# kernel.sh SPEC [MODULES_DIR]: finds, fetches or builds the kernel that SPEC
# names (see usage below) and makes its modules segment. Prints key=value lines:
# image= modules= (empty if all is built in) release= label=. Exit status 2: the
# SPEC or what it names is wrong; 7: it could not be fetched or built.
set -eu

HERE=$(cd "$(dirname "$0")" && pwd)
# Not followed, since it is checked by itself.
# shellcheck source=/dev/null
. "$HERE/lib.sh"

usage()
{
	cat <<'END'
usage: kernel.sh SPEC [MODULES_DIR]
       kernel.sh --list | --fragments | --help
       mdlab kernels [--fragments | --prune[=DAYS] | --help]

SPEC is one of
  path/to/bzImage           that file; MODULES_DIR if it needs modules
  path/to/linux/            a built kernel tree: its bzImage and modules
  path/to/FILE.deb          a kernel package
  debian:SUITE[/VERSION][:FLAVOUR]
                            a prebuilt Debian kernel, fetched with apt; VERSION
                            of the package or the start of what uname -r says,
                            the current one without; FLAVOUR cloud-amd64 or amd64
  source:DIR[+FRAGMENT...]  build the Linux source in DIR: with the standard set of
                            fragments, with that and variants (+hz1000+preempt),
                            or with nothing but the fragments named
  source:debian:SUITE[/VERSION][+FRAGMENT...]
                            the same of a linux-source package, fetched with apt
  reference                 what `make kernel` has built
  host                      the kernel that this machine runs
  (empty)                   debian:SUITE of this machine, host elsewhere

--list prints the kernels of the cache, --fragments what kernels can be built with;
--prune removes what nobody has asked for in 30 DAYS, but for the reference kernel
and what is in use: kernels, builds, packages and segments, which are made again.
REFRESH=1 asks apt again at once; without it once a day. FOR=metal makes the
modules segment for real machines, FOR=guest (the default) for QEMU's.
END
}

# Prints the answer. MODULES is empty or the segment's file.
answer()
{
	local image release

	image=$1
	release=$2
	printf 'image=%s\nmodules=%s\nrelease=%s\nlabel=%s\n' "$(realpath "$image")" \
		"$3" "$release" "$(printf '%s' "$release" | tr -c 'A-Za-z0-9._+-' '_')"
}

# Sets RELEASE, or ends with what is wrong with the file.
check_image()
{
	local image

	image=$1
	[ -e "$image" ] || die 2 "$SPEC: no such file or folder," \
		"give a kernel's file, a form such as debian:bookworm, or see kernel-configs/kernel.sh --help"
	[ -f "$image" ] || die 2 "$image: not a file, give a bzImage or vmlinuz"
	[ -r "$image" ] || die 2 "$image: cannot be read, run as root or copy it"
	is_kernel "$image" || die 2 "$image: not a bootable x86 kernel," \
		"give a bzImage (arch/x86/boot/bzImage) or vmlinuz"
	RELEASE=$(read_release "$image")
	[ -n "$RELEASE" ] || die 2 "$image: its header names no release, is the file whole"
}

# Finds the module tree of RELEASE in or under a folder; prints it.
find_tree()
{
	local folder

	for folder in "$1/lib/modules/$RELEASE" "$1/usr/lib/modules/$RELEASE" \
		"$1/$RELEASE" "$1"; do
		[ -d "$folder" ] || continue
		if [ -e "$folder/modules.builtin" ] || [ -d "$folder/kernel" ] ||
			[ -n "$(find "$folder/" -name '*.ko*' -type f | head -n 1)" ]; then
			printf '%s\n' "$folder"
			return
		fi
	done
	die 2 "$1: holds no modules of $RELEASE, give its /lib/modules tree"
}

# The segment of TREE, made anew and kept by its content: two calls at once,
# or with the same modules, end at the same file.
make_segment()
{
	local tree target

	tree=$1
	if [ -z "$(find "$tree/" -name '*.ko*' -type f | head -n 1)" ]; then
		SEGMENT=
		return
	fi
	make_work
	"$HERE/modules.sh" "$RELEASE" "$tree" "$WORK/modules.cpio.gz" || exit $?
	target=$CACHE/segments/$RELEASE-$(sha256sum <"$WORK/modules.cpio.gz" | cut -c 1-16).cpio.gz
	mkdir -p "${target%/*}"
	mv "$WORK/modules.cpio.gz" "$target"
	SEGMENT=$target
}

# The segment of a folder of the cache, kept beside its vmlinuz until the lists
# of modules or the way of packing change; guests' and real machines' side by side.
cached_segment()
{
	local folder key

	folder=$1
	key=$(cat "$HERE/modules.list" "$HERE/metal.list" "$HERE/modules.sh" \
		"$HERE/../initramfs/pack.sh" | sha256sum | cut -c 1-16)
	SEGMENT=$folder/modules-$FOR-$key.cpio.gz
	if [ -s "$SEGMENT" ]; then
		mark_used "$SEGMENT"
		return
	fi
	make_work
	"$HERE/modules.sh" "$RELEASE" "$folder/modules" "$WORK/modules.cpio.gz" || exit $?
	# Older ones stay for a matrix that is at them, until prune.sh takes them.
	mv "$WORK/modules.cpio.gz" "$SEGMENT"
	SEGMENT=$(realpath "$SEGMENT")
}

# A folder of the cache that debian.sh has filled.
use_cached()
{
	local folder

	folder=$1
	RELEASE=$(cat "$folder/release")
	mark_used "$folder"
	SEGMENT=
	if [ -n "$MODULES" ]; then
		use_modules "$MODULES"
	elif [ -n "$(find "$folder/modules/" -name '*.ko*' -type f | head -n 1)" ]; then
		cached_segment "$folder"
	elif [ ! -e "$folder/modules/modules.builtin" ]; then
		say "$SPEC: brings no modules, give MODULES=dir if it needs them"
	fi
	answer "$folder/vmlinuz" "$RELEASE" "$SEGMENT"
}

use_modules()
{
	local tree

	# A segment that an earlier answer named.
	if [ -f "$1" ] && [ "$1" != "${1%.cpio.gz}" ]; then
		SEGMENT=$(realpath "$1")
		return
	fi
	[ -d "$1" ] || die 2 "$1: no such folder, MODULES is a /lib/modules tree"
	tree=$(find_tree "$1")
	make_segment "$tree"
}

use_file()
{
	check_image "$1"
	SEGMENT=
	[ -z "$MODULES" ] || use_modules "$MODULES"
	answer "$1" "$RELEASE" "$SEGMENT"
}

use_tree()
{
	local image

	image=$1/arch/x86/boot/bzImage
	[ -e "$image" ] || die 2 "$1: holds no arch/x86/boot/bzImage," \
		"build the tree or use source:$1"
	check_image "$image"
	SEGMENT=
	if [ -n "$MODULES" ]; then
		use_modules "$MODULES"
	else
		make_segment "$1"
	fi
	answer "$image" "$RELEASE" "$SEGMENT"
}

use_debian()
{
	local rest suite version flavour folder

	rest=${SPEC#debian:}
	flavour=cloud-amd64
	case $rest in
	*:*)
		flavour=${rest#*:}
		rest=${rest%%:*} ;;
	esac
	version=
	case $rest in
	*/*)
		version=${rest#*/}
		rest=${rest%%/*}
		[ -n "$version" ] || die 2 "$SPEC: no version after the /, leave the / out" ;;
	esac
	suite=$rest
	case $suite in
	''|*[!a-z0-9-]*)
		die 2 "$SPEC: not of the form debian:SUITE[/VERSION][:FLAVOUR]" ;;
	esac
	case $version in
	*[!A-Za-z0-9.+~-]*) die 2 "$SPEC: $version is not a version" ;;
	esac
	case $flavour in
	cloud-amd64|amd64) ;;
	*) die 2 "$SPEC: no flavour $flavour, take cloud-amd64 or amd64" ;;
	esac
	folder=$("$HERE/debian.sh" "$suite" "$version" "$flavour") || exit $?
	use_cached "$folder"
}

use_deb()
{
	local folder

	[ -r "$SPEC" ] || die 2 "$SPEC: cannot be read, run as root or copy it"
	folder=$("$HERE/debian.sh" --file "$SPEC") || exit $?
	use_cached "$folder"
}

# build_source SCRIPT ARGUMENT... then the fragments of $FRAGMENTS, +NAME+NAME.
build_source()
{
	local rest fragment folder script

	rest=$FRAGMENTS
	while [ -n "$rest" ]; do
		rest=${rest#+}
		fragment=${rest%%+*}
		[ -n "$fragment" ] || die 2 "$SPEC: an empty fragment, leave the + out"
		set -- "$@" "$fragment"
		rest=${rest#"$fragment"}
	done
	script=$1
	shift
	folder=$("$HERE/$script" "$@") || exit $?
	mark_used "$folder"
	use_file "$folder/vmlinuz"
}

use_source()
{
	local dir

	dir=${SPEC#source:}
	FRAGMENTS=${dir#"${dir%%+*}"}
	dir=${dir%%+*}
	[ -n "$dir" ] || die 2 "$SPEC: not of the form source:DIR[+FRAGMENT...]"
	build_source build-kernel.sh "$dir"
}

# A + before a digit belongs to the version, as in 6.12.95-1~bpo12+1.
use_debian_source()
{
	local rest suite version

	rest=${SPEC#source:debian:}
	suite=${rest%%+[!0-9]*}
	FRAGMENTS=${rest#"$suite"}
	version=
	case $suite in
	*/*)
		version=${suite#*/}
		suite=${suite%%/*}
		[ -n "$version" ] || die 2 "$SPEC: no version after the /, leave the / out" ;;
	esac
	case $suite in
	''|*[!a-z0-9-]*)
		die 2 "$SPEC: not of the form source:debian:SUITE[/VERSION][+FRAGMENT...]" ;;
	esac
	case $version in
	*[!A-Za-z0-9.+~-]*) die 2 "$SPEC: $version is not a version" ;;
	esac
	build_source linux-source.sh "$suite" "$version"
}

use_reference()
{
	[ -s "$CACHE/reference/vmlinuz" ] ||
		die 7 'reference: not built yet, run make kernel (minutes of both cores)'
	use_file "$CACHE/reference/vmlinuz"
}

use_host()
{
	local image

	image=/boot/vmlinuz-$(uname -r)
	[ -e "$image" ] || die 2 "host: $image: no such file, give a kernel's file" \
		"or a form such as debian:bookworm"
	if [ -z "$MODULES" ] && [ -d "/lib/modules/$(uname -r)" ]; then
		MODULES=/lib/modules/$(uname -r)
	fi
	use_file "$image"
}

# The newest kernel of a Debian host's own suite; elsewhere what the host runs.
default_spec()
{
	local id codename

	id=$(sed -n 's/^ID=//p' /etc/os-release 2>/dev/null | tr -d '"')
	codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release 2>/dev/null | tr -d '"')
	if [ "$id" = debian ] && [ -n "$codename" ]; then
		printf 'debian:%s\n' "$codename"
	else
		printf 'host\n'
	fi
}

list_cached()
{
	local folder name

	for folder in "$CACHE"/*/; do
		folder=${folder%/}
		[ -s "$folder/release" ] || continue
		name=${folder##*/}
		printf '%s\t%s\t%s\n' "$(cat "$folder/release")" "$name" "$folder/vmlinuz"
	done | sort -V
}

# "NAME TAG KIND PURPOSE" a line, tabs between: the standard set, then variants.
list_all_fragments()
{
	local file name

	for file in "$HERE"/*.config "$HERE"/variants/*.config; do
		name=${file##*/}
		printf '%s\t%s\t%s\t%s\n' "${name%.config}" "$(fragment_head "$file" TAG)" \
			"$(fragment_head "$file" KIND)" "$(fragment_head "$file" Purpose)"
	done | awk -F '\t' '
		NR == 1 {
			print "standard set, all of it where none or only variants are named:"
		}
		$2 != "" && !seen++ {
			print "variants, one of a kind; the tag goes into the version:"
		}
		{ printf "  %-13s  %-11s  %s\n", $1, $3, $4 }'
}

# What mdlab kernels was asked, after its --list.
main_list()
{
	case $1 in
	--fragments|-h|--help)
		[ $# = 1 ] || die 2 "$2: what is this, see mdlab kernels --help"
		main "$1" ;;
	--prune|--prune=*)
		[ $# = 1 ] || die 2 "$2: what is this, see mdlab kernels --help"
		[ "$1" != --prune ] || set -- --prune=30
		exec "$HERE/prune.sh" "${1#*=}" ;;
	*) die 2 "$1: no such option, see mdlab kernels --help" ;;
	esac
}

main()
{
	case ${1-} in
	-h|--help)
		usage
		return ;;
	--list)
		# mdlab kernels puts this before its own options.
		shift
		if [ $# = 0 ]; then
			list_cached
		else
			main_list "$@"
		fi
		return ;;
	--fragments)
		list_all_fragments
		return ;;
	-*) die 2 "$1: no such option, see kernel-configs/kernel.sh --help" ;;
	esac
	[ $# -le 2 ] || die 2 'usage: kernel.sh SPEC [MODULES_DIR], see kernel-configs/kernel.sh --help'
	case ${FOR:=guest} in
	guest|metal) export FOR ;;
	*) die 2 "FOR=$FOR: neither guest nor metal" ;;
	esac
	SPEC=${1-}
	MODULES=${2-${MODULES-}}
	[ -n "$SPEC" ] || SPEC=$(default_spec)
	case $SPEC in
	debian:*) use_debian ;;
	source:debian:*) use_debian_source ;;
	source:*) use_source ;;
	reference) use_reference ;;
	host) use_host ;;
	*)
		if [ -d "$SPEC" ]; then
			use_tree "${SPEC%/}"
		elif [ "$SPEC" != "${SPEC%.deb}" ] && [ -f "$SPEC" ]; then
			use_deb
		else
			use_file "$SPEC"
		fi ;;
	esac
}

main "$@"
