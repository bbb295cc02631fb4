#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will let a scripted guest bring results of all kinds and compare the progress lines.
# needs: none
# timeout: 60
set -eu
. tests/lib/fake-qemu.sh

# result ID MEMBERS: the next two records, step and result.
result()
{
	local json

	SEQ=$((SEQ + 1))
	json=$(printf '{"schema":1,"type":"step","seq":%d,"run":"x","t_ns":%d,"id":"%s","index":%d,"tests":7,"bytes":0,"deadline_s":300}' \
		$SEQ $((SEQ * 1000000)) "$1" $((SEQ / 2)))
	framed "$json"
	SEQ=$((SEQ + 1))
	json=$(printf '{"schema":1,"type":"result","seq":%d,"run":"x","t_ns":%d,"id":"%s","repeat":1,"settings":{},"prepared_bytes":0,%s}' \
		$SEQ $((SEQ * 1000000)) "$1" "$2")
	framed "$json"
}

# framed JSON: "@mdb1 SEQ LENGTH CRC32C JSON" with a tag, to the file of frames.
framed()
{
	printf 'test @mdb1 %d %d %s %s\n' "$SEQ" "${#1}" "$(crc32c "$1")" "$1" >>"$TMPDIR/frames"
}

crc32c()
{
	printf '%s' "$1" | perl -e 'local $/; my $c = 0xffffffff;
		for (unpack "C*", <STDIN>) {
			$c ^= $_;
			$c = $c & 1 ? $c >> 1 ^ 0x82f63b78 : $c >> 1 for 1 .. 8;
		}
		printf "%08x", $c ^ 0xffffffff'
}

lay_frames()
{
	local long='memory held it: only 0 of 8388608 bytes passed the device in the window of the test; use larger files'

	SEQ=1
	framed "$(sed -n 's/^run @mdb1 [0-9 ]* [0-9a-f]* {/{/p' "$FRAMES" |
		sed 's/"tests":1/"tests":7/')"
	sed -n 's/^env /test /p' "$FRAMES" >>"$TMPDIR/frames"
	SEQ=2
	result raid1/raw/dd/write/async-1M '"verdict":"pass","counts":"bytes","bytes":1048576,"ops":1,"wall_ns":1000000,"rate_bytes_per_s":1048576000'
	result raid1/raw/rand/read/psync-d1 '"verdict":"pass","counts":"ops","bytes":5689344,"ops":1389,"wall_ns":1000000000,"rate_bytes_per_s":5689344,"rate_ops_per_s":1389'
	result raid1/ext4/bonnie/seeks/2.00 '"verdict":"pass","counts":"ops","bytes":8192,"ops":229,"wall_ns":10000000000,"rate_bytes_per_s":819,"rate_ops_per_s":22'
	result raid1/ext4/meta/stat/100x100 '"verdict":"pass","counts":"ops","ops":10000,"wall_ns":5000000,"rate_ops_per_s":2000000'
	result raid1/raw/rand/mix/uring-d32 '"verdict":"pass"'
	result raid1/ext4/dd/write/async-1M '"verdict":"void","reason":"'"$long"'","counts":"bytes","bytes":8388608,"ops":8,"wall_ns":1000000,"rate_bytes_per_s":8388608000'
	result single/ext4/bonnie/seq-create/2.00 '"verdict":"fail","reason":"no space left"'
	SEQ=17
	framed '{"schema":1,"type":"end","seq":17,"run":"x","t_ns":17000000,"outcome":"done","reason":null,"records":17,"fail":1,"broken":0,"unsupported":0,"void":1,"logs":0,"pass":5}'
}

main()
{
	lay_project
	lay_frames
	FRAMES=$TMPDIR/frames
	export FRAMES
	guest <<-'END'
		frame test; down guest-shutdown
	END
	mdlab_run 1
	grep '^\[ [0-9]' "$TMPDIR/stderr" >"$TMPDIR/lines" || fail "no lines"
	diff - "$TMPDIR/lines" <<-'END' || fail "the lines are others"
		[ 1/7] raid1/raw/dd/write/async-1M            1.0 GB/s
		[ 2/7] raid1/raw/rand/read/psync-d1             1389/s
		[ 3/7] raid1/ext4/bonnie/seeks/2.00             22.9/s
		[ 4/7] raid1/ext4/meta/stat/100x100            2000k/s
		[ 5/7] raid1/raw/rand/mix/uring-d32
		[ 6/7] raid1/ext4/dd/write/async-1M           8.4 GB/s  void: memory held it...
		[ 7/7] single/ext4/bonnie/seq-create/2.00    fail: no space left
	END
	expect "widest line" 79 "$(wc -L <"$TMPDIR/lines")"
	# The reason that was cut is in the table.
	tr -s ' \n' ' ' <"$TMPDIR/stdout" | grep -qF 'in the window of the test; use larger files' ||
		fail "the reason is not in the table: $(cat "$TMPDIR/stdout")"
}

main "$@"
