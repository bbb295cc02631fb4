# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# For cli tests of mdlab matrix: any word is a kernel (but for bad, gone and
# slow), and the guest of each tells in $FAKE/order that it ran. After fake-qemu.sh.

COL=$TMPDIR/col

# The scripts below are written as they are: nothing in them is expanded here.
# shellcheck disable=SC2016
lay_matrix()
{
	lay_project
	cat >"$PROJECT/kernel-configs/kernel.sh" <<'END'
#!/bin/sh
case ${1-} in
bad) echo "mdlab: kernel: bad: no such file" >&2; exit 2 ;;
gone*) [ -e "$FAKE/came-back" ] ||
	{ echo "mdlab: kernel: gone: cannot be fetched" >&2; exit 7; } ;;
slow)
	echo up >"$FAKE/up"
	exec sleep 1000 ;;
esac
case ${1-} in
*/vmlinuz-*)
	name=${1##*-}
	[ -e "$1" ] || { echo "mdlab: kernel: $1: no such file" >&2; exit 2; } ;;
*) name=$1; [ -e "$FAKE/vmlinuz-$name" ] || echo "$name" >"$FAKE/vmlinuz-$name" ;;
esac
printf 'image=%s\nmodules=%s\nrelease=6.1.0-%s\nlabel=6.1.0-%s\n' \
	"$FAKE/vmlinuz-$name" "$FAKE/modules.cpio" "$name" "$name"
END
	chmod 755 "$PROJECT/kernel-configs/kernel.sh"
}

# matrix_guest <SCRIPT: as guest; $kernel is the word that named it.
# shellcheck disable=SC2016
matrix_guest()
{
	{
		cat <<'END'
kernel=
while [ $# -gt 0 ]; do
	[ "$1" != -kernel ] || kernel=${2##*-}
	shift
done
echo "$kernel" >>"$FAKE/order"
END
		cat
	} >"$TMPDIR/guest"
}

# All that a guest does that passes.
passes() { echo 'frame run env step pass end-done; down guest-shutdown'; }

# matrix STATUS OPTION…: into $COL unless an --out of its own comes later.
matrix()
{
	local want="$1" got=0

	shift
	: >"$TMPDIR/order"
	TMPDIR=$TMPDIR/tmp "$MDLAB" matrix --accel tcg --out "$COL" "$@" \
		>"$TMPDIR/stdout" 2>"$TMPDIR/stderr" </dev/null || got=$?
	[ "$got" = "$want" ] && return 0
	cat "$TMPDIR/stderr"
	fail "exit status $got, not $want: mdlab matrix $*"
}

# matrix_start OPTION…: in the background, until its guest says by $FAKE/up that
# it is where it shall be. Sets $MATRIX.
matrix_start()
{
	: >"$TMPDIR/order"
	rm -f "$TMPDIR/up"
	mkfifo "$TMPDIR/up"
	TMPDIR=$TMPDIR/tmp "$MDLAB" matrix --accel tcg --out "$COL" "$@" \
		>"$TMPDIR/stdout" 2>"$TMPDIR/stderr.first" </dev/null &
	# shellcheck disable=SC2034 # for the tests
	MATRIX=$!
	read -r _ <"$TMPDIR/up"
}

# ran "A B C": the guests since the last start, in this order.
ran() { expect "guests that ran" "$1" "$(tr '\n' ' ' <"$TMPDIR/order" | sed 's/ $//')"; }

# verdicts "r1-k1:pass…": of all folders of the collection, by name.
verdicts()
{
	local folder all=

	for folder in "$COL"/r*; do
		[ -d "$folder" ] || continue
		all="$all ${folder##*/}:$(sed -n '1s/ .*//p' "$folder/verdict" 2>/dev/null || true)"
	done
	expect "verdicts" "$1" "${all# }"
}

# plan FILTER: of plan.json, by jq.
plan() { jq -r "$1" "$COL/plan.json"; }
