#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will read all fragments for each kernel they must fit: they parse,
# and no symbol is in two; a copy that repeats a symbol is refused, unless it says
# that it replaces it.
# needs: none
# timeout: 30
set -eu

main()
{
	local version

	for version in 5.10 6.1 6.12 7.3; do
		awk -v kernel="$version" -f kernel-configs/fragment.awk \
			kernel-configs/*.config >"$TMPDIR/rows"
		[ "$(wc -l <"$TMPDIR/rows")" -gt 100 ] ||
			{ echo "$version: hardly a row"; exit 1; }
	done
	grep -q '^CONFIG_MD_RAID1 y md$' "$TMPDIR/rows" || { echo 'no RAID1'; exit 1; }
	printf '# Purpose: repeats\nCONFIG_MD_RAID1=y\n' >"$TMPDIR/again.config"
	if awk -v kernel=6.1 -f kernel-configs/fragment.awk kernel-configs/*.config \
		"$TMPDIR/again.config" >"$TMPDIR/rows" 2>"$TMPDIR/err"; then
		echo 'a symbol in two fragments passed'
		exit 1
	fi
	grep -q 'CONFIG_MD_RAID1 is in md too' "$TMPDIR/err" || { cat "$TMPDIR/err"; exit 1; }
	# What is replaced gives way, wherever it stands; a row for another version, too.
	printf '# Purpose: replaces\n# CONFIG_MD_RAID1 is not set # replaces md\n' \
		>"$TMPDIR/again.config"
	for version in first last; do
		set -- kernel-configs/*.config
		if [ $version = first ]; then
			set -- "$TMPDIR/again.config" "$@"
		else
			set -- "$@" "$TMPDIR/again.config"
		fi
		awk -v kernel=6.1 -f kernel-configs/fragment.awk "$@" >"$TMPDIR/rows"
		[ "$(grep '^CONFIG_MD_RAID1 ' "$TMPDIR/rows")" = 'CONFIG_MD_RAID1 n again' ] ||
			{ echo "$version: not replaced"; exit 1; }
	done
}

main "$@"
