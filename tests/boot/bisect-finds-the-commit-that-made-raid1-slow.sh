#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will let git bisect a history of md's raid1 module, in which a commit
# plants a delay, one does not build and one panics, and find the delay's.
# needs: qemu network git
# timeout: 900
set -eu
. tests/lib/boot.sh
. tests/lib/history.sh
MDLAB=$(realpath "$MDLAB")
BUILD=$(realpath "$BUILD")
export MDBENCH_RUNS="$TMPDIR/runs"

make_history()
{
	mkdir "$HISTORY"
	in_history init -q
	for file in raid1.c raid1.h raid1-10.c md.h md-bitmap.h md-cluster.h; do
		cp "$MD_SOURCE/$file" "$HISTORY/"
	done
	echo 'obj-m := raid1.o' >"$HISTORY/Kbuild"
	printf '%s\n' '*.o' '*.ko' '*.mod*' '.*.cmd' Module.symvers modules.order \
		>"$HISTORY/.gitignore"
	commit 'start: raid1 as the kernel has it'
	change raid1.c 's/^MODULE_DESCRIPTION("RAID1/&, mirrors/' 'text: say more of the module'
	change raid1.c 's/^static int __init raid_init(void)/static atomic_t writes;\n&/
		/^static bool raid1_write_request/,/^}/s/^	bool write_behind.*/&\n\n	atomic_inc(\&writes);/' \
		'torn: count what is not there yet'
	change raid1.c '/^static atomic_t writes;/d
		s/^static bool raid1_write_request(/static atomic_t writes;\n&/' \
		'mend: count what is there'
	change raid1.c 's/atomic_inc(&writes);/&\n	if (atomic_read(\&writes) > 2)\n		panic("raid1: too many writes");/' \
		'panic: stop at the third write'
	change raid1.c '/too many writes/d; /atomic_read(&writes) > 2/d' 'calm: go on'
	change raid1.c 's/atomic_inc(&writes);/&\n	if (bio->bi_iter.bi_size)\n		udelay(5);/' \
		'wait: a moment, that nobody feels'
	change raid1.c 's/udelay(5);/udelay(2000);/' 'slow: wait longer'
	change raid1.h '1s/^/\/* The mirror. *\/\n/' 'head: say what it is'
	change raid1.c 's/, mirrors/, two disks/' 'last: say less'
}

# The kernel's modules, with the raid1 of the revision in place of its own.
make_command()
{
	cp -al "$MODULES_TREE" "$TMPDIR/modules"
	cat >"$TMPDIR/command" <<-END
		make -s -C $HEADERS M=$HISTORY modules &&
		cp --remove-destination $HISTORY/raid1.ko \
			$TMPDIR/modules/kernel/drivers/md/raid1.ko
	END
}

# logged COMMIT VERDICT: so bisect.log says.
logged()
{
	grep -qP "^\S+\t$(in_history rev-parse "$1")\t$2\t" "$LOG" ||
		{ cat "$LOG"; fail "$1 is not logged as $2"; }
}

main()
{
	command -v gcc-12 >/dev/null || { echo "no gcc-12, which built the kernel"; exit 77; }
	find_kernel debian:bookworm:cloud-amd64
	find_headers
	find_md_source
	make_history
	make_command
	set -- --kernel="$IMAGE" --modules="$TMPDIR/modules" --build=". $TMPDIR/command" \
		--only='raid1/raw/dd/write/direct-1M' --model=2x64M,mbps=80,nsec=100000 \
		--size=8M --append=mdbench.span=48M
	in_history checkout -q start
	bisect 0 --save=good "$@"
	bisect_history start last --good=good "$@"
	expect "first bad commit" slow "$FOUND"
	LOG=$(echo "$MDBENCH_RUNS"/bisect-*/bisect.log)
	logged slow bad
	logged wait good
	grep -q "^mdlab: bisect: $(in_history rev-parse --short=12 slow) ($RELEASE): bad: raid1/raw/dd/write/direct-1M .* MB/s (-.* %), 1 run each, exact\$" \
		"$TMPDIR/stdout" || { cat "$TMPDIR/stdout"; fail "no figures"; }
	# Which of them git met is git's choice: both are seen at least once.
	in_history checkout -q torn
	bisect 125 --good=good "$@"
	grep -q 'does not build' "$TMPDIR/stdout" || fail "not said: does not build"
	said 'raid1.c'
	grep -qP "\t$(in_history rev-parse panic)\t" "$LOG" || {
		in_history checkout -q panic
		bisect 125 --good=good "$@"
	}
	logged torn skip
	logged panic skip
	grep -q 'panics: .*too many writes' "$LOG" || { cat "$LOG"; fail "no panic"; }
}

main "$@"
