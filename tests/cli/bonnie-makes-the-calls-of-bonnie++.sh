#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will trace mdbench bonnie version=2.00 and bonnie++ 2.00a with the
# same sizes and want as many calls of each kind and size; the phases of single
# characters, too long to trace, are compared by the kernel's count of calls.
# needs: strace bonnie++
# timeout: 300
set -eu

FOLDER=

# Kinds of calls on what is in the folder: "large" is the file of the I/O
# phases, "small" are the others. Seeks update a random tenth, so what belongs
# to updates is told apart by its sum.
count_calls()
{
	cat "$TMPDIR/$1".trace.* | awk -v folder="$FOLDER" '
	function size(line) { sub(/.* = /, "", line); return line + 0 }
	/ENOENT|= -1/ { next }
	{ call = $0; sub(/\(.*/, "", call); kind = "" }
	/^(read|write|lseek|fsync)\(/ {
		if (!index($0, "<" folder "/")) next
		kind = /\/(Bonnie\.[0-9]+|mdbench\.bonnie)>/ ? "large" : "small"
	}
	/^(read|write)/ && kind == "large" { n[call " large " size($0)]++; next }
	/^(read|write)/ { n[call " small"]++; next }
	/^lseek/ { n["lseek large " (/SEEK_CUR/ ? "back" : "to")]++; next }
	/^fsync/ { n["fsync " kind]++; next }
	/^sync\(/ { n["sync"]++; next }
	/^open(at)?\(/ && /O_DIRECTORY/ { next }
	/^open(at)?\(/ && /"(00000|00001)", O_RDONLY/ { next }
	/^open(at)?\(/ && index($0, "= ") && index($0, folder "/") {
		flags = /O_EXCL/ ? "makes" : /O_RDWR/ ? "updates" : "reads"
		kind = /(Bonnie\.[0-9]+|mdbench\.bonnie)"/ ? "large" : "small"
		n["open " kind " " flags]++
		next
	}
	/^unlink/ && /"[^"]*(Bonnie\.[0-9]+|mdbench\.bonnie)"/ { next }
	/^unlinkat/ && /AT_REMOVEDIR/ { n["rmdir"]++; next }
	/^unlink/ { n["unlink small"]++; next }
	/^(mkdir|rmdir)\("[^"]*mdbench\.bonnie\.1"/ { next }	# what all is done in
	/^rmdir/ { n["rmdir"]++; next }
	/^mkdir/ { n["mkdir"]++; next }
	/^(stat|newfstatat)\(/ && /"[^"]*0[0-9a-f]+[^"]*", \{st_mode=S_IFREG/ && !/EMPTY/ {
		n["stat small"]++
		next
	}
	END { for (k in n) print k, n[k] }' | sort >"$TMPDIR/$1.all"
	awk '
	/^write large 8192/ { updates = $4 - '"$CHUNKS"' * 2; print "updates", updates }
	{ line[NR] = $0 }
	END {
		for (i = 1; i <= NR; i++) {
			$0 = line[i]
			if (/^write large 8192|^lseek large to/) $NF -= updates
			if (/^fsync large/ && '"$EACH"') $NF -= updates
			print
		}
	}' "$TMPDIR/$1.all" >"$TMPDIR/$1.counts"
	rm -f "$TMPDIR/$1".trace.*
}

trace()
{
	local name="$1"

	shift
	mkdir "$FOLDER"
	if ! strace -ff -y -s 64 -o "$TMPDIR/$name.trace" -e signal=none -e trace=read,write,lseek,fsync,sync,open,openat,unlink,unlinkat,mkdir,mkdirat,rmdir,stat,newfstatat \
	    "$@" >"$TMPDIR/$name.out" 2>&1; then
		echo "$name failed:"
		tail -n 5 "$TMPDIR/$name.out"
		exit 1
	fi
	if ! rmdir "$FOLDER"; then
		echo "$name left files behind"
		exit 1
	fi
	count_calls "$name"
}

user_option()
{
	[ "$(id -u)" != 0 ] || printf '%s' "-u root"
}

# With -f bonnie++ makes, syncs and closes an empty file where it would write
# single characters; mdbench leaves the phase out.
forget_empty_file()
{
	awk '/^open large makes|^fsync large/ { $NF -= 1 } { print }' "$TMPDIR/theirs.counts" \
		>"$TMPDIR/theirs.less"
	mv "$TMPDIR/theirs.less" "$TMPDIR/theirs.counts"
}

# Everything but the updates must be equal; these must be a tenth or so.
compare()
{
	local updates

	forget_empty_file

	updates=$(sed -n 's/^updates //p' "$TMPDIR/ours.counts")
	sed -i '/^updates/d' "$TMPDIR/ours.counts" "$TMPDIR/theirs.counts"
	if [ "$updates" -lt 650 ] || [ "$updates" -gt 990 ]; then
		echo "$1: $updates of 8192 seeks made an update"
		exit 1
	fi
	if [ "$(wc -l <"$TMPDIR/theirs.counts")" -lt 12 ]; then
		echo "$1: hardly anything was traced of bonnie++"
		cat "$TMPDIR/theirs.counts"
		exit 1
	fi
	if ! diff -u "$TMPDIR/theirs.counts" "$TMPDIR/ours.counts" >"$TMPDIR/diff"; then
		echo "$1: calls differ"
		cat "$TMPDIR/diff"
		exit 1
	fi
}

# The calls of a program and of what it ran, as the kernel counted them, but
# for what the reading of the count itself makes.
kernel_count()
{
	# shellcheck disable=SC2016 # $$ and $@ are that shell's
	sh -c 'set -- "$@"; "$@" >/dev/null 2>&1; cat "/proc/$$/io"' sh "$@" |
		awk '/^syscr/ { r = $2 } /^syscw/ { w = $2 } END { print r, w }'
}

# Three MiB of calls of one byte, each way; progress makes some more, and so
# does mdbench when it reads the state of the system before and after a phase.
compare_chars()
{
	local fast full what

	for what in ours theirs; do
		mkdir "$FOLDER"
		if [ "$what" = ours ]; then
			fast=$(kernel_count "$BUILD/mdbench" bonnie path="$FOLDER" version=2.00 size=4M files=0 fast=yes)
			full=$(kernel_count "$BUILD/mdbench" bonnie path="$FOLDER" version=2.00 size=4M files=0)
		else
			# shellcheck disable=SC2046 # two words or none
			fast=$(kernel_count bonnie++ $(user_option) -d "$FOLDER" -s 4 -r 0 -n 0 -f)
			# shellcheck disable=SC2046 # two words or none
			full=$(kernel_count bonnie++ $(user_option) -d "$FOLDER" -s 4 -r 0 -n 0)
		fi
		rmdir "$FOLDER"
		echo "$fast $full" | awk '{
			r = $3 - $1 - 3145728; w = $4 - $2 - 3145728
			exit r < -2000 || r > 2000 || w < -100 || w > 100 }' || {
			echo "$what: reads and writes without characters and with: $fast, $full"
			exit 1
		}
	done
}

main()
{
	local size=4

	FOLDER="$TMPDIR/folder"
	CHUNKS=$((size * 128))
	for EACH in 0 1; do
		# shellcheck disable=SC2046 # two words or none
		trace theirs bonnie++ $(user_option) -d "$FOLDER" -s "$size" -r 0 -n 1:5000:1000:2 -f $([ "$EACH" = 0 ] || echo -b)
		trace ours "$BUILD/mdbench" bonnie path="$FOLDER" version=2.00 size="${size}M" \
			files=1024 file-size-min=1000 file-size-max=5000 folders=2 fast=yes \
			fsync-each="$([ "$EACH" = 0 ] && echo no || echo yes)"
		compare "fsync-each=$EACH"
	done
	[ ! -r /proc/self/io ] || compare_chars
}

main "$@"
