#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will build revisions of a made-up kernel tree, and see what is kept, what is
# configured anew, and that nothing is left in the tree.
# needs: bc bison flex libelf-dev
# timeout: 60
set -eu
SOURCE=$TMPDIR/linux

fail() { echo "FAIL: $*"; exit 1; }
expect() { [ "$2" = "$3" ] || fail "$1: '$3', not '$2'"; }

# A tree whose make tells in a file what it was asked for.
make_tree()
{
	mkdir -p "$SOURCE/scripts/kconfig" "$SOURCE/kernel/configs" "$SOURCE/arch/x86/configs"
	echo 'config A' >"$SOURCE/Kconfig"
	echo 'all' >"$SOURCE/arch/x86/Makefile"
	cat >"$SOURCE/Makefile" <<'END_MAKE'
VERSION = 6
PATCHLEVEL = 1
tinyconfig:
	@echo $@ >>$(ASKED)
	@printf '# Linux/x86 6.1.1 Kernel Configuration\n' >$(O)/.config
olddefconfig:
	@sed -i '/^# CONFIG/d' $(O)/.config
kernelversion:
	@echo 6.1.1
bzImage:
	@echo $@ $(LOCALVERSION) >>$(ASKED)
	@grep -q CONFIG_A=y $(O)/.config
	@echo $@ was made; ! grep broken Kconfig
	@mkdir -p $(O)/arch/x86/boot && cp $(IMAGE) $(O)/arch/x86/boot/bzImage
END_MAKE
	printf '# Purpose: a test\n\nCONFIG_A=y\n' >"$TMPDIR/a.config"
	# The header of a bzImage: 55aa, HdrS, where the release is.
	{
		head -c 510 /dev/zero
		printf '\125\252\000\000HdrS'
		head -c 8 /dev/zero
		printf '\100\000'
		head -c 560 /dev/zero
	} >"$IMAGE"
	printf '6.1.1-mdbench (x)' |
		dd of="$IMAGE" bs=1 seek=576 conv=notrunc 2>/dev/null
}

# build STATUS [OPTION…]: sets FOLDER.
build()
{
	local want="$1" got=0

	shift
	: >"$ASKED"
	FOLDER=$(kernel-configs/build-incremental.sh "$SOURCE" "${1:-$TMPDIR/a.config}" \
		2>"$TMPDIR/err") || got=$?
	[ "$got" = "$want" ] || { cat "$TMPDIR/err"; fail "status $got, not $want"; }
}

asked() { expect "asked of make" "$1" "$(tr '\n' ' ' <"$ASKED")"; }

main()
{
	local first before

	ASKED=$TMPDIR/asked
	IMAGE=$TMPDIR/image
	BUILD=$TMPDIR/build
	export ASKED IMAGE BUILD
	make_tree
	before=$(cd "$SOURCE" && find . | sort)
	build 0
	asked 'tinyconfig bzImage -mdbench '
	first=$FOLDER
	expect "release" 6.1.1-mdbench "$(cat "$FOLDER/release")"
	cmp "$IMAGE" "$FOLDER/vmlinuz"
	# The configuration stays as old as it is while no Kconfig changes.
	touch "$TMPDIR/later"
	build 0
	asked 'bzImage -mdbench '
	expect "folder" "$first" "$FOLDER"
	expect "configuration written anew" "" "$(find "$FOLDER/out/.config" -newer "$TMPDIR/later")"
	echo 'config B' >>"$SOURCE/Kconfig"
	build 0
	asked 'tinyconfig bzImage -mdbench '
	expect "folder" "$first" "$FOLDER"
	expect "configuration written anew" "" "$(find "$FOLDER/out/.config" -newer "$TMPDIR/later")"
	expect "files of the tree" "$before" \
		"$(cd "$SOURCE" && find . | sort)"
	# One that fails leaves no kernel of another revision.
	echo '# broken' >>"$SOURCE/Kconfig"
	build 7
	grep -q 'make bzImage failed, the whole log is in' "$TMPDIR/err" || fail "not said"
	[ ! -e "$first/vmlinuz" ] || fail "the kernel of another revision is there"
	build 2 nosuch
	(
		exec 9>"$first/lock"
		flock 9
		build 2
	)
	grep -q 'is being built by another call' "$TMPDIR/err" || fail "two at once"
	: >"$SOURCE/.config"
	build 2
	grep -q 'run make mrproper there' "$TMPDIR/err" || fail "mrproper is not said"
}

main "$@"
