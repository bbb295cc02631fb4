#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will read the jobs for GitHub and GitLab by a YAML parser, check their keys,
# and run their lines in a clean folder: two kernels of Debian, measured and compared.
# needs: qemu network jq libxml2-utils python3-yaml
# timeout: 1500
set -eu
. tests/lib/boot.sh

PYTHON=/usr/bin/python3
TREE=$PWD

# The lines of a job go to FOLDER/1, FOLDER/2…, its variables to FOLDER/env.
# An `always` beside a number says that the step runs after a failure too.
read_jobs()
{
	mkdir -p "$TMPDIR/github" "$TMPDIR/gitlab"
	"$PYTHON" - "$TMPDIR" <<-'END'
	import re, sys, yaml

	def keys(what, have, must, may=''):
	    must, may = set(must.split()), set(may.split())
	    assert must <= set(have) <= must | may, (what, sorted(map(str, have)))

	def save(name, steps, env, always=()):
	    for i, text in enumerate(steps, 1):
	        open(f'{sys.argv[1]}/{name}/{i}', 'w').write(text)
	        if i - 1 in always:
	            open(f'{sys.argv[1]}/{name}/{i}.always', 'w').close()
	    with open(f'{sys.argv[1]}/{name}/env', 'w') as out:
	        for key, value in env.items():
	            assert re.fullmatch('[A-Z][A-Z_]*', key), key
	            if '${{' not in str(value):
	                print(f'{key}={value}', file=out)

	# "on" is true in YAML 1.1.
	flow = yaml.safe_load(open('boot/ci/github.yml'))
	flow['on'] = flow.pop(True)
	keys('workflow', flow, 'name on permissions jobs')
	assert set(flow['on']) <= {'pull_request', 'push', 'schedule', 'workflow_dispatch'}
	assert flow['permissions'] == {'contents': 'read'}
	(job,) = flow['jobs'].values()
	keys('job', job, 'runs-on timeout-minutes container env steps')
	keys('container', job['container'], 'image', 'options')
	runs, always, after = [], [], []
	for step in job['steps']:
	    assert ('run' in step) != ('uses' in step), step
	    if 'run' in step:
	        keys('step', step, 'run name', 'if')
	        if step.get('if') == 'always()':
	            always.append(len(runs))
	        runs.append(step['run'])
	    else:
	        keys('step', step, 'uses', 'name with if')
	        assert re.fullmatch(r'actions/[a-z-]+@v\d+', step['uses']), step['uses']
	        after.append(step['uses'].split('@')[0])
	        if 'upload' in step['uses']:
	            assert step['with']['path'] == 'mdbench-results' and step['if'] == 'always()'
	        if 'cache' in step['uses']:
	            assert step['with']['path'] == '.mdbench/build/cache'
	assert after == ['actions/checkout', 'actions/cache', 'actions/upload-artifact'], after
	save('github', runs, job['env'], always)

	flow = yaml.safe_load(open('boot/ci/gitlab.yml'))
	(job,) = flow.values()
	keys('job', job, 'image tags rules timeout variables cache before_script script artifacts')
	keys('cache', job['cache'], 'key paths', 'when')
	keys('artifacts', job['artifacts'], 'when name expire_in paths reports')
	assert job['cache']['paths'] == ['.mdbench/build/cache']
	assert job['artifacts']['reports'] == {'junit': 'mdbench-results/compare.xml'}
	assert job['artifacts']['paths'] == ['mdbench-results']
	assert job['artifacts']['when'] == job['cache']['when'] == 'always'
	assert job['tags'] == ['$MDBENCH_RUNNER'] and 'MDBENCH_RUNNER' in job['variables']
	lines = job['before_script'] + job['script']
	assert all(isinstance(line, str) for line in lines), lines
	save('gitlab', ['\n'.join(lines) + '\n'], job['variables'])
	END
}

