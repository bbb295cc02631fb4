#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will write a report of a matrix and find in it what mdlab compare
# found: the claim, each verdict with its figures, warnings, plots, environment,
# and what went wrong, with the last words of a console; and that it is one page
# which is XML and needs nothing else.
# needs: libxml2-utils gnuplot-nox jq
# timeout: 120
set -eu
. tests/lib/reported.sh

TESTS='//section[@id="tests"]'

# A fifth kernel that could not be had, a sixth that died before it told anything.
plan_more()
{
	local n

	sed -i 's|\],"suites"|,{"key":"k5","spec":"debian:sid","release":null,"error":"no such <suite>"}&|
		s|\],"suites"|,{"key":"k6","spec":"~/linux","release":"7.3.0-rc1","error":null}&|' \
		"$1/plan.json"
	mkdir "$1/r1-k6"
	echo "panic 4" >"$1/r1-k6/verdict"
	{
		for n in $(seq 300); do
			echo "[    0.$n] early line $n of the kernel"
		done
		printf '@mdb1 7 20 00000000 {"a":"secret of a frame"}\r\n'
		echo "[    1.500] Kernel panic - not syncing: <b>VFS</b> \`id\`"
		for n in $(seq 100); do
			printf '[    2.%s] \033[31mafter line %s\r\n' "$n" "$n"
		done
	} >"$1/r1-k6/console.log"
}

# The verdicts of the page are those of compare, by metric and word.
check_verdicts()
{
	local metric word want

	compare 1 --format=json "$1"
	for metric in rate p50 p99 cpu; do
		for word in slower faster same 'cannot tell'; do
			want=$(jq --arg m "$metric" --arg w "$word" '.summary[$m][$w]' "$OUT")
			[ "$(count "//h3[@id='$metric']/following-sibling::div[1]//td//span[
			    contains(@class, 'badge') and not(contains(@class, 'broken')) and
			    substring(., string-length(.) - $((${#word} - 1))) = '$word']")" = "$want" ] ||
				fail "$metric: not $want are $word"
		done
	done
	[ "$(count "$TESTS//span[contains(@class, 'broken')]")" = 4 ] ||
		fail "what no longer passes is not told for each metric"
}

check_failures()
{
	has '<b>debian:sid</b>: no such &lt;suite&gt;'
	has '<h3>r1-k6: panic, no records came</h3>'
	# shellcheck disable=SC2016 # nothing is to be run
	has '<mark>[ 1.500] Kernel panic - not syncing: &lt;b&gt;VFS&lt;/b&gt; `id`</mark>'
	has 'early line 300 of'
	has_not 'early line 290 of'
	has_not 'secret of a frame'
	has '\x1b[31mafter line 1 '
	has '\x1b[31mafter line 100'
	has_not 'after line 80'
	has 'lines are left out'
	has '<span class="letter">C</span> <b>raid0/<wbr/>raw/<wbr/>dd/<wbr/>write/<wbr/>direct-1M</b>: fail: the array went down'
}

main()
{
	local matrix="$RUNS/m" html

	put_matrix "$matrix"
	plan_more "$matrix"
	report 0 "$matrix"
	[ ! -s "$ERR" ] || { cat "$ERR"; fail "said without need"; }
	check_page
	html='<h1>Against 5.10.0-34-cloud-amd64: 6.1.0-57-cloud-amd64 is the same in 4 tests; '
	html="$html"'6.12.9+deb13-cloud-amd64 is slower in 3 of 4 tests, faster in 0, and 1 no longer passes; '
	has "$html"'6.19.0-rc3 is faster in 4 of 4 tests, slower in none</h1>'
	has 'figures under TCG are those of the emulator'
	has 'debian:sid could not be had: no such &lt;suite&gt;'
	check_verdicts "$matrix"
	check_failures

	# A cell: median, verdict, change with its interval, values, chance, reason.
	grep -q '<b>48.0 MB/s</b> <span class="badge slower"><span aria-hidden="true">&#9660;</span> slower</span><span class="detail">-20.0 % (-2[0-9.]* to -1[0-9.]*), n&#160;5, p&#160;0.00[0-9]*</span><small>[^<]*noise of [^<]*</small></td>' \
		"$PAGE" || fail "the cell of a slower test is not as it should be"
	# Of each place: levels, change and CPU; of arrays the scaling; a family's latency.
	[ "$(count '//section[@id="throughput"]//figure')" = 6 ] || fail "plots of throughput"
	[ "$(count '//section[@id="cputime"]//figure')" = 3 ] || fail "plots of CPU time"
	[ "$(count '//section[@id="scaling"]//figure')" = 2 ] || fail "plots of scaling"
	[ "$(count '//section[@id="latency"]//figure')" = 4 ] || fail "plots of latency"
	[ "$(count '//section[@id="latency"]//*[@class="curve s3 d3"]')" = 4 ] || fail "curves"
	[ "$(count '//*[@class="band"]')" = 3 ] || fail "bands of what does not matter"
	[ "$(count '//figure//*[@class="s3" and local-name() = "use"]')" = 14 ] ||
		fail "marks of the fourth kernel"
	has '<tr class="differs"><th scope="row">asked for as'
	has_not '<tr class="differs"><th scope="row">CPU'
	has "<code>$matrix/r5-k4</code>"
	[ "$(count '//*[@id]')" = "$(grep -o ' id="[^"]*"' "$PAGE" | sort -u | wc -l)" ] ||
		fail "an id is there twice"

	# Two groups: the sentence is shorter, and the other way round.
	report 0 --metrics=rate "$matrix/r?-k4" "$matrix/r?-k1"
	has '<h1>5.10.0-34-cloud-amd64 is slower than 6.19.0-rc3 in 4 of 4 tests, faster in 0</h1>'
	has_not 'id="p50"'
	report 0 --base=2 --only='single/*' "$matrix/r?-k4" "$matrix/r?-k1"
	has '<h1>6.19.0-rc3 is faster than 5.10.0-34-cloud-amd64 in 1 of 1 test, slower in none</h1>'
}

main "$@"
