#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will let git bisect a tree of Linux 6.1, each kernel built in a kept folder,
# and find the patch that makes md slow, with the tree as clean as it was.
# needs: qemu network git
# timeout: 3600
set -eu
. tests/lib/boot.sh
. tests/lib/history.sh
export MDBENCH_RUNS="$TMPDIR/runs"

# A build of its own, so that the cache keeps nothing of a tree that goes.
lay_build()
{
	mkdir -p "$TMPDIR/build/cache"
	cp "$BUILD/mdlab" "$TMPDIR/build/"
	ln -s "$(realpath "$BUILD/initramfs")" "$TMPDIR/build/initramfs"
	MDLAB=$TMPDIR/build/mdlab
}

make_history()
{
	kernel-configs/linux-source.sh --unpack bookworm 6.1 "$HISTORY" >"$TMPDIR/package" ||
		fail "no source of 6.1"
	# The package's own has git know none of its files.
	rm -f "$HISTORY/.gitignore"
	in_history init -q
	in_history config core.compression 0
	commit "start: $(cat "$TMPDIR/package")"
	change drivers/md/raid1.h '1s/^/\/* The mirror. *\/\n/' 'head: say what it is'
	change drivers/md/raid1.c 's/^	bool write_behind = false;/&\n	int torn = nothing;/' \
		'torn: name what is not there'
	change drivers/md/raid1.c '/int torn = nothing;/d' 'mend: do not'
	change drivers/md/md.c '1s/^/\/* All of md. *\/\n/' 'all: say what it is'
	change drivers/md/raid1.c 's/^	bool write_behind = false;/&\n\n	udelay(2000);/' \
		'slow: wait for a moment'
	change README '1s/^/The /' 'last: say the'
}

main()
{
	local revision folder

	lay_build
	make_history
	set -- --kernel=source:.+base+virtio+md+fs+serial --only='raid1/raw/dd/write/direct-1M' \
		--model=2x64M,mbps=80,nsec=100000 --size=8M --append=mdbench.span=48M
	in_history checkout -q start
	bisect 0 --save=good "$@"
	folder=$(echo "$TMPDIR"/build/cache/kernels/incremental/*)
	find "$folder/out" -name '*.o' | wc -l >"$TMPDIR/objects"
	bisect_history start last --good=good "$@"
	expect "first bad commit" slow "$FOUND"
	in_history checkout -q torn
	bisect 125 --good=good "$@"
	said 'nothing'
	expect "files left in the tree" "" "$(in_history status --porcelain --ignored)"
	# One folder served all revisions, and what did not change was not built anew.
	expect "folders of objects" "$folder" "$(echo "$TMPDIR"/build/cache/kernels/incremental/*)"
	revision=$(find "$folder/out" -name '*.o' -newer "$TMPDIR/objects" | wc -l)
	[ "$revision" -lt $(($(cat "$TMPDIR/objects") / 4)) ] ||
		fail "$revision of $(cat "$TMPDIR/objects") objects were built again"
	echo "$revision of $(cat "$TMPDIR/objects") objects were built again"
}

main "$@"
