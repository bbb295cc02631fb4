#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will misspell a boot word, ask for a governor that is not there, then
# forget a prefix, and see that no disk was written to.
# needs: qemu network
# timeout: 600
set -eu
. tests/lib/boot.sh

# stopped TEXT: as usage that says so, before any disk was written to.
stopped()
{
	said "$1"
	expect "end" "usage" "$(records 'last | .outcome')"
	expect "bytes that are not zero" 0 \
		"$(cat "$TMPDIR"/disks/*.img | tr -d '\000' | wc -c)"
}

main()
{
	boot 2 --append mdbench.siez=1M --disks "7x64M,keep=$TMPDIR/disks"
	stopped siez
	boot 2 --append mdbench.governor=swift --disks "7x64M,keep=$TMPDIR/disks"
	stopped 'governor=swift: '
	# mdlab refuses such a word of its own command line, so a script that
	# starts the appliance hands it over, as a boot loader would.
	segment=$(init_segment <<-'END'
		#!/bin/sh
		mount -t proc proc /proc
		mount -t sysfs sys /sys
		mount -t devtmpfs dev /dev
		while read -r module rest; do insmod "$module" $rest; done </lib/mdbench/modules/order
		echo "$(cat /proc/cmdline) dry_run=yes" >/words
		mdbench appliance --words=/words
		poweroff -f
	END
	)
	boot 2 --segment "$segment" --disks "7x64M,keep=$TMPDIR/disks"
	stopped 'dry_run=yes: boot words of the appliance begin with mdbench.: write mdbench.dry_run=yes'
}

main "$@"
