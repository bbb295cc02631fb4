# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# For cli tests of mdlab run: a project of its own around a copy of mdlab, and a
# qemu-system-x86_64 that is a script. What its guest does is the test's to say.

fail() { echo "FAIL: $*"; exit 1; }
expect() { [ "$2" = "$3" ] || fail "$1: '$3', not '$2'"; }

# The scripts below are written as they are: nothing in them is expanded here.
# shellcheck disable=SC2016
lay_project()
{
	PROJECT=$TMPDIR/project
	MDLAB=$PROJECT/build/mdlab
	mkdir -p "$PROJECT/build/initramfs" "$PROJECT/kernel-configs" "$TMPDIR/bin" "$TMPDIR/tmp"
	cp "$BUILD/mdlab" "$MDLAB"
	printf 'base!' >"$PROJECT/build/initramfs/base.cpio.gz"
	printf 'modules' >"$TMPDIR/modules.cpio"
	: >"$PROJECT/kernel-configs/build.mk"
	: >"$TMPDIR/vmlinuz"
	cat >"$PROJECT/kernel-configs/kernel.sh" <<'END'
#!/bin/sh
case ${1-} in
bad) echo "mdlab: kernel: bad: no such file" >&2; exit 2 ;;
gone) echo "mdlab: kernel: gone: cannot be fetched" >&2; exit 7 ;;
esac
printf 'image=%s\nmodules=%s\nrelease=6.1.0-test\nlabel=6.1.0-test\n' \
	"$FAKE/vmlinuz" "$FAKE/modules.cpio"
END
	cat >"$TMPDIR/bin/qemu-system-x86_64" <<'END'
#!/bin/sh
# Runs $FAKE/guest with the files that the options name.
echo $$ >"$FAKE/qemu.pid"
for word; do
	case $word in
	file,*) word=$(printf '%s' "$word" | sed 's/,,/,/g') ;;
	esac
	case $word in
	file,id=console,path=*) CONSOLE=${word##*path=} ;;
	file,id=records,path=*) RECORDS=${word##*path=} ;;
	socket,id=qmp,path=*) QMP=${word##*path=} ;;
	esac
done
frame() { for tag; do sed -n "s/^$tag @/@/p" "$FRAMES"; done >>"$RECORDS"; }
console() { printf '%s\r\n' "$1" >>"$CONSOLE"; }
# qmp EVENT-JSON: tell mdlab, wait until it has answered the greeting.
qmp() { perl -MIO::Socket::UNIX -e '
	my $s = IO::Socket::UNIX->new(Peer => $ARGV[0]) or die "qmp: $!";
	$s->autoflush(1);
	print $s "{\"QMP\":{}}\n"; <$s>;
	print $s "{\"return\":{},\"id\":\"ready\"}\n$ARGV[1]\n"' "$QMP" "$1"; }
down() { qmp "{\"event\":\"SHUTDOWN\",\"data\":{\"guest\":true,\"reason\":\"$1\"}}"; }
. "$FAKE/guest"
END
	chmod 755 "$TMPDIR/bin/qemu-system-x86_64" "$PROJECT/kernel-configs/kernel.sh"
	FAKE=$TMPDIR
	FRAMES=$PWD/tests/cli/data/run-frames
	PATH=$TMPDIR/bin:$PATH
	unset XDG_RUNTIME_DIR MDBENCH_ROOT MDBENCH_RUNS
	export FAKE FRAMES PATH
}

# guest <SCRIPT: what the guest of the next run does.
guest() { cat >"$TMPDIR/guest"; }

# mdlab_run STATUS OPTION…: the results lie in $RUN, temporary files in tmp.
RUN=$TMPDIR/run
mdlab_run()
{
	local want="$1" got=0

	shift
	rm -rf "$RUN"
	TMPDIR=$TMPDIR/tmp "$MDLAB" run --accel tcg --out "$RUN" "$@" \
		>"$TMPDIR/stdout" 2>"$TMPDIR/stderr" </dev/null || got=$?
	[ "$got" = "$want" ] && return 0
	cat "$TMPDIR/stderr"
	fail "exit status $got, not $want: mdlab run $*"
}

said()
{
	grep -qF -- "$1" "$TMPDIR/stderr" && return 0
	cat "$TMPDIR/stderr"
	fail "not said: $1"
}

# nothing_left: neither QEMU's socket nor disks nor an initrd.
nothing_left()
{
	expect "temporary files" "" "$(ls -A "$TMPDIR/tmp")"
	expect "files of the guest" "" \
		"$(find "$RUN" -name '*.img' -o -name initrd -o -name "*.raw" \
			-o -name "*.new" 2>/dev/null)"
}
