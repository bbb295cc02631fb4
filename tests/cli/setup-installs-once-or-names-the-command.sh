#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will set up a machine that lacks a made-up package: as root with an
# apt-get that works, with one that fails, as an ordinary user, and without apt.
# needs: none
# timeout: 30
set -eu

fail() { echo "FAIL: $*"; cat "$TMPDIR/err"; exit 1; }

# A command of that name, whose body is standard input.
make_command()
{
	{ echo '#!/bin/sh'; cat; } >"$TMPDIR/bin/$1"
	chmod +x "$TMPDIR/bin/$1"
}

# set_up STATUS PURPOSE…: the calls of apt-get are in $TMPDIR/calls after it.
set_up()
{
	local want="$1" got=0

	shift
	rm -f "$TMPDIR/calls"
	touch "$TMPDIR/calls"
	PATH=$TMPDIR/bin PACKAGES=$TMPDIR/packages BUILD=$TMPDIR/build \
		boot/setup.sh "$@" 2>"$TMPDIR/err" || got=$?
	[ "$got" = "$want" ] || fail "setup.sh $*: exit status $got, not $want"
}

said() { grep -qF -- "$1" "$TMPDIR/err" || fail "not said: $1"; }
no_call() { [ ! -s "$TMPDIR/calls" ] || fail "apt-get was called: $(cat "$TMPDIR/calls")"; }

main()
{
	local tool

	mkdir "$TMPDIR/bin"
	for tool in sh cat chmod flock mkdir tail; do
		ln -s "$(command -v $tool)" "$TMPDIR/bin/$tool"
	done
	printf '%s\n' '# a comment' 'shell run sh is here' \
		'made-up-package build made-up-command for a test' \
		"other-package test $TMPDIR/no*where for a test" >"$TMPDIR/packages"

	# Nothing for this purpose is missing.
	echo 'echo 0' | make_command id
	echo "echo \"\$*\" >>$TMPDIR/calls" | make_command apt-get
	set_up 0 run
	no_call

	# apt-get works, but brings nothing.
	set_up 7 build
	said 'still missing after installation: made-up-command (of made-up-package)'

	# An ordinary user gets one line, with the command for all purposes.
	echo 'echo 1000' | make_command id
	set_up 7 run build test
	no_call
	said 'apt-get install -y --no-install-recommends made-up-package other-package'
	[ "$(wc -l <"$TMPDIR/err")" = 1 ] || fail "more than one line"

	# apt-get fails: its words are shown.
	echo 'echo 0' | make_command id
	echo 'echo "E: the archive is on strike"; exit 100' | make_command apt-get
	set_up 7 build
	said 'the archive is on strike'

	# apt-get brings the package: one installation, and none afterwards.
	make_command apt-get <<-END_APT
	echo "\$*" >>$TMPDIR/calls
	echo '#!/bin/sh' >$TMPDIR/bin/made-up-command
	chmod +x $TMPDIR/bin/made-up-command
	END_APT
	set_up 0 run build
	[ "$(grep -c 'install made-up-package$' "$TMPDIR/calls")" = 1 ] ||
		fail "not one installation: $(cat "$TMPDIR/calls")"
	set_up 0 run build
	no_call

	# Without apt, what to look for is named.
	rm "$TMPDIR/bin/apt-get"
	set_up 7 test
	said "no*where (Debian: other-package): for a test"
	set_up 2 no-such-purpose
	set_up 2
}

main "$@"
