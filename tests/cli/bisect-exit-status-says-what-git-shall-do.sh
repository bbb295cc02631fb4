#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will judge revisions whose scripted guests pass, slow down, fail, panic, hang.
# needs: git
# timeout: 180
set -eu
. tests/lib/fake-qemu.sh
. tests/lib/fake-bisect.sh
TEST=raid1/raw/dd/write/async-1M

make_revisions()
{
	local v

	revision fast <<-'END'
		frame run env step fast end-done; down guest-shutdown
	END
	revision near <<-'END'
		frame run env step near end-done; down guest-shutdown
	END
	revision slow <<-'END'
		frame run env step slow end-done; down guest-shutdown
	END
	for v in fail broken void; do
		echo "frame run env step $v end-done; down guest-shutdown" | revision "$v"
	done
	revision panic <<-'END'
		frame run env step
		console '[    1.000000] Kernel panic - not syncing: Attempted to kill init!'
		down guest-reset
	END
	revision hung <<-'END'
		console 'hello'; exec sleep 1000
	END
	revision cut <<-'END'
		frame run env step; down guest-shutdown
	END
	revision qemu <<-'END'
		echo 'qemu-system-x86_64: out of luck' >&2; exit 1
	END
	revision other <<-'END'
		frame run env-other step fast end-done; down guest-shutdown
	END
}

judged()
{
	step 0 fast --save=good "$@"
	printed "^mdlab: bisect: $(in_tree rev-parse --short=12 fast) (6.1.0-test): saved: 1 run in $MDBENCH_RUNS/good\$"
	set -- --good=good "$@"
	step 0 near "$@"
	printed "): good: $TEST 100 -> 99.0 MB/s (-1.0 %), 1 run each, exact\$"
	step 1 near "$@" --smallest=0.5
	step 1 slow "$@"
	printed "^mdlab: bisect: $(in_tree rev-parse --short=12 slow) (6.1.0-test): bad: $TEST 100 -> 60.0 MB/s (-40 %), 1 run each, exact\$"
	runs_made 1
	step 1 fail "$@"
	printed "bad: $TEST: fail: no space left\$"
	step 125 broken "$@"
	printed "cannot judge: $TEST: broken: cannot open\$"
	runs_made 1
	# Another round may not be disturbed.
	step 125 void "$@" --max-rounds=3
	printed "cannot judge: $TEST: void: a resync ran\$"
	runs_made 3
	step 125 panic "$@"
	printed 'cannot judge: panics: .*Attempted to kill init!$'
	step 1 panic "$@" --panic=bad
	printed 'bad: panics: '
	step 125 hung "$@" --boot-timeout=1
	printed 'cannot judge: hangs: no record within 1 s'
	step 125 cut "$@"
	printed 'cannot judge: its run is not whole: '
}

# With runs of both sides, a revision is what it is closer to.
closer()
{
	step 0 slow --save=bad "$@"
	step 0 near --good=good --bad=bad "$@" --smallest=0.5
	printed 'good: '
	step 1 slow --good=good --bad=bad "$@"
	step 129 near --good=good --bad=good "$@"
	printed 'stopped: bad: no test is slower in rate than in the good runs'
}

# What no other revision would mend ends the bisection.
stopped()
{
	step 129 qemu "$@"
	printed 'stopped: mdlab run could not start a guest'
	said 'out of luck'
	step 129 fast "$@" --kernel=bad
	printed 'stopped: mdlab run refuses what was asked for'
	step 129 fast "$@" --kernel=gone
	step 129 other "$@"
	printed 'stopped: .*alike'
	said cpus
	step 0 other "$@" --force
}

main()
{
	lay_tree
	make_revisions
	judged --kernel=any --rounds=1
	closer --kernel=any --rounds=1
	stopped --good=good --kernel=any --rounds=1
}

main "$@"
