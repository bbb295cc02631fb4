#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will check small configurations against a fragment: what is absent,
# different or on against the wish fails and names symbol and fragment; rows for
# other kernel versions do not count.
# needs: none
# timeout: 30
set -eu

FRAGMENT=
CONFIG=

# fails_with TEXT ROW...: the configuration made of the rows.
fails_with()
{
	local text status

	text=$1
	shift
	printf '%s\n' '# Linux/x86 6.1.176 Kernel Configuration' "$@" >"$CONFIG"
	status=0
	kernel-configs/check.sh "$CONFIG" "$FRAGMENT" 2>"$TMPDIR/err" || status=$?
	[ "$status" = 1 ] || { echo "$text: status $status, not 1"; exit 1; }
	[ "$(wc -l <"$TMPDIR/err")" = 1 ] ||
		{ echo "$text: not one line:"; cat "$TMPDIR/err"; exit 1; }
	grep -q "$text of fragment disks: is" "$TMPDIR/err" ||
		{ echo "$text: not named:"; cat "$TMPDIR/err"; exit 1; }
}

main()
{
	FRAGMENT=$TMPDIR/disks.config
	CONFIG=$TMPDIR/config
	cat >"$FRAGMENT" <<-'END'
	# Purpose: a test

	# Why.
	CONFIG_A=y
	CONFIG_TEXT="two words"
	# CONFIG_OFF is not set
	CONFIG_OLD=y # until 5.15
	CONFIG_NEW=y # since 6.4
	CONFIG_KNOWN=y # since 6.1
	END
	fails_with CONFIG_A=y 'CONFIG_TEXT="two words"' CONFIG_KNOWN=y
	fails_with CONFIG_A=y CONFIG_A=m 'CONFIG_TEXT="two words"' CONFIG_KNOWN=y
	fails_with 'CONFIG_TEXT="two words"' CONFIG_A=y 'CONFIG_TEXT="one"' CONFIG_KNOWN=y
	fails_with CONFIG_OFF=n CONFIG_A=y 'CONFIG_TEXT="two words"' CONFIG_KNOWN=y CONFIG_OFF=y
	fails_with CONFIG_KNOWN=y CONFIG_A=y 'CONFIG_TEXT="two words"'
	printf '%s\n' '# Linux/x86 6.1.176 Kernel Configuration' CONFIG_A=y \
		'CONFIG_TEXT="two words"' CONFIG_KNOWN=y '# CONFIG_NEW is not set' >"$CONFIG"
	kernel-configs/check.sh "$CONFIG" "$FRAGMENT"
}

main "$@"
