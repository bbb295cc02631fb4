# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# For tests of mdlab bisect: real histories in git, of Debian's own sources.
# What is fetched stays in the cache, by its version.

HISTORY=$TMPDIR/history

# Sets IMAGE, RELEASE, VERSION and MODULES_TREE of the kernel of SPEC.
find_kernel()
{
	local answer

	answer=$(kernel-configs/kernel.sh "$1") || fail "no kernel: $1"
	IMAGE=$(echo "$answer" | sed -n 's/^image=//p')
	RELEASE=$(echo "$answer" | sed -n 's/^release=//p')
	# shellcheck disable=SC2034 # for the tests
	MODULES_TREE=${IMAGE%/*}/modules
	VERSION=${IMAGE%/vmlinuz}
	VERSION=${VERSION##*/linux-image-"$RELEASE"-}
}

# Sets HEADERS: what a module for that kernel is built with, unpacked without root.
find_headers()
{
	local folder common work

	folder=$(realpath "$BUILD/cache/kernels")/headers-$RELEASE-$VERSION
	HEADERS=$folder/usr/src/linux-headers-$RELEASE
	[ ! -d "$folder" ] || return 0
	common=linux-headers-${RELEASE%-cloud-amd64}-common
	work=$TMPDIR/headers
	mkdir -p "$work/debs"
	initramfs/apt-private.sh bookworm "$BUILD/cache/apt/bookworm"
	(
		APT_CONFIG=$(realpath "$BUILD/cache/apt/bookworm/apt.conf")
		export APT_CONFIG
		cd "$work/debs"
		apt-get -q download "linux-headers-$RELEASE=$VERSION" "$common=$VERSION" \
			"linux-kbuild-6.1=$VERSION" >"$work/log" 2>&1
	) || { cat "$work/log"; fail "the headers of $RELEASE could not be fetched"; }
	for common in "$work"/debs/*.deb; do
		dpkg-deb -x "$common" "$work/root"
	done
	# It names the folder in which the package would have been installed.
	sed -i "s|^include /|include $folder/|" "$work/root/usr/src/linux-headers-$RELEASE/Makefile"
	mv -T "$work/root" "$folder" 2>/dev/null || [ -d "$HEADERS" ] ||
		fail "$folder: cannot be made"
	rm -rf "$work"
}

# Sets MD_SOURCE: the sources of raid1, those that the kernel was made of.
find_md_source()
{
	MD_SOURCE=$(realpath "$BUILD/cache/kernels")/md-source-$VERSION
	[ ! -d "$MD_SOURCE" ] || return 0
	PATTERNS='linux-source-6.1/Kconfig linux-source-6.1/drivers/md/*.[ch]' \
		kernel-configs/linux-source.sh --unpack bookworm "$VERSION" \
		"$TMPDIR/source" >/dev/null || fail "no source of $VERSION"
	mv -T "$TMPDIR/source/drivers/md" "$MD_SOURCE" 2>/dev/null || [ -d "$MD_SOURCE" ] ||
		fail "$MD_SOURCE: cannot be made"
	rm -rf "$TMPDIR/source"
}

# in_history WORD…: git, in the history.
in_history()
{
	git -C "$HISTORY" -c user.name=test -c user.email=test@localhost \
		-c commit.gpgsign=false -c gc.auto=0 -c advice.detachedHead=false "$@"
}

# commit TEXT: all of the tree, and a tag of the text's first word.
commit()
{
	in_history add -A
	in_history commit -q -m "$1"
	in_history tag "${1%%:*}"
}

# change FILE SED-SCRIPT TEXT: what the script changes is a commit.
change()
{
	sed -i "$2" "$HISTORY/$1"
	! in_history diff --quiet || fail "$3: changes nothing"
	commit "$3"
}

# bisect STATUS OPTION…: one step, on the revision that is there.
bisect()
{
	local want="$1" got=0

	shift
	(cd "$HISTORY" && exec "$MDLAB" bisect "$@") >"$TMPDIR/stdout" 2>"$TMPDIR/stderr" \
		</dev/null || got=$?
	[ "$got" = "$want" ] && return 0
	cat "$TMPDIR/stdout" "$TMPDIR/stderr"
	fail "exit status $got, not $want: mdlab bisect $*"
}

# bisect_history GOOD BAD OPTION…: git walks; sets FOUND to the tags of what it found.
bisect_history()
{
	local first

	in_history bisect start "$2" "$1" >"$TMPDIR/start" 2>&1 ||
		{ cat "$TMPDIR/start"; fail "git bisect start"; }
	shift 2
	in_history bisect run "$MDLAB" bisect "$@" >"$TMPDIR/stdout" 2>"$TMPDIR/stderr" \
		</dev/null || { cat "$TMPDIR/stdout" "$TMPDIR/stderr"; fail "git bisect run"; }
	first=$(in_history rev-parse refs/bisect/bad)
	grep -q "^$first is the first bad commit" "$TMPDIR/stdout" ||
		{ cat "$TMPDIR/stdout" "$TMPDIR/stderr"; fail "git found none"; }
	# shellcheck disable=SC2034 # for the tests
	FOUND=$(in_history tag --points-at "$first")
	in_history bisect reset >"$TMPDIR/reset" 2>&1
}
