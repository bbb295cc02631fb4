# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# For tests of mdlab compare: runs whose figures are given, not drawn, so that
# they are the same whatever awk makes them; and what the command said.
. tests/lib/made-up.sh

RUNS=$TMPDIR/runs
DATA=tests/cli/data
MDLAB=${BUILD:-build}/mdlab
MDBENCH_RUNS=$RUNS
export MDBENCH_RUNS

# put_group FOLDER SCALES [WORD=VALUE]…: a run of each scale (percent), named 1, 2 …
put_group()
{
	local folder="$1" scales="$2" n=0 scale

	shift 2
	for scale in $scales; do
		n=$((n + 1))
		make_runs "$TMPDIR/one" noise=0 seed=$n begin=$((36000 + 60 * n)) scale="$scale" "$@"
		mkdir -p "$folder"
		mv "$TMPDIR"/one/* "$folder/$n"
	done
}

# put_rounds MATRIX KEY SCALES [WORD=VALUE]…: likewise, as r1-KEY, r2-KEY …
put_rounds()
{
	local matrix="$1" key="$2" scales="$3" run

	shift 3
	put_group "$TMPDIR/rounds" "$scales" "$@"
	mkdir -p "$matrix"
	for run in "$TMPDIR"/rounds/*; do
		mv "$run" "$matrix/r${run##*/}-$key"
	done
}

# compare STATUS ARGS…: output and messages go to the files $OUT and $ERR.
ERR=$TMPDIR/err
compare()
{
	local want="$1" status=0

	shift
	"$MDLAB" compare "$@" >"$OUT" 2>"$ERR" || status=$?
	if [ "$status" != "$want" ]; then
		echo "compare $*: exit status $status, not $want"
		cat "$ERR" "$OUT"
		exit 1
	fi
}

# The draws of the bootstrap are masked: others are as good, and no form makes them.
mask()
{
	sed 's/ *\[[-+0-9.]*, [-+0-9.]*\] */ [LOW, HIGH] /; s/noise of [0-9.]* %/noise of N %/
		s/less than [0-9.]* %; .*/less than N %/' "$OUT"
}

# Every interval has its change within: "-10.0 [-11.8, -8.0]".
intervals_hold()
{
	awk 'match($0, /[-+0-9.]+ +\[[-+0-9.]+, [-+0-9.]+\]/) {
		split(substr($0, RSTART, RLENGTH), part, /[^-+0-9.]+/)
		n++
		if (part[2] + 0 > part[1] + 0 || part[3] + 0 < part[1] + 0 || part[2] == part[3]) {
			print "not within:", $0
			bad = 1
		}
	}
	END { exit bad || !n }' "$OUT" || exit 1
}

# The output is the golden file, but for what is masked, and fits into a mail.
same_as()
{
	mask >"$TMPDIR/masked"
	if [ "${UPDATE:-}" ]; then
		cp "$TMPDIR/masked" "$DATA/$1"
	elif ! diff -u "$DATA/$1" "$TMPDIR/masked"; then
		echo "this is not $1"
		exit 1
	fi
	intervals_hold
	if LC_ALL=C grep -n '[^ -~]' "$OUT" || grep -n '.\{81\}' "$OUT"; then
		echo "this is not ASCII of 80 columns"
		exit 1
	fi
}

# Messages have this line.
says()
{
	if ! grep -qxF "mdlab: compare: $1" "$ERR"; then
		echo "this was not said: $1; but:"
		cat "$ERR"
		exit 1
	fi
}

# The output has this line, blanks squeezed.
has()
{
	if ! tr -s ' ' <"$OUT" | grep -qxF -e "$1"; then
		echo "this was not printed: $1; but:"
		cat "$OUT"
		exit 1
	fi
}

# The output, as one line, has this text: sentences are wrapped.
tells()
{
	if ! tr -s ' \n' '  ' <"$OUT" | grep -qF -e "$1"; then
		echo "this was not told: $1; but:"
		cat "$OUT"
		exit 1
	fi
}
