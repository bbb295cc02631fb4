# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# For cli tests of mdlab bisect, with fake-qemu.sh: a git tree whose revisions
# say in a file what the scripted guest of their kernel does.

TREE=$TMPDIR/tree

in_tree()
{
	git -C "$TREE" -c user.name=test -c user.email=test@localhost \
		-c commit.gpgsign=false -c advice.detachedHead=false "$@"
}

# lay_tree: an empty history in a project of scripted guests.
lay_tree()
{
	lay_project
	FRAMES=$PWD/tests/cli/data/bisect-frames
	MDBENCH_RUNS=$TMPDIR/runs
	# The store of a caller must not be met, nor a tree around this one.
	unset GIT_DIR GIT_WORK_TREE BUILD MODULES
	GIT_CEILING_DIRECTORIES=$TMPDIR
	export FRAMES MDBENCH_RUNS TREE GIT_CEILING_DIRECTORIES
	mkdir "$TREE"
	in_tree init -q
	# Which run of this revision it is, for guests that differ from run to run.
	guest <<-'END'
		echo x >>"$FAKE/started"
		. "$TREE/guest"
	END
}

# revision TAG <SCRIPT: what its guest does.
revision()
{
	cat >"$TREE/guest"
	# Two revisions of the same guest differ, too.
	echo "$1" >>"$TREE/tags"
	in_tree add -A
	in_tree commit -q -m "$1: number $(wc -l <"$TREE/tags")"
	in_tree tag "$1"
}

# step STATUS REVISION OPTION…: mdlab bisect there, as git would start it.
step()
{
	local want="$1" got=0

	in_tree checkout -q "$2"
	shift 2
	: >"$FAKE/started"
	(cd "$TREE" && TMPDIR=$TMPDIR/tmp exec "$MDLAB" bisect --accel=tcg "$@") \
		>"$TMPDIR/stdout" 2>"$TMPDIR/stderr" </dev/null || got=$?
	[ "$got" = "$want" ] && return 0
	cat "$TMPDIR/stdout" "$TMPDIR/stderr"
	fail "exit status $got, not $want: mdlab bisect $*"
}

# printed PATTERN: the one line of stdout.
printed()
{
	expect "lines of stdout" 1 "$(wc -l <"$TMPDIR/stdout")"
	grep -q -- "$1" "$TMPDIR/stdout" && return 0
	cat "$TMPDIR/stdout"
	fail "not printed: $1"
}

# runs_made N: guests that the last step started.
runs_made() { expect "guests" "$1" "$(wc -l <"$FAKE/started")"; }
