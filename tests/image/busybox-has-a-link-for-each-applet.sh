#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will ask busybox for its applets and want a row of base.mtree for
# each, and an applet for each row that links to busybox.
# needs: none
# timeout: 30
set -eu

"$BUILD/initramfs/bin/busybox" --list | grep -vx busybox | sort >"$TMPDIR/applets"
sed -n 's|^\./bin/\([^ 	]*\).*link=busybox .*|\1|p' initramfs/base.mtree | sort >"$TMPDIR/links"
[ -s "$TMPDIR/applets" ]
diff "$TMPDIR/applets" "$TMPDIR/links"
