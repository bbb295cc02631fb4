#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will have the kernel panic in one test of a stick's run, twice: the
# machine starts again by itself each time, the test fails with the panic's line,
# what pstore had lies beside the records, and the rest is measured.
# needs: qemu kernel-reference mtools jq libarchive-tools
# timeout: 600
set -eu
. tests/lib/metal.sh
. tests/lib/session.sh

stick_image reference suite=smoke 'only=raid1/ext4/dd/*/*-1M' size=32M countdown=0 hold=0
mkdir -p "$TMPDIR/root"
{
	cat <<'END'
#!/bin/sh
folder=/run/mdbench/medium/results/S0001
in_fsync() {
	tail -n 1 $folder/r1-k1.jsonl 2>/dev/null |
		grep -q 'fsync-1M","index":2,"tests":6,"bytes":[1-9]'
}
# The line that an earlier boot ended with does not count.
crash_in_fsync() {
	while ! [ -d $folder ]; do :; done
	while in_fsync; do :; done
	while ! in_fsync; do :; done
	sync
	echo c >/proc/sysrq-trigger
}
END
	sed 's/^	mdbench appliance/	crash_in_fsync \&\n&/' initramfs/init
} >"$TMPDIR/root/init"
chmod 755 "$TMPDIR/root/init"
mcopy -i "$STICK_PART" "$(segment crash)" ::/mdbench/crash.gz
for file in kernels.txt next.cfg; do
	on_stick mdbench/$file | sed 's/metal\.gz/&,@mdbench\/crash.gz/' >"$TMPDIR/$file"
done
sed -i 's/@//' "$TMPDIR/kernels.txt"
sed -i 's/@/\//' "$TMPDIR/next.cfg"
truncate -s 4096 "$TMPDIR/next.cfg"
put_on_stick mdbench/kernels.txt <"$TMPDIR/kernels.txt"
put_on_stick mdbench/next.cfg <"$TMPDIR/next.cfg"

stick 1 --pstore=erst
expect "results" "pass fail pass pass pass pass" \
	"$(leg S0001/r1-k1 '[.[] | select(.type == "result") | .verdict] | join(" ")')"
expect "causes" "1 panic, 2 panic" \
	"$(leg S0001/r1-k1 '[.[] | select(.type == "crash") | "\(.crashes) \(.cause)"] | join(", ")')"
leg S0001/r1-k1 '.[] | select(.verdict == "fail") | .reason' |
	grep -q 'crashed: .* 2 times, the last time: .*sysrq triggered crash' ||
	fail "reason: $(leg S0001/r1-k1 '.[] | select(.verdict == "fail") | .reason')"
leg S0001/r1-k1 '.[] | select(.type == "crash") | .pstore[]' >"$TMPDIR/dumps"
[ "$(wc -l <"$TMPDIR/dumps")" -ge 2 ] || fail "files of pstore: $(cat "$TMPDIR/dumps")"
while read -r name; do
	on_stick "results/S0001/pstore/$name" >"$TMPDIR/dump" || fail "$name is not there"
	[ -s "$TMPDIR/dump" ] || fail "$name is empty"
done <"$TMPDIR/dumps"
