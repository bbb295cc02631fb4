# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# What usb.sh, netboot.sh and iso.sh share: the words of their command line, the
# kernels, the plan, the menu and the list of kernels (LAYOUT.md). Sourced, with
# HERE set to this folder and WHAT to the name for messages.

BUILD=${BUILD:-build}
# Ordinary users of Debian have no sbin folders in their path.
PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin
export LC_ALL=C TZ=UTC
# All times on a medium: the first that FAT can write.
SOURCE_DATE_EPOCH=315532800
export SOURCE_DATE_EPOCH
SYSLINUX=${SYSLINUX:-/usr/lib}
MODULES_BIOS=$SYSLINUX/syslinux/modules/bios
MODULES_EFI=$SYSLINUX/syslinux/modules/efi64
# shellcheck disable=SC2034 # of those who source this
EFI_LOADER=$SYSLINUX/SYSLINUX.EFI/efi64/syslinux.efi
KERNELS_MAX=16
# Of a kernel's line: what syslinux takes, with the names of the segments.
LINE_MAX=1000
WORK=
# Of mtools: nobody's own settings, and sizes as they are given.
export MTOOLSRC=/dev/null MTOOLS_SKIP_CHECK=1

# die STATUS MESSAGE...
die()
{
	local status

	status=$1
	shift
	printf 'mdbench: %s: %s\n' "$WHAT" "$*" >&2
	exit "$status"
}

say()
{
	printf 'mdbench: %s: %s\n' "$WHAT" "$*" >&2
}

# A tool that is silent as long as all goes well.
run()
{
	local said

	"$@" >"$WORK/log" 2>&1 </dev/null && return 0
	# On a full disk there is no room for what it says either.
	said=$(grep . "$WORK/log" | tail -n 1)
	die 7 "$1: ${said:-failed: is there room in $(dirname "$WORK")?}"
}

cleanup()
{
	[ -z "$WORK" ] || rm -rf "$WORK"
}

# A private folder beside the product, which moves into place at once.
make_work()
{
	local folder

	folder=$(dirname "$1")
	mkdir -p "$folder" || die 7 "$folder: cannot be made, give --out= another place"
	trap cleanup EXIT
	trap 'exit 130' INT TERM HUP
	WORK=$(mktemp -d "$folder/.$WHAT.XXXXXX") ||
		die 7 "$folder: cannot be written, give --out= another place"
	umask 022
}

