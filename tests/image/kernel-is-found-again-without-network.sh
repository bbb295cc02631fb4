#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will ask for a Debian kernel once, then again with an apt that does
# nothing but leave a trace: the answer is the same and apt was not called.
# With REFRESH=1 and no lists to be had, the cached kernel serves and it says so.
# needs: network
# timeout: 300
set -eu

main()
{
	local tool

	kernel-configs/kernel.sh debian:bookworm '' >"$TMPDIR/first"
	mkdir "$TMPDIR/bin"
	for tool in apt-get apt-cache; do
		printf '#!/bin/sh\n: >"%s/called"\nexit 100\n' "$TMPDIR" >"$TMPDIR/bin/$tool"
		chmod +x "$TMPDIR/bin/$tool"
	done
	PATH=$TMPDIR/bin:$PATH
	kernel-configs/kernel.sh debian:bookworm '' >"$TMPDIR/second"
	cmp "$TMPDIR/first" "$TMPDIR/second"
	[ ! -e "$TMPDIR/called" ] || { echo 'apt was called'; exit 1; }
	REFRESH=1 kernel-configs/kernel.sh debian:bookworm '' >"$TMPDIR/third" 2>"$TMPDIR/err"
	cmp "$TMPDIR/first" "$TMPDIR/third"
	[ -e "$TMPDIR/called" ] || { echo 'REFRESH=1 did not ask apt'; exit 1; }
	grep -q 'going on with the cached' "$TMPDIR/err" || { cat "$TMPDIR/err"; exit 1; }
}

main "$@"
