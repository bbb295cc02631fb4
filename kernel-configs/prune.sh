#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# prune.sh DAYS: removes from the cache of kernels what nobody has asked for in
# DAYS days: kernels, builds, packages, modules segments. kernel.sh marks what it
# answers with; mdlab locks the files that a run, a matrix or a bisection is at.
# Those stay, and the reference kernel, and all that was asked for in the last two
# hours, as what has asked may not have begun. Prints what it removed.
set -eu

HERE=$(cd "$(dirname "$0")" && pwd)
# Not followed, since it is checked by itself.
# shellcheck source=/dev/null
. "$HERE/lib.sh"

JUST_NOW=120	# minutes

# list_old MINUTES: what is old, files after the folders that they may lie in.
list_old()
{
	find "$CACHE" -mindepth 1 -maxdepth 1 -type d -mmin +"$1" \
		\( -name 'linux-image-*' -o -name 'deb-*' -o -name 'source-*' \
		-o -name 'headers-*' -o -name 'md-source-*' \)
	find "$CACHE" -mindepth 2 -maxdepth 2 -type d -mmin +"$1" -path '*/incremental/*'
	find "$CACHE" -mindepth 2 -maxdepth 2 -type f -mmin +"$1" ! -path '*/.work.*' \
		\( -name '*.cpio.gz' -o -name '*.deb' \)
}

# Does somebody hold a lock on a file of it?
is_held()
{
	local file

	for file in "$1" "$1/vmlinuz" "$1/lock" "$1"/*.cpio.gz; do
		[ -f "$file" ] || continue
		flock -n -x "$file" true || return 0
	done
	return 1
}

# Sets TOTAL, in KiB. It goes from its place at once.
prune()
{
	local size

	if [ ! -e "$1" ] || [ "$1" = "$REFERENCE" ]; then
		return
	fi
	if is_held "$1"; then
		say "${1#"$CACHE/"}: stays, as it is in use"
		return
	fi
	size=$(du -sk "$1" | cut -f 1)
	mv -T "$1" "$WORK/old" || die 7 "$1: cannot be removed"
	rm -rf "$WORK/old"
	TOTAL=$((TOTAL + size))
	printf '%8s MiB  %s\n' $(((size + 1023) / 1024)) "${1#"$CACHE/"}"
}

# Answers that name what is gone.
forget()
{
	local file

	for file in "$CACHE"/specs/*; do
		[ -f "$file" ] || continue
		[ -s "$(cat "$file")/release" ] || rm -f "$file"
	done
}

main()
{
	local days minutes path

	[ $# = 1 ] || die 2 'prune: usage: prune.sh DAYS'
	case $1 in
	''|*[!0-9]*|?????*) die 2 "prune: '$1': not a number of days from 0 to 9999" ;;
	esac
	command -v flock >/dev/null || die 7 'prune: flock: not found, install util-linux'
	# Zeros before it would make it octal.
	days=$(printf '%s' "$1" | sed 's/^0*//')
	minutes=$((${days:-0} * 1440))
	[ "$minutes" -ge "$JUST_NOW" ] || minutes=$JUST_NOW
	make_work
	REFERENCE=$(realpath -q "$CACHE/reference" || true)
	TOTAL=0
	list_old "$minutes" >"$WORK/list"
	while read -r path; do
		prune "$path"
	done <"$WORK/list"
	forget
	printf '%8s MiB  removed\n' $(((TOTAL + 1023) / 1024))
}

main "$@"
