#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will compare made-up runs, some of them with hostile text, and read the forms
# with xmllint, prove, jq and Python: all must say the same of each test and metric.
# needs: jq libxml2-utils perl python3-yaml
# timeout: 120
set -eu
. tests/lib/made-up.sh

export MDBENCH_ROOT="$PWD"
EVIL="=1+1 <b>&amp;|\`x\`]]> # TO""DO 'q' @all"
PYTHON=/usr/bin/python3

fail() { echo "FAIL: $*"; exit 1; }

# compare STATUS WORD…: each form of it, in files named after the forms.
compare()
{
	local want="$1" form status

	shift
	for form in markdown csv json junit tap; do
		status=0
		"$BUILD/mdlab" compare --format="$form" "$@" >"$TMPDIR/$form" 2>"$TMPDIR/err" ||
			status=$?
		[ "$status" = "$want" ] ||
			{ cat "$TMPDIR/err"; fail "$form: exit status $status, not $want: $*"; }
	done
}

# What is not fine, of the JSON: "group id metric how", in order.
list_json()
{
	jq -r '.groups as $g | .rows[] | .id as $id | .groups[] | select(.letter != "A") |
		. as $c | ($g[] | select(.letter == $c.letter) | .label) as $name |
		(if .broken then "\($name) \($id) rate \(.verdict)" else empty end),
		(to_entries[] | select(.value | type == "object") |
			select(.value.change.outcome == "slower") |
			"\($name) \($id) \(.key) slower")' "$TMPDIR/json" | sort
}

# Likewise of the CSV.
list_csv()
{
	"$PYTHON" - "$TMPDIR/csv" <<-'END' | sort
	import csv, sys
	rows = list(csv.DictReader(open(sys.argv[1], newline='')))
	base = {r['id']: r['verdict'] for r in rows if r['outcome'] == 'base'}
	for r in rows:
	    assert None not in r and None not in r.values(), r
	    for text in r['id'], r['group'], r['reason']:
	        assert text[:1] not in ('=', '+', '-', '@'), text
	    group = r['group'][1:] if r['group'][:1] == "'" else r['group']
	    if r['outcome'] == 'base':
	        continue
	    if r['metric'] == 'rate' and r['verdict'] in ('fail', 'broken', 'void') and \
	       base[r['id']] == 'pass':
	        print(group, r['id'], 'rate', r['verdict'])
	    if r['outcome'] == 'slower':
	        print(group, r['id'], r['metric'], 'slower')
	END
}

# Likewise of JUnit's XML.
list_junit()
{
	"$PYTHON" - "$TMPDIR/junit" <<-'END' | sort
	import sys, xml.etree.ElementTree as tree
	for suite in tree.parse(sys.argv[1]).getroot():
	    cases = suite.findall('testcase')
	    count = {e: len(suite.findall('testcase/' + e)) for e in ('failure', 'error', 'skipped')}
	    want = [len(cases), count['failure'], count['error'], count['skipped']]
	    said = [int(suite.get(k)) for k in ('tests', 'failures', 'errors', 'skipped')]
	    assert said == want, (said, want)
	    for case in cases:
	        name, metric = case.get('name').split(' (')[0].rsplit(' ', 1)
	        for bad in case.findall('failure') + case.findall('error'):
	            assert (bad.tag == 'error') == (bad.get('type') in ('broken', 'void')), bad
	            print(suite.get('name'), case.get('classname').replace('.', '/') + '/' + name,
	                  metric, bad.get('type'))
	END
}

# Likewise of TAP, its blocks read by a parser of YAML.
list_tap()
{
	"$PYTHON" - "$TMPDIR/tap" <<-'END' | sort
	import re, sys, yaml
	tap = open(sys.argv[1]).read()
	for name, block in re.findall(r'^not ok \d+ - (.*)\n  ---\n((?:  .*\n)*?)  \.\.\.$', tap, re.M):
	    block = yaml.safe_load(block)
	    name = name.replace('\\#', '#').split(': ')[-1]
	    print(block['group'], name, block['outcome'])
	END
}