need_tools()
{
	local tool

	for tool; do
		case $tool in
		/*) [ -e "$tool" ] || die 7 "$tool: is missing, run boot/setup.sh run build stick" ;;
		*) command -v "$tool" >/dev/null || die 7 "$tool: is missing," \
			"run boot/setup.sh run build stick" ;;
		esac
	done
}

# Sets KERNELS, PLAN, OUT, RESULTS_MIB and WORDS (one a line) from the command line.
read_options()
{
	local word

	KERNELS=
	PLAN=
	WORDS=
	RESULTS_MIB=64
	for word; do
		case $word in
		-h|--help) usage; exit 0 ;;
		--kernels=*) KERNELS="$KERNELS ${word#*=}" ;;
		--plan=*) PLAN=${word#*=} ;;
		--out=*) OUT=${word#*=} ;;
		--results=*) RESULTS_MIB=${word#*=} ;;
		-*) die 2 "$word: no such option, see --help" ;;
		[a-z]*=*) WORDS="$WORDS$word
" ;;
		*) die 2 "$word: not of the form word=value, see --help" ;;
		esac
	done
	case $RESULTS_MIB in
	''|0*|*[!0-9]*|?????*) die 2 "--results=$RESULTS_MIB: give MiB, 64 to 9999" ;;
	esac
	[ "$RESULTS_MIB" -ge 64 ] || die 2 "--results=$RESULTS_MIB: give MiB, 64 to 9999"
	[ -n "$OUT" ] || die 2 '--out=: is empty'
	[ -z "$PLAN" ] || [ -z "$WORDS" ] ||
		die 2 "--plan=$PLAN: holds all words, put there:" "$(echo "$WORDS" | tr '\n' ' ')"
	if [ -z "$(echo "$KERNELS" | tr -d ' \t\n')" ]; then
		KERNELS=$(default_kernel)
	fi
}

# An image takes the place of an image, never of a folder or a device's node.
check_out()
{
	[ ! -b "$OUT" ] || die 2 "$OUT: is a device; make a file, and write that with dd"
	[ ! -e "$OUT" ] || [ -f "$OUT" ] || die 2 "$OUT: is no file, give --out= another name"
	case $OUT in
	*/) die 2 "$OUT: names a folder, give --out= the name of a file" ;;
	/dev/shm/*) ;;
	/dev/*) die 2 "$OUT: is no place for a file; give --out= another" ;;
	esac
}

# The newest kernel for real machines of a Debian host's suite; else the host's.
default_kernel()
{
	local id codename

	id=$(sed -n 's/^ID=//p' /etc/os-release 2>/dev/null | tr -d '"')
	codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release 2>/dev/null | tr -d '"')
	if [ "$id" = debian ] && [ -n "$codename" ]; then
		echo "debian:$codename:amd64"
	else
		echo host
	fi
}

# Of Debian's kernels the flavour with drivers of real machines, unless another
# is asked for.
complete_spec()
{
	case $1 in
	debian:*:*) echo "$1" ;;
	debian:*) echo "$1:amd64" ;;
	*) echo "$1" ;;
	esac
}

# The plan of $PLAN or $WORDS in $WORK/plan.txt, checked as the appliance will.
make_plan()
{
	[ -x "$BUILD/mdbench" ] || die 7 "$BUILD/mdbench: is missing, run make"
	if [ -n "$PLAN" ]; then
		[ -f "$PLAN" ] || die 2 "$PLAN: no such file, give a plan.txt"
		[ -r "$PLAN" ] || die 2 "$PLAN: cannot be read, copy it"
		cp "$PLAN" "$WORK/plan.txt"
		chmod 644 "$WORK/plan.txt"
	else
		case $WORDS in
		suite=*|*"
suite="*) ;;
		*) WORDS="suite=standard
$WORDS" ;;
		esac
		awk -v words="$WORDS" '
			/^@WORDS@$/ { n = split(words, word, "\n")
				for (i = 1; i <= n; i++) if (word[i] != "") print word[i]
				next }
			{ print }' "$HERE/plan.txt" | sed 's/$/\r/' >"$WORK/plan.txt"
	fi
	"$BUILD/mdbench" appliance --check="$WORK/plan.txt" || die 2 \
		"${PLAN:-the words asked for}: the plan has a mistake, nothing was made"
}

# Finds all kernels and fills $WORK/root/mdbench; a row a kernel in
# $WORK/found: KEY RELEASE MODULES_SHA256-or-"-".
find_kernels()
{
	local spec count key answer image modules release sum

	count=0
	: >"$WORK/found"
	mkdir -p "$WORK/root/mdbench"
	set -f
	for spec in $KERNELS; do
		set +f
		count=$((count + 1))
		[ "$count" -le "$KERNELS_MAX" ] || die 2 "KERNELS: more than $KERNELS_MAX"
		key=k$count
		answer=$(FOR=metal "$HERE/../../kernel-configs/kernel.sh" \
			"$(complete_spec "$spec")") || exit $?
		image=$(echo "$answer" | sed -n 's/^image=//p')
		modules=$(echo "$answer" | sed -n 's/^modules=//p')
		release=$(echo "$answer" | sed -n 's/^release=//p')
		mkdir "$WORK/root/mdbench/$key"
		run cp "$image" "$WORK/root/mdbench/$key/vmlinuz"
		sum=-
		if [ -n "$modules" ]; then
			run cp "$modules" "$WORK/root/mdbench/$key/modules.gz"
			sum=$(sha256sum <"$modules" | cut -c 1-64)
		fi
		echo "$key $release $sum" >>"$WORK/found"
	done
}

# The segments that are the same for all kernels.
copy_segments()
{
	local segment file

	SEGMENTS=
	for segment in base metal; do
		file=$BUILD/initramfs/$segment.cpio.gz
		[ -s "$file" ] || die 7 "$file: is missing, run make $segment"
		run cp "$file" "$WORK/root/mdbench/$segment.gz"
		SEGMENTS="$SEGMENTS $segment"
	done
}

# print_line KEY SUM: the kernel's command line without mdbench.start.
print_line()
{
	local segment sums

	sums=
	for segment in $SEGMENTS; do
		[ "$segment" != plan ] || continue
		sums=$sums,$segment:$(sha256sum <"$WORK/root/mdbench/$segment.gz" | cut -c 1-64)
	done
	[ "$2" = - ] || sums=$sums,modules:$2
	printf '%s%s mdbench.kernel=%s mdbench.accel=metal mdbench.segments=%s\n' \
		'console=tty0 console=ttyS0,115200n8 mem=1G raid=noautodetect null_blk.nr_devices=0 panic=10 loglevel=4' \
		"${MEDIUM:+ mdbench.medium=$MEDIUM}" "$1" "${sums#,}"
}

# print_initrd PREFIX KEY SUM: the segments' names, with commas.
print_initrd()
{
	local segment names

	names=
	for segment in $SEGMENTS; do
		names=$names,$1$segment.gz
	done
	[ "$3" = - ] || names=$names,$1$2/modules.gz
	printf '%s\n' "${names#,}"
}

# print_kernels: kernels.txt
print_kernels()
{
	local key release sum

	while read -r key release sum; do
		printf '%s %s mdbench/%s/vmlinuz %s %s\n' "$key" "$release" "$key" \
			"$(print_initrd mdbench/ "$key" "$sum")" "$(print_line "$key" "$sum")"
	done <"$WORK/found"
}

# print_entry LABEL TITLE KEY SUM [WORD]: an entry of the menu. PREFIX is the
# folder of the kernels as the boot loader names it.
print_entry()
{
	local line initrd

	line=$(print_line "$3" "$4")${5:+ $5}
	initrd=$(print_initrd "$PREFIX" "$3" "$4")
	[ $((${#line} + ${#initrd} + 80)) -le "$LINE_MAX" ] ||
		die 7 "$3: its command line is longer than the boot loader takes"
	printf 'LABEL %s\n\tMENU LABEL %s\n\tLINUX %s%s/vmlinuz\n\tINITRD %s\n\tAPPEND %s\n' \
		"$1" "$2" "$PREFIX" "$3" "$initrd" "$line"
}

# A menu without a medium for results: each kernel by itself.
print_plain_menu()
{
	local key release sum first_key first_sum

	read -r first_key release first_sum <"$WORK/found"
	sed -e "s/@DEFAULT@/$first_key/" -e '/^INCLUDE/d' "$HERE/menu.cfg"
	while read -r key release sum; do
		print_entry "$key" "$key: $release" "$key" "$sum"
	done <"$WORK/found"
	printf 'MENU SEPARATOR\n'
	print_entry list '^List disks and the plan, and stop' "$first_key" "$first_sum" \
		mdbench.dry-run=yes
}

# print_config FILE: the loader's own configuration, with the place of the menu.
print_config()
{
	sed "s|@MENU@|${PREFIX}menu.cfg|" "$HERE/$1"
}

# plan.txt as a segment, for machines that bring no medium with a plan.
make_plan_segment()
{
	mkdir -p "$WORK/plan/etc/mdbench"
	cp "$WORK/plan.txt" "$WORK/plan/etc/mdbench/plan"
	cat >"$WORK/plan.mtree" <<'END'
./etc		type=dir mode=0755
./etc/mdbench	type=dir mode=0755
./etc/mdbench/plan	mode=0644
END
	run "$HERE/../../initramfs/pack.sh" "$WORK/plan.mtree" "$WORK/plan" \
		"$WORK/root/mdbench/plan.gz"
	SEGMENTS="$SEGMENTS plan"
}

# copy_loader bios|efi64 FOLDER: menu.c32 and what it needs.
copy_loader()
{
	local module

	mkdir -p "$2"
	for module in libcom32 libutil menu; do
		cp "$SYSLINUX/syslinux/modules/$1/$module.c32" "$2/"
	done
	if [ "$1" = bios ]; then
		cp "$MODULES_BIOS/ifcpu64.c32" "$MODULES_BIOS/reboot.c32" "$2/"
		cp "$HERE/no64.cfg" "$2/"
	else
		cp "$MODULES_EFI/ldlinux.e64" "$2/"
	fi
}

# The sum of all files and of what else decides how an image looks.
sum_root()
{
	(
		cd "$WORK/root" || exit
		find . -type f | sort | while read -r path; do
			sha256sum "$path"
		done
		echo "$RESULTS_MIB"
	) | sha256sum | tr a-f A-F
}

# put_files ROOT IMAGE: all files, and folders but for syslinux, which is there
# already. Their times are SOURCE_DATE_EPOCH.
put_files()
{
	local path

	(cd "$1" && find . -mindepth 1 -type d ! -path ./syslinux | sort) >"$WORK/folders"
	(cd "$1" && find . -type f | sort) >"$WORK/files"
	while read -r path; do
		run mmd -i "$2" "::${path#.}"
	done <"$WORK/folders"
	while read -r path; do
		run mcopy -i "$2" "$1/$path" "::${path#.}"
	done <"$WORK/files"
}

# Bytes as MiB with one digit.
print_mib()
{
	awk -v bytes="$1" 'BEGIN { printf "%.1f MiB\n", bytes / 1048576 }'
}
