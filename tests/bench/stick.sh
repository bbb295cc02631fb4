# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Part of bench.sh about the stick: how large it is, how soon it measures, in how
# little memory it does.

MENU_MS=5000

# stick_make KERNELS WORD…: $WORK/usb.img
stick_make()
{
	local kernels="$1"

	shift
	boot/stick/usb.sh --kernels="$kernels" --out="$WORK/usb.img" "$@" >"$WORK/log" 2>&1 ||
		die "$(tail -n 1 "$WORK/log")"
}

# NAME LIMIT: all files of $WORK/usb.img, and what the image is when compressed.
stick_add_sizes()
{
	local content packed

	mkdir "$WORK/files"
	mcopy -s -i "$WORK/usb.img@@1048576" :: "$WORK/files/" >"$WORK/log" 2>&1 ||
		die "$(tail -n 1 "$WORK/log")"
	content=$(find "$WORK/files" -type f -exec cat {} + | wc -c)
	rm -rf "$WORK/files"
	packed=$(gzip -1 <"$WORK/usb.img" | wc -c)
	add_row "stick, $1: content" "$content" bytes limit "$2"
	add_row "stick, $1: image, gzip -1" "$packed" bytes limit "$2"
}

# Milliseconds of the first line of the console log that has TEXT; the first of all
# without one.
stick_time_of()
{
	sed -n 's/^\[ *\([0-9]*\)\.\([0-9]*\)\] /\1\2 /p' "$WORK/stick/console.log" |
		grep -a -m 1 -F "${1:-}" | sed 's/ .*//; s/^0*\(.\)/\1/'
}

# FIRMWARE TEXT: from the boot loader's first line, which has TEXT, to the first step,
# with as many disks as the suite can use, so that none is waited for.
stick_add_time()
{
	local first step

	rm -rf "$WORK/stick"
	"$MDLAB" stick "$WORK/usb.img" --out="$WORK/stick" --firmware="$1" --quiet \
		--disks=7x256M --until='"type":"step"' >"$WORK/log" 2>&1 </dev/null || :
	first=$(stick_time_of "$2")
	step=$(stick_time_of '"type":"step"')
	if [ -z "$first" ] || [ -z "$step" ]; then
		die "mdlab stick, $1: $(tail -n 1 "$WORK/log")"
	fi
	add_row "stick, $1: loader to test, no menu" $((step - first - MENU_MS)) ms limit 10000
	add_row "stick, $1: and 5 s of the menu" $((step - first)) ms limit 15000
}

measure_stick()
{
	stick_make debian:bookworm:amd64
	stick_add_sizes debian 33554432
	stick_make reference suite=smoke countdown=0 hold=0
	stick_add_sizes reference 8388608
	stick_add_time bios ''
	stick_add_time uefi 'BdsDxe: starting'
	rm -rf "$WORK/stick"
	"$MDLAB" stick "$WORK/usb.img" --out="$WORK/stick" --quiet --disks=7x256M --memory=128M \
		>"$WORK/log" 2>&1 </dev/null || die "mdlab stick: $(tail -n 1 "$WORK/log")"
	add_row "stick, smoke, reference: memory" 128 MiB limit 128
}
