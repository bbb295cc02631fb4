# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# For comparisons with the programs that people know: Debian's own fio,
# bonnie++ and GNU dd run in one guest with mdbench, on one disk of one rate.
# Needs tests/lib/boot.sh before it.
#
# The guest is the model lab's: time is counted in instructions, so waiting
# costs nothing and no other load of the host shows in a figure.

# Copies of programs, with the libraries and the loader that they name.
peers_copy()
{
	local root="$1" program file

	shift
	for program; do
		program=$(command -v "$program") || fail "$program is not installed"
		ldd "$program" | grep -o '/[^ ]*' | while read -r file; do
			[ -f "$root$file" ] || install -D "$file" "$root$file"
		done
		install -D "$program" "$root/peers/${program##*/}"
	done
}

# What /init does before the commands of a test.
peers_prologue()
{
	cat <<'END'
#!/bin/sh
PATH=/bin:/sbin
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mkdir -p /dev/shm
mount -t tmpfs shm /dev/shm
exec </dev/null >/dev/console 2>&1
echo 0 >/proc/sys/kernel/printk

# Ends the guest; what is said goes to the console.
give_up() { echo "peers: failed: $*"; sync; poweroff -f; while :; do sleep 9; done; }

if [ -r /lib/mdbench/modules/order ]; then
	cd /lib/mdbench/modules
	while read -r line; do insmod $line; done <order 2>/dev/null
	cd /
fi

# make_disk MIB MBPS NSEC: /dev/nullb0, with memory behind it, limited to MBPS
# (0: not) and answering after NSEC (0: at once). It counts its bytes anew every
# 20 ms: a limit under 7 would never let a request of 128 KiB through, and what
# is measured should take two seconds or more, for 20 ms to be 1 % of it.
make_disk()
{
	local folder=/sys/kernel/config/nullb/nullb0 word mode=2

	[ "$3" != 0 ] || mode=0
	[ -d /sys/kernel/config/nullb ] || mount -t configfs none /sys/kernel/config
	mkdir $folder || give_up "no null_blk in this kernel"
	for word in size=$1 blocksize=512 memory_backed=1 submit_queues=1 \
	    irqmode=$mode completion_nsec=$3 mbps=$2 power=1; do
		echo ${word#*=} >$folder/${word%%=*} || give_up "null_blk: $word"
	done
}

# new_disk MIB MBPS NSEC: such a disk instead of the one before, and on /mnt an
# ext4 on it that writes nothing by itself: the same blocks each time, no history.
new_disk()
{
	if [ -d /sys/kernel/config/nullb/nullb0 ]; then
		umount /mnt
		rmdir /sys/kernel/config/nullb/nullb0 || give_up "null_blk does not let go"
	fi
	make_disk "$@"
	mke2fs -q -F -t ext4 -E lazy_itable_init=0,lazy_journal_init=0 /dev/nullb0 &&
		mount -t ext4 /dev/nullb0 /mnt || give_up "no ext4"
	settle
}

# Nothing dirty, nothing cached.
settle() { sync; echo 3 >/proc/sys/vm/drop_caches; }

# take KEY <RECORD: the number that a result record has there.
take() { sed -n "s/.*\"type\":\"result\".*\"$1\":\([0-9]*\).*/\1/p"; }

# fio_run read|write bytes|ops OPTION…: KiB or operations a second, by fio.
fio_run()
{
	local side="$1" what="$2" field=6

	shift 2
	[ $side = read ] || field=47
	[ $what = bytes ] && field=$((field + 1)) || field=$((field + 2))
	/peers/fio --thread --group_reporting --name=fio --invalidate=0 \
		--fadvise_hint=0 --fallocate=none --norandommap --output-format=terse \
		--terse-version=3 "$@" | grep '^3;' | cut -d ';' -f $field
}

# figure WHAT WHO VALUE: one round's result.
figure() { echo "@peers $1 $2 $3"; }
END
}

# peers_boot MEMORY TIMEOUT PROGRAM… <COMMANDS: do them in a guest that has these
# programs in /peers; what they call `figure` for is in $FIGURES then, a line
# "WHAT WHO VALUE" each. fio's libraries are 80 MB, and memory holds them twice
# while they are unpacked.
peers_boot()
{
	local memory="$1" limit="$2" root="$TMPDIR/peers"

	shift 2
	FIGURES=$TMPDIR/figures
	rm -rf "$root"
	mkdir -p "$root"
	peers_copy "$root" "$@"
	{
		peers_prologue
		cat
		echo 'echo "peers: done"; sync; poweroff -f; while :; do sleep 9; done'
	} >"$root/init"
	chmod 755 "$root/init"
	# Not compressed: the guest would have to undo it.
	(cd "$root" && bsdtar --format=newc --uid 0 --gid 0 -cf - .) >"$TMPDIR/peers.cpio"
	rm -rf "$RUN" "$root"
	# No records come, as no appliance runs: mdlab cannot call it a pass.
	"$MDLAB" run --out "$RUN" --model 1x64M --memory "$memory" --quiet \
		--boot-timeout "$limit" --segment "$TMPDIR/peers.cpio" \
		>"$TMPDIR/stdout" 2>"$TMPDIR/stderr" </dev/null || true
	rm -f "$TMPDIR/peers.cpio"
	# Lines of the console carry the time before them.
	if ! grep -q '] peers: done' "$RUN/console.log"; then
		cat "$TMPDIR/stderr"
		tail -n 25 "$RUN/console.log"
		fail "the guest did not come to its end"
	fi
	sed -n 's/^\[[^]]*\] @peers //p' "$RUN/console.log" >"$FIGURES"
}

# median WHAT WHO: of its rounds, an odd number of them.
median()
{
	awk -v what="$1" -v who="$2" '$1 == what && $2 == who { print $3 }' "$FIGURES" |
		sort -g | awk '{ v[NR] = $1 } END { if (NR) print v[int((NR + 1) / 2)] }'
}

# agree PERCENT WHAT WHO PEER: the medians differ by no more than that.
agree()
{
	local ours theirs rounds

	ours=$(median "$2" "$3")
	theirs=$(median "$2" "$4")
	rounds=$(grep -c "^$2 $3 " "$FIGURES") || true
	echo "$2: $3 $ours, $4 $theirs ($rounds rounds)"
	[ "$rounds" = "$(grep -c "^$2 $4 " "$FIGURES")" ] ||
		fail "$2: not as many rounds of $3 as of $4"
	# Nothing was measured is no agreement: then it is 0 or empty.
	awk -v a="$ours" -v b="$theirs" -v limit="$1" 'BEGIN {
		if (a <= 0 || b <= 0)
			exit 1
		d = 100 * (a - b) / b
		printf "    %+.2f %%\n", d
		exit d > limit || d < -limit }' ||
		fail "$2: $3 and $4 differ by more than $1 %"
}
