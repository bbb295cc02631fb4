#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will start a machine from the folder of a netboot server: by PXE under
# BIOS and UEFI, and by iPXE over HTTP with a plan.txt that was edited there. Each
# must run what its plan says, and its records must come home by the serial line.
# needs: qemu kernel-reference ovmf mtools syslinux syslinux-efi pxelinux jq
# timeout: 600
set -eu
. tests/lib/metal.sh

# start BOOTFILE FIRMWARE WANT: results by their verdicts, and the words.
start()
{
	local got=0

	rm -rf "$RUN"
	"$MDLAB" stick --net="$TMPDIR/netboot" --bootfile="$1" --firmware="$2" --out="$RUN" \
		--disks=2x256M,bus=ahci >"$TMPDIR/stdout" 2>"$TMPDIR/stderr" </dev/null || got=$?
	# A busy host disturbs figures, which is no matter here.
	[ "$got" -le 1 ] || {
		cat "$TMPDIR/stdout" "$TMPDIR/stderr"
		fail "$1: exit status $got"
	}
	expect "$1" "$3" "$(jq -r -s '"\(map(select(.type == "result") | .verdict | sub("^void$"; "pass"))
		| "\(length) \(unique | join(" "))") \(.[0].settings | "\(.kernel) \(.only)")"' \
		"$RUN/local/records.jsonl")"
}

# The folder by HTTP; its port is said first, then each file that was taken.
serve()
{
	exec perl -MIO::Socket::INET -e '
		alarm 500;
		my $server = IO::Socket::INET->new(Listen => 5, LocalAddr => "127.0.0.1") or die;
		open(my $got, ">", "$ARGV[0]/got") or die;
		$got->autoflush(1);
		open(my $port, ">", "$ARGV[0]/port") or die;
		print $port $server->sockport, "\n";
		close($port) or die;
		while (my $client = $server->accept) {
			my ($path) = (<$client> // "") =~ m|^GET (/[\w/.-]*) HTTP/1|;
			while (defined(my $line = <$client>)) { last if $line =~ /^\r?$/; }
			my $in;
			if (!defined $path || $path =~ /\.\./ || !open($in, "<", "$ARGV[1]$path")) {
				print $client "HTTP/1.0 404 Not Found\r\nContent-Length: 0\r\n\r\n";
			} else {
				print $client "HTTP/1.0 200 OK\r\nContent-Length: ", -s $in, "\r\n\r\n";
				while (read($in, my $data, 65536)) { print $client $data or last; }
				print $got "$path\n";
			}
			close($client);
		}' "$TMPDIR" "$TMPDIR/netboot"
}

main()
{
	flock "$BUILD/medium.lock" make -s BUILD="$BUILD" medium-parts >"$TMPDIR/make.log" 2>&1 ||
		{ cat "$TMPDIR/make.log"; fail "no segments"; }
	boot/stick/netboot.sh --kernels=reference --out="$TMPDIR/netboot" suite=smoke size=1M \
		'only=raid1/*/dd/*/direct-1M' >"$TMPDIR/log" 2>&1 || { cat "$TMPDIR/log"; fail "no folder"; }
	start pxelinux.0 bios '4 pass k1 raid1/*/dd/*/direct-1M'
	start efi64/syslinux.efi uefi '4 pass k1 raid1/*/dd/*/direct-1M'
	printf '# by hand\r\nsuite = smoke\r\nonly=raid1/ext4/dd/write/direct-1M size=1M\r\n' \
		>"$TMPDIR/netboot/plan.txt"
	serve &
	server=$!
	trap 'kill $server' EXIT
	while [ ! -s "$TMPDIR/port" ]; do
		kill -0 $server || fail "no server"
	done
	start "http://10.0.2.2:$(cat "$TMPDIR/port")/mdbench.ipxe" bios \
		'1 pass k1 raid1/ext4/dd/write/direct-1M'
	expect "got by HTTP" "/mdbench.ipxe /mdbench/base.gz /mdbench/k1/vmlinuz /mdbench/metal.gz /plan.txt" \
		"$(sort -u "$TMPDIR/got" | paste -s -d ' ')"
}

main "$@"
