#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will run two kernels from a stick where kexec is not allowed and the
# plan wants other memory than the menu: the boot loader's entry is written anew.
# needs: qemu kernel-reference mtools jq
# timeout: 600
set -eu
. tests/lib/metal.sh
. tests/lib/session.sh

stick_image "reference reference" suite=smoke 'only=raid1/ext4/dd/*/direct-1M' countdown=0 hold=0 mem=768M
for file in kernels.txt next.cfg; do
	on_stick mdbench/$file | sed 's/ panic=10/&  sysctl.kernel.kexec_load_disabled=1/' \
		>"$TMPDIR/$file"
	[ $file = kernels.txt ] || truncate -s 4096 "$TMPDIR/$file"
	put_on_stick mdbench/$file <"$TMPDIR/$file"
done
stick 0
was_printed "k1 6"
was_printed "by the boot loader: kexec: mdbench/k1/vmlinuz: Operation not permitted"
was_printed "by the boot loader: kexec: mdbench/k2/vmlinuz: Operation not permitted"
expect "journal" "boot 1 k1, run 1 k1, done 1 k1, boot 1 k2, run 1 k2, done 1 k2, finished" "$(journal)"
for key in k1 k2; do
	expect "results of $key" "2 pass" \
		"$(leg S0001/r1-$key '[.[] | select(.type == "result") | .verdict] | "\(length) \(unique | join(" "))"')"
	expect "kernel of $key" "$key" \
		"$(leg S0001/r1-$key '.[] | select(.type == "env") | .cmdline' | sed 's/.*mdbench.kernel=\([^ ]*\).*/\1/')"
	expect "memory of $key" "mem=768M" \
		"$(leg S0001/r1-$key '.[] | select(.type == "env") | .cmdline' | grep -o '\<mem=[^ ]*')"
done
expect "bytes of next.cfg" 4096 "$(on_stick mdbench/next.cfg | wc -c)"
expect "its kernel" "mdbench/k2/vmlinuz" \
	"$(on_stick mdbench/next.cfg | sed -n 's|.*LINUX /||p')"
