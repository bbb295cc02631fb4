#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will have a stick send its records by HTTP: what a server gets is what
# the stick has. In a second session nobody listens, and that fails nothing.
# needs: qemu network mtools jq
# timeout: 600
set -eu
. tests/lib/metal.sh
. tests/lib/session.sh

# One POST is taken; its path and its body are files, its port is said first.
serve()
{
	perl -MIO::Socket::INET -e '
		alarm 500;
		my $server = IO::Socket::INET->new(Listen => 1, LocalAddr => "127.0.0.1") or die;
		open(my $port, ">", "$ARGV[0]/port.new") or die;
		print $port $server->sockport, "\n";
		close($port) or die;
		rename("$ARGV[0]/port.new", "$ARGV[0]/port") or die;
		my $client = $server->accept or die;
		my ($path) = (<$client> // "") =~ m|^POST (\S+) HTTP/1|;
		my $length = 0;
		while (defined(my $line = <$client>)) {
			last if $line =~ /^\r?$/;
			$length = $1 if $line =~ /^content-length: *(\d+)/i;
		}
		read($client, my $body, $length) == $length or die;
		print $client "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n";
		close($client);
		open(my $out, ">", "$ARGV[0]/body") or die;
		print $out $body;
		close($out) or die;
		print "$path\n"' "$TMPDIR" >"$TMPDIR/path"
}

serve &
server=$!
while [ ! -s "$TMPDIR/port" ]; do
	kill -0 $server || fail "no server"
done
url=http://10.0.2.2:$(cat "$TMPDIR/port")/take
stick_image debian:bookworm:amd64 suite=smoke 'only=raid1/raw/dd/write/direct-1M' size=1M \
	countdown=0 hold=0 net=dhcp "upload=$url"
stick 0 --nic=yes
wait $server || fail "the server got no whole POST"
expect "path" "/take/S0001-r1-k1.jsonl" "$(cat "$TMPDIR/path")"
on_stick results/S0001/r1-k1.jsonl | cmp - "$TMPDIR/body" || fail "other records were sent"

# The server is gone.
on_stick mdbench/next.cfg | sed 's/start=auto/start=all /' | put_on_stick mdbench/next.cfg
stick 0 --nic=yes
was_printed "upload: "
expect "results" "1 pass" \
	"$(leg S0002/r1-k1 '[.[] | select(.type == "result") | .verdict] | "\(length) \(unique | join(" "))"')"