# What the runner has: the cache, and an apt-get that is this machine's matter; that
# it is asked for the right packages is not lost.
lay_runner()
{
	mkdir -p "$TMPDIR/home/.mdbench/build" "$TMPDIR/bin"
	ln -s "$(readlink -f "$BUILD/cache")" "$TMPDIR/home/.mdbench/build/cache"
	printf '#!/bin/sh\necho "$*" >>"%s"\n' "$TMPDIR/apt" >"$TMPDIR/bin/apt-get"
	chmod +x "$TMPDIR/bin/apt-get"
}

# run_job NAME SHELL VARIABLE…: the steps, as the runner would. Its status: $STATUS.
run_job()
{
	local name="$1" shell="$2" file number=1 got

	shift 2
	STATUS=0
	while file=$TMPDIR/$name/$number; [ -f "$file" ]; do
		number=$((number + 1))
		[ "$STATUS" = 0 ] || [ -e "$file.always" ] || continue
		got=0
		# shellcheck disable=SC2046,SC2086 # no variable of a job has spaces
		(cd "$TMPDIR/home" && env -i HOME="$TMPDIR" TMPDIR="$TMPDIR" \
			PATH="$TMPDIR/bin:$PATH" $(cat "$TMPDIR/$name/env") "$@" \
			$shell "$file") >>"$TMPDIR/$name/log" 2>&1 </dev/null || got=$?
		[ "$STATUS" != 0 ] || STATUS=$got
	done
}

# expect_status NAME STATUS
expect_status()
{
	[ "$STATUS" = "$2" ] && return 0
	tail -n 40 "$TMPDIR/$1/log"
	fail "$1: exit status $STATUS, not $2"
}

check_results()
{
	local at="$TMPDIR/home/mdbench-results" file

	for file in compare.txt compare.md compare.csv compare.json compare.xml compare.tap \
	    report.html runs/plan.json; do
		[ -s "$at/$file" ] || fail "$1: no $file"
	done
	xmllint --noout --schema tests/cli/data/junit.xsd "$at/compare.xml" 2>"$TMPDIR/stderr" ||
		{ cat "$TMPDIR/stderr"; fail "$1: compare.xml"; }
	expect "$1: kernels" "5.10. 6.1.0" \
		"$(jq -r '[.groups[].runs[0].kernel[:5]] | join(" ")' "$at/compare.json")"
	expect "$1: results that count" true "$(jq '[.rows[].groups[].sound] | length > 1 and min > 0' \
		"$at/compare.json")"
}

main()
{
	git rev-parse HEAD >/dev/null 2>&1 || { echo "not in a git repository"; exit 77; }
	read_jobs
	lay_runner
	# Two rounds are too few to call anything slower, so it passes.
	run_job github "sh -e" MDBENCH_URL="file://$TREE" MDBENCH_REF=HEAD ROUNDS=2 \
		BASE=debian:bullseye:cloud-amd64 NEW=debian:bookworm:cloud-amd64 \
		OPTIONS=--only=raid1/raw/dd/write/direct-* \
		GITHUB_STEP_SUMMARY="$TMPDIR/summary"
	expect_status github 0
	check_results github
	grep -q '^| test | metric | A | B |' "$TMPDIR/summary" || fail "the summary has no table"
	grep -q 'install.* git ' "$TMPDIR/apt" || fail "git is not installed"

	# As on a runner that keeps its folders: nothing is built twice.
	rm -r "$TMPDIR/home/mdbench-results"
	run_job gitlab "bash -eo pipefail" MDBENCH_URL="file://$TREE" MDBENCH_REF=HEAD ROUNDS=1 \
		BASE=debian:bullseye:cloud-amd64 NEW=debian:bookworm:cloud-amd64 \
		OPTIONS=--only=raid1/raw/dd/write/direct-*
	expect_status gitlab 0
	check_results gitlab
	# And the status of the gate is the job's.
	run_job gitlab "bash -eo pipefail" MDBENCH_URL="file://$TREE" MDBENCH_REF=HEAD ROUNDS=1 \
		BASE=./missing NEW=./none OPTIONS=--out=none
	expect_status gitlab 7
}

main "$@"
