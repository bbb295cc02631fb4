#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will write reports of runs whose texts are made to hurt: markup,
# scripts, words of gnuplot and of a shell, control characters, giant numbers, in
# records, plans and consoles. The page stays well-formed and without scripts, and
# gnuplot gets none of these texts.
# needs: libxml2-utils gnuplot-nox
# timeout: 120
set -eu
. tests/lib/reported.sh

NUMBERS='\(_ns\|bytes\|_per_s\|ops\|count\|cpus\)":[0-9]\{1,\}'

# Records are spoilt by sed, whose words are the arguments.
spoil()
{
	local run

	rm -rf "$RUNS"
	put_group "$RUNS/a" "100 101 99 100 102" kernel=6.1.5
	put_group "$RUNS/b" "90 91 89 90 92" kernel=KERNEL cpu=MODEL \
		bad=raid0/raw/dd/write/direct-1M:fail why=REASON
	for run in "$RUNS"/?/*; do
		sed -i "$@" "$run/records.jsonl"
	done
}

# gnuplot as it is, with its script kept.
keep_script()
{
	mkdir -p "$TMPDIR/bin"
	cat >"$TMPDIR/bin/gnuplot" <<-END
		#!/bin/sh
		PATH=$PATH
		tee "$TMPDIR/script" | exec gnuplot -d
	END
	chmod 755 "$TMPDIR/bin/gnuplot"
	PATH_TO_ALL=$TMPDIR/bin:$PATH
}

# Written by force, as the spoilt half is of another machine.
check()
{
	report 0 --force "$RUNS/a" "$RUNS/b"
	[ ! -s "$ERR" ] || { cat "$ERR"; fail "said of $1"; }
	check_page
	if grep -n 'touch\|system\|KERNEL\|alert\|evil' "$TMPDIR/script"; then
		fail "gnuplot has heard of it: $1"
	fi
	[ ! -e "$TMPDIR/evil" ] || fail "a command was run: $1"
}

main()
{
	local long evil='\\"]]><\/title><\/style><\/svg><\/pre><script>alert(1)<\/script><!-- \&#60;'

	keep_script
	long=$(printf 'x%.0s' $(seq 1 3000))
	spoil "s/KERNEL/$evil/g; s/REASON/$evil/; s/MODEL/$evil/"
	check "markup"
	has '&lt;/title&gt;&lt;/style&gt;&lt;/svg&gt;&lt;/pre&gt;&lt;script&gt;alert(1)&lt;/script&gt;'
	spoil "s,KERNEL,\`touch $TMPDIR/evil\`\$(touch $TMPDIR/evil),g; s,REASON,';system(\\\\\"touch $TMPDIR/evil\\\\\"),"
	check "words of a shell"
	spoil "s,direct-1M,'\\\\n!touch $TMPDIR/evil\\\\nsystem('touch $TMPDIR/evil')%s%n,g"
	check "words of gnuplot in ids"
	spoil "s,raw/dd/,raw/\\\\\"<evil onload=x>@x{}/,g; s/KERNEL/{\/Symbol a}^_@/"
	check "families that are none"
	spoil 's/KERNEL/\\u0001\\u001b[2J\\u202egnp\\u00e4/; s/REASON/\\u0007\\r\\n/'
	check "control characters"
	spoil "s/KERNEL/$long/g; s/REASON/$long/; s,raid1/raw/dd/,raid1/raw/$long/,"
	check "long texts"
	spoil "s/$NUMBERS/\\1\":9223372036854775807/g"
	check "giant numbers"
	spoil "s/$NUMBERS/\\1\":-5/g; s/\\[3[0-9]*,/[-1,/g"
	check "negative numbers"
	spoil 's/"buckets":\[\[/"buckets":[7,null,["x"],[1],[99999999999,1],[5,99999999999999],[/'
	check "buckets that are none"
	spoil 's/"machine":{/"machine":{"mitigations":{"<a>":"<b>","c":[1]},"system":"<evil>",/'
	check "a machine with markup"
	has '&lt;a&gt;: &lt;b&gt;'
	echo '{"kernels":[{"key":"k9","spec":"<evil>","error":"<b>&\u0001"},7]}' >"$RUNS/a/plan.json"
	mkfifo "$RUNS/a/1/console.log"
	printf 'fail' >"$RUNS/a/1/verdict"
	check "a plan with markup, and a pipe for a console"
}

main "$@"
