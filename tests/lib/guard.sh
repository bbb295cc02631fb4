# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# For boot tests of watchdogs and last words: a stick whose appliance is
# tests/lib/guard-guest.c, and what it said. Read after tests/lib/metal.sh.

# guard_image KERNEL STEP…: one start of the machine a step, and a last one.
guard_image()
{
	local kernel="$1" root="$TMPDIR/guard"

	shift
	stick_image "$kernel"
	mkdir -p "$root/bin"
	"$BUILD/musl/cc" -std=gnu11 -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -static -s -O1 -Ibench \
		-o "$root/bin/guard-guest" tests/lib/guard-guest.c bench/metal/modload.c \
		bench/metal/pstore.c bench/metal/ramoops.c bench/metal/watchdog.c \
		bench/sysfile.c >"$TMPDIR/cc.log" 2>&1 || fail "$(cat "$TMPDIR/cc.log")"
	cat >"$root/init" <<END
#!/bin/sh
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mount -t tmpfs run /run
exec >/dev/console 2>&1 </dev/null
echo 0 >/proc/sys/kernel/panic
[ ! -r /lib/mdbench/modules/order ] || mdbench modules
disk=
while [ -z "\$disk" ]; do
	for size in /sys/block/sd*/size; do
		[ ! -r "\$size" ] || [ "\$(cat "\$size")" != 2048 ] || disk=\${size%/size}
	done
done
guard-guest "/dev/\${disk##*/}" $*
poweroff -f
END
	chmod 755 "$root/init"
	(cd "$root" && bsdtar --format=newc --uid 0 --gid 0 -cf - .) | gzip -n >"$TMPDIR/guard.gz"
	mcopy -n -i "$TMPDIR/stick.img@@1048576" ::mdbench/base.gz "$TMPDIR/base.gz"
	cat "$TMPDIR/guard.gz" >>"$TMPDIR/base.gz"
	mcopy -o -i "$TMPDIR/stick.img@@1048576" "$TMPDIR/base.gz" ::mdbench/base.gz
	truncate -s 1M "$TMPDIR/mark"
}

# guard_said <LINES: what the guest said, from its first start to the last.
guard_said()
{
	local said

	said=$(tr -d '\r' <"$RUN/console.log" | sed -n '/guard: ramoops/d; s/.*\(guard: .*\)/\1/p')
	[ "$said" = "$(cat)" ] || fail "the guest said:
$said"
}
