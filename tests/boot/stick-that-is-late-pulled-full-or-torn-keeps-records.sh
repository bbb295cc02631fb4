#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will pull a medium out and put it back, fill it, protect it, have it
# twice and torn, in a guest; all records are on it at the end, and it is sound.
# needs: qemu kernel-reference mtools dosfstools
# timeout: 300
set -eu
. tests/lib/boot.sh

T=$TMPDIR

# tear IMAGE: the second cluster of results/log is free, as its length was
# written and its chain was not. One sector a cluster, two tables of 64 sectors.
tear()
{
	local first at

	first=$(mshowfat -i "$1" ::/results/log | sed 's/.*<\([0-9]*\).*/\1/')
	# The entry of the first cluster says: the next is 0x0fff.
	for at in 4 68; do
		printf '\377\017' |
			dd of="$1" bs=1 seek=$((512 * at + 2 * first)) conv=notrunc 2>/dev/null
	done
}

make_images()
{
	local i=0

	truncate -s 8M "$T/good.img" "$T/torn.img" "$T/folder.img"
	mkfs.vfat -F 16 -s 1 -R 4 -i 1A2B3C4D -n STICK "$T/good.img" >/dev/null
	cp "$T/good.img" "$T/copy.img"
	mkfs.vfat -F 16 -s 1 -R 4 -i 0BAD0BAD -n TORN "$T/torn.img" >/dev/null
	mkfs.vfat -F 16 -s 1 -R 4 -i 0F0F0F0F -n FOLDER "$T/folder.img" >/dev/null
	mmd -i "$T/folder.img" ::/plan.txt
	# 64 bytes each, so that eight of them end where the file is torn
	while [ $((i += 1)) -le 100 ]; do
		echo '{"schema":1,"type":"step","seq":'$i',"run":"r","t_ns":1,"id":"aa"}'
	done >"$T/log"
	mmd -i "$T/torn.img" ::/results
	mcopy -i "$T/torn.img" "$T/log" ::/results/log
	tear "$T/torn.img"
}

make_segment()
{
	mkdir -p "$T/root/bin"
	# shellcheck disable=SC2046 # a list of files
	"$BUILD/musl/cc" -std=gnu11 -D_GNU_SOURCE -static -s -O1 -Ibench -Itests/lib \
		-o "$T/root/bin/medium-guest" tests/lib/medium-guest.c \
		$(find "$BUILD/guest/bench" -name '*.o' ! -name main.o) \
		"$BUILD/liburing/lib/liburing.a" >"$T/cc.log" 2>&1 || fail "$(cat "$T/cc.log")"
	init_segment <<'END'
#!/bin/sh
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mount -t tmpfs run /run
medium-guest >/dev/console 2>&1 </dev/null
poweroff -f
END
}

main()
{
	local s sent

	make_images
	s=$(make_segment)
	boot 6 --kernel reference --disks 2x512M,bus=ahci --only 'raid1/*' --segment "$s" \
		--attach "$T/good.img,bus=virtio-blk" --attach "$T/copy.img,bus=virtio-blk" \
		--attach "$T/torn.img,bus=virtio-blk" --attach "$T/folder.img,bus=virtio-blk"
	sed -n 's/\r//; s/^.*medium-guest.c:/medium-guest.c:/p; s/^.*\(medium: [ds]\)/\1/p' \
		"$RUN/console.log" >"$T/said"
	grep -q '^medium: done 0 failed$' "$T/said" || fail "$(cat "$T/said")"
	sent=$(sed -n 's/^medium: sent //p' "$T/said")
	mcopy -n -i "$T/good.img" ::/results/S1/log "$T/got"
	expect "lines of the log" $((sent + 4)) "$(wc -l <"$T/got")"
	expect "lines but for the long ones" "one two three last " "$(grep -v x "$T/got" | tr '\n' ' ')"
	mcopy -n -i "$T/folder.img" ::/results/S2/plan.txt "$T/plan" || fail "no plan.txt"
	mcopy -n -i "$T/folder.img" ::/results/S3/log "$T/got" || fail "no log"
	expect "what was written before power went" "plan one " "$(cat "$T/plan" "$T/got" | tr '\n' ' ')"
	mcopy -n -i "$T/good.img" ::/progress "$T/progress"
	expect "the patch" patched "$(dd if="$T/progress" bs=1 skip=128 count=7 2>/dev/null)"
	# It was pulled out, so it is marked; nothing else is wrong.
	fsck.vfat -n "$T/good.img" | sed '1d; /[Dd]irty bit/d; /^$/d; /^Leaving/d; \|^/.* clusters$|d' >"$T/fsck"
	expect "what fsck finds" "" "$(cat "$T/fsck")"
	cmp -s "$T/copy.img" "$T/good.img" && fail "nothing was written"
	mcopy -n -i "$T/torn.img" ::/results/log "$T/got"
	expect "the log that was torn" "$(head -n 8 "$T/log"; echo '{}')" "$(cat "$T/got")"
	fsck.vfat -n "$T/torn.img" >"$T/fsck" || true
	! grep -q 'results/log' "$T/fsck" || fail "$(cat "$T/fsck")"
}

main "$@"