# How many points failed, as the parser of prove sees it.
count_tap()
{
	perl -MTAP::Parser -e '
		local $/;
		open(my $in, "<", $ARGV[0]) or die;
		my $parser = TAP::Parser->new({ tap => <$in> });
		$parser->run;
		die join(", ", $parser->parse_errors) if $parser->parse_errors;
		print scalar($parser->failed), "\n";' "$TMPDIR/tap"
}

agree()
{
	local form

	list_json >"$TMPDIR/want"
	for form in csv junit tap; do
		"list_$form" >"$TMPDIR/got"
		diff -u "$TMPDIR/want" "$TMPDIR/got" || fail "$form says something else than json"
	done
	[ "$(count_tap)" = "$(wc -l <"$TMPDIR/want")" ] || fail "tap: $(count_tap) points failed"
	xmllint --noout --schema tests/cli/data/junit.xsd "$TMPDIR/junit" 2>"$TMPDIR/err" ||
		{ cat "$TMPDIR/err"; fail "junit is not of its schema"; }
	! LC_ALL=C grep -n '[^ -~]' "$TMPDIR/json" "$TMPDIR/junit" "$TMPDIR/tap" \
		"$TMPDIR/markdown" || fail "this is not printable"
}

main()
{
	make_runs "$TMPDIR/base" runs=6 noise=1
	make_runs "$TMPDIR/again" runs=6 noise=1 seed=2
	make_runs "$TMPDIR/new" runs=6 noise=1 seed=3 kernel=0-evil why=so-bad \
		bad=raid1/raw/dd/read/direct-1M:fail rate="single/raw/dd/write/direct-1M:6e7 \
raid1/raw/dd/write/direct-1M:4e7 raid0/raw/dd/write/direct-1M:14e7 \
raid1/raw/dd/read/direct-1M:9e7"
	# What stands in a release is a label, and must be told again to the letter.
	sed -i "s/\"0-evil\"/\"$(echo "$EVIL" | sed 's/[&\/]/\\&/g')\"/
		s/so-bad/=2 \\\\u0001\\\\u001b[31m \\\\u00e9 \\\\\"<|/" "$TMPDIR"/new/*/records.jsonl
	make_runs "$TMPDIR/cut" runs=6 noise=1 seed=4 kernel=7.3.4 \
		bad="single/raw/dd/write/direct-1M:broken raid0/raw/dd/write/direct-1M:unsupported"

	compare 0 "$TMPDIR/base" "$TMPDIR/again"
	agree
	[ ! -s "$TMPDIR/want" ] || { cat "$TMPDIR/want"; fail "alike runs are told apart"; }
	prove -e cat "$TMPDIR/tap" >"$TMPDIR/said" || { cat "$TMPDIR/said"; fail "prove fails it"; }
	grep -q '^No row differs' "$TMPDIR/markdown" || fail "markdown has rows that differ"

	compare 1 "$TMPDIR/base" "$TMPDIR/new" "$TMPDIR/cut"
	agree
	grep -qxF "$EVIL raid1/raw/dd/write/direct-1M rate slower" "$TMPDIR/want" ||
		{ cat "$TMPDIR/want"; fail "what is a fifth slower is not said to be"; }
	grep -qxF "$EVIL raid1/raw/dd/read/direct-1M rate fail" "$TMPDIR/want" ||
		{ cat "$TMPDIR/want"; fail "what fails is not said to"; }
	grep -qxF "7.3.4 single/raw/dd/write/direct-1M rate broken" "$TMPDIR/want" ||
		{ cat "$TMPDIR/want"; fail "what broke is not said to have"; }
	! grep raid0 "$TMPDIR/want" || fail "what is faster, or unsupported, is held against it"
	! prove -e cat "$TMPDIR/tap" >"$TMPDIR/said" || fail "prove passes it"
	! grep 'Parse errors' "$TMPDIR/said" || fail "prove does not take it"
	# shellcheck disable=SC2016 # it is a code span
	grep -q '^| `raid1/raw/dd/write/direct-1M` | rate | .*\*\*slower\*\* -[12]' \
		"$TMPDIR/markdown" || { cat "$TMPDIR/markdown"; fail "markdown lacks the slower row"; }
}

main "$@"
