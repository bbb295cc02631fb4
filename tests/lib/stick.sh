# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# For tests of media: what boot/stick makes of kernels that are none, in a build
# folder of the test's own, which takes no time; and how to look into it.

PARTS=$TMPDIR/build
IMAGE=$TMPDIR/usb.img
# shellcheck disable=SC2034 # of those who source this
PART=$IMAGE@@1048576
export MTOOLSRC=/dev/null MTOOLS_SKIP_CHECK=1

fail() { echo "FAIL: $*"; exit 1; }

# expect WHAT WANT GOT
expect() { [ "$2" = "$3" ] || fail "$1: '$3', not '$2'"; }

# make_kernel FILE RELEASE SIZE_KIB: what bears the marks of a boot image.
make_kernel()
{
	{
		head -c 510 /dev/zero
		# At 512 + 256 stands the release; its place is at 526.
		printf '\125\252\0\0HdrS\0\0\0\0\0\0\0\0\0\001'
		head -c 240 /dev/zero
	} >"$1"
	{
		head -c 526 "$1"
		printf '\0\001'
		head -c 240 /dev/zero
		printf '%s (made up)\0' "$2"
		head -c $(($3 * 1024)) /dev/zero | tr '\0' 'k'
	} >"$1.new"
	mv "$1.new" "$1"
}

# Two kernels and the segments.
make_parts()
{
	mkdir -p "$PARTS/initramfs"
	ln -sf "$(realpath "$BUILD/mdbench")" "$PARTS/mdbench"
	echo base | gzip -n >"$PARTS/initramfs/base.cpio.gz"
	echo metal | gzip -n >"$PARTS/initramfs/metal.cpio.gz"
	make_kernel "$TMPDIR/one" 6.1.0-one 300
	make_kernel "$TMPDIR/two" 7.3.0-two 500
}

# make_medium SCRIPT STATUS OPTION…: must end with STATUS.
make_medium()
{
	local script="$1" want="$2" got=0

	shift 2
	BUILD=$PARTS "boot/stick/$script.sh" "$@" >"$TMPDIR/stdout" 2>"$TMPDIR/stderr" || got=$?
	[ "$got" = "$want" ] && return 0
	cat "$TMPDIR/stdout" "$TMPDIR/stderr"
	fail "exit status $got, not $want: $script.sh $*"
}

# said TEXT: on stderr.
said()
{
	grep -qF -- "$1" "$TMPDIR/stderr" && return 0
	cat "$TMPDIR/stderr"
	fail "not said: $1"
}

# list_named MENU: all files that the entries of a boot loader's menu name.
list_named()
{
	awk '$1 == "LINUX" || $1 == "INCLUDE" || $1 == "COM32" { print $2 }
		$1 == "INITRD" { gsub(",", "\n", $2); print $2 }' "$1"
}

# expect_entries MENU ROOT: they are there, and as many as wanted at least.
expect_entries()
{
	local name

	list_named "$1" >"$TMPDIR/named"
	[ -s "$TMPDIR/named" ] || fail "$1: names no file"
	while read -r name; do
		[ -s "$2/$name" ] || fail "$1: names $name, which is not there"
	done <"$TMPDIR/named"
}

# expect_sums MENU ROOT: the sums of segments are those of the files.
expect_sums()
{
	local key pair name file

	sed -n 's/.* mdbench.kernel=\([^ ]*\) .*mdbench.segments=\([^ ]*\).*/\1 \2/p' "$1" \
		>"$TMPDIR/sums"
	[ -s "$TMPDIR/sums" ] || fail "$1: has no sums"
	while read -r key pair; do
		for pair in $(echo "$pair" | tr ',' ' '); do
			name=${pair%%:*}
			file=$2/$name.gz
			[ "$name" != modules ] || file=$2/$key/modules.gz
			expect "sum of $name in $1" "$(sha256sum <"$file" | cut -c 1-64)" "${pair#*:}"
		done
	done <"$TMPDIR/sums"
}
