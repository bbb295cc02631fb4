#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will let git bisect revisions of scripted guests: with builds that fail,
# with noise, with a signal, and read what it left.
# needs: git jq
# timeout: 180
set -eu
. tests/lib/fake-qemu.sh
. tests/lib/fake-bisect.sh

passes() { echo "frame run env step $1 end-done; down guest-shutdown"; }

make_revisions()
{
	passes fast | revision v1
	passes near | revision v2
	passes fast | revision v3
	# The commit between is the one that git tries first.
	echo 'exit 9' | revision v4
	passes near | revision v5
	passes slow | revision v6
	passes slow | revision v7
	passes slow | revision v8
}

# Fails where the guest would; says what of the environment it sees.
make_build()
{
	cat >"$TMPDIR/build" <<-'END'
		echo "BUILD=${BUILD-none} MODULES=${MODULES-none}" >"$FAKE/seen"
		printf 'first\nlast: \033[2J \342\200\230x\342\200\231\n'
		! grep -q exit guest
	END
}

walk()
{
	in_tree bisect start v8 v1 >/dev/null
	(cd "$TREE" && export MODULES=users && exec git bisect run "$MDLAB" bisect --accel=tcg \
		--good=good --kernel=any --rounds=1 --modules="$TMPDIR" \
		--build=". $TMPDIR/build") >"$TMPDIR/stdout" 2>"$TMPDIR/stderr" </dev/null ||
		{ cat "$TMPDIR/stdout" "$TMPDIR/stderr"; fail "git bisect run"; }
	expect "first bad commit" "$(in_tree rev-parse v6)" "$(in_tree rev-parse refs/bisect/bad)"
	in_tree bisect reset >/dev/null 2>&1
	said 'last: \x1b[2J'
	said "'x'"
	expect "what a build sees" "BUILD=none MODULES=users" "$(cat "$FAKE/seen")"
}

left()
{
	local folder log

	folder=$(echo "$MDBENCH_RUNS"/bisect-*)
	log=$folder/bisect.log
	expect "log of v6" "bad 1 6.1.0-test v6: number 6" "$(line_of v6 "$log")"
	expect "log of v5" "good 1 6.1.0-test v5: number 5" "$(line_of v5 "$log")"
	expect "log of v4" "skip 0 - v4: number 4" "$(line_of v4 "$log")"
	grep -q 'last' "$folder/build-$(in_tree rev-parse --short=12 v4).log" ||
		fail "the log of the build is gone"
	# Good ones stand first, for comparisons.
	expect "plan" "good v5: number 5" \
		"$(jq -r '.kernels[0] | "\(.bisect) \(.spec[13:])"' "$folder/plan.json")"
	expect "revisions of the plan" "$(cut -f 2,3 "$log" | cut -c 1-12,41- | sort)" \
		"$(jq -r '.kernels[] | "\(.key)\t\(.bisect)"' "$folder/plan.json" | sort)"
	"$MDLAB" compare "$folder" >"$TMPDIR/compared" || [ $? = 1 ] ||
		fail "the collection cannot be compared: $(cat "$TMPDIR/compared")"
	grep -q 'number 6' "$TMPDIR/compared" ||
		{ cat "$TMPDIR/compared"; fail "revisions are not the columns"; }
	expect "what could not be had" "$(in_tree rev-parse --short=12 v4) v4: number 4" \
		"$(jq -r '.kernels[] | select(.error) | .spec' "$folder/plan.json")"
	# A second attempt at a revision has folders of its own.
	step 0 v5 --good=good --kernel=any --rounds=1
	# Half of a plan, of a call that was killed.
	for folder in "$MDBENCH_RUNS"/bisect-*; do
		: >"$folder/plan.json.new"
	done
	step 0 v5 --good=good --kernel=any --rounds=1
	folder=$(find "$MDBENCH_RUNS"/bisect-* -name "r1-$(in_tree rev-parse --short=12 v5).2")
	[ -s "$folder/records.jsonl" ] || fail "no second attempt"
	"$MDLAB" compare "$MDBENCH_RUNS/good" "$folder" >"$TMPDIR/compared" ||
		fail "the runs cannot be compared: $(cat "$TMPDIR/compared")"
}

# VERDICT ROUNDS KERNEL SUBJECT of a revision.
line_of() { grep -P "\t$(in_tree rev-parse "$1")\t" "$2" | cut -f 3-6 | tr '\t' ' '; }

# Another figure each time: five runs are made, then one more at a time.
noise()
{
	cat <<-'END' | revision noisy
		case $(wc -l <"$FAKE/started") in *[13579]) r=fast ;; *) r=slow ;; esac
		frame run env-noisy step $r end-done; down guest-shutdown
	END
	step 0 noisy --save=noisy --kernel=any
	runs_made 10
	step 125 noisy --good=noisy --kernel=any --max-rounds=7
	runs_made 7
	printed 'cannot judge: cannot tell: raid1/raw/dd/write/async-1M .*, 10 good runs, 7 of this: '
	in_tree checkout -q -b quiet v1
	echo 'frame run env-noisy step near end-done; down guest-shutdown' | revision calm
	step 0 calm --save=calm --kernel=any --rounds=5
	step 0 calm --good=calm --kernel=any
	runs_made 5
	printed 'good: raid1/raw/dd/write/async-1M 99.0 -> 99.0 MB/s (+0.0 %), 5 runs each$'
}

# A signal ends the guest, and then the bisection.
interrupted()
{
	local got=0 pid

	mkfifo "$TMPDIR/up"
	revision hangs <<-'END'
		echo up >"$FAKE/up"; exec sleep 1000
	END
	in_tree checkout -q hangs
	(cd "$TREE" && TMPDIR=$TMPDIR/tmp exec "$MDLAB" bisect --accel=tcg --good=good \
		--kernel=any) >"$TMPDIR/stdout" 2>"$TMPDIR/stderr" </dev/null &
	pid=$!
	read -r _ <"$TMPDIR/up"
	kill -TERM "$pid"
	wait "$pid" || got=$?
	expect "exit status after SIGTERM" 143 "$got"
	expect "stdout" "" "$(cat "$TMPDIR/stdout")"
	[ ! -e "/proc/$(cat "$FAKE/qemu.pid")" ] || fail "the guest still runs"
	expect "temporary files" "" "$(ls -A "$TMPDIR/tmp")"
}

main()
{
	lay_tree
	make_revisions
	make_build
	step 0 v1 --save=good --kernel=any --rounds=1
	walk
	left
	noise
	interrupted
}

main "$@"
