#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will give bisect wrong words, and want 129, by which git stops, and no guest.
# needs: git
# timeout: 60
set -eu
. tests/lib/fake-qemu.sh
. tests/lib/fake-bisect.sh

# refused TEXT OPTION…
refused()
{
	local text="$1"

	shift
	step 129 any "$@"
	said "mdlab: bisect: $text"
	expect "stdout" "" "$(cat "$TMPDIR/stdout")"
	runs_made 0
}

main()
{
	lay_tree
	echo 'frame run env step fast end-done; down guest-shutdown' | revision any
	refused 'good: not given; measure a good revision first with --save=NAME' --kernel=any
	refused 'save: not with --good' --good=x --save=y
	refused 'bad: needs --good' --bad=x --save=y
	refused 'save: a/b: not a name' --save=a/b
	refused 'save: -x: not a name' --save=-x
	refused 'metric: ' --good=x --metric=beauty
	refused 'panic: ' --good=x --panic=yes
	refused 'smallest: 3%: not a percentage' --good=x --smallest=3%
	refused 'smallest: 0: not a percentage' --good=x --smallest=0
	refused 'rounds: ' --good=x --rounds=0
	refused 'nonsense: ' --good=x --nonsense=1
	refused 'suite: beauty: unknown' --good=x --suite=beauty
	refused 'out: each run has a folder of its own' --good=x --out=/tmp
	refused 'print: ' --good=x --print
	refused 'model: counts instructions' --good=x --model=2x64M --cpus=2
	refused 'good: ' --good=nowhere --kernel=any
	refused 'good: ' --good=kernel=6.9* --kernel=any
	expect "runs" "" "$(ls "$MDBENCH_RUNS" 2>/dev/null)"
	step 0 any --save=good --kernel=any
	refused 'bad: ' --good=good --bad=nowhere --kernel=any
	mv "$TREE/.git" "$TMPDIR/git"
	(cd "$TREE" && exec "$MDLAB" bisect --good=good --kernel=any) \
		>"$TMPDIR/stdout" 2>"$TMPDIR/stderr" </dev/null && fail "a tree without git is judged"
	said 'git: names no revision here; run it in a git tree'
	step_help
}

step_help()
{
	"$MDLAB" bisect --help >"$TMPDIR/help"
	grep -q 'Exit status 0: good, 1: bad, 125' "$TMPDIR/help" || fail "no statuses in the help"
	grep -q -- '--good=RUNS' "$TMPDIR/help" || fail "no options in the help"
	expect "longest line of the help" "" "$(grep -E '^.{81}' "$TMPDIR/help" || true)"
}

main "$@"
