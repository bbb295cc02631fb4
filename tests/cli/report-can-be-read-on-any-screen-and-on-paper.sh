#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will open reports in a browser, narrow and wide, light and dark, and
# on paper: nothing reaches out of the page, all text is large and stands out
# enough, labels of plots are clear of each other, nothing is said on the console,
# nothing but the page is asked for, and it can be printed.
# needs: chromium chromium-driver curl jq gnuplot-nox libxml2-utils
# timeout: 300
set -eu
. tests/lib/reported.sh
. tests/lib/browser.sh

SHOTS=${SHOTS:-}		# a folder to look at the pages in

# look WIDTH SCHEME [MEDIUM]: nothing is wrong there; prints what the page looks like.
look()
{
	browser_look "$@"
	browser_run tests/lib/readable.js >"$TMPDIR/seen"
	if [ "$(jq '.faults | length' "$TMPDIR/seen")" != 0 ]; then
		jq -r '.faults[]' "$TMPDIR/seen"
		fail "this is hard to read: $*"
	fi
	[ "$(jq .plots "$TMPDIR/seen")" = "$PLOTS" ] || fail "not $PLOTS plots: $*"
	[ -z "$SHOTS" ] || browser_shoot "$SHOTS/$NAME-$(echo "$*" | tr ' ' -).png"
}

# see NAME PLOTS: the page, as all sorts of readers see it.
see()
{
	local light dark

	NAME=$1
	PLOTS=$2
	browser_go "file://$PAGE"
	look 360 light
	light=$(jq -r .ink "$TMPDIR/seen")
	look 360 dark
	dark=$(jq -r .ink "$TMPDIR/seen")
	[ "$light" != "$dark" ] || fail "light and dark are one"
	look 1280 light
	look 1280 dark
	# Paper is white, whatever the screen is.
	look 720 dark print
	[ "$(jq -r .ink "$TMPDIR/seen")" = "$light" ] || fail "paper is dark"
	browser_cdp Page.printToPDF '{}' | jq -r .data | base64 -d >"$TMPDIR/page.pdf"
	[ "$(head -c 5 "$TMPDIR/page.pdf")" = "%PDF-" ] || fail "it is not printed"
	[ "$(wc -c <"$TMPDIR/page.pdf")" -gt 20000 ] || fail "what is printed is empty"
}

check_silence()
{
	browser_log browser >"$TMPDIR/said"
	[ "$(jq length "$TMPDIR/said")" = 0 ] || { cat "$TMPDIR/said"; fail "the console is not empty"; }
	browser_log performance | jq -r '.[].message | fromjson | .message |
		select(.method == "Network.requestWillBeSent") | .params.request.url' |
		sort -u >"$TMPDIR/asked"
	if [ "$(cat "$TMPDIR/asked")" != "file://$PAGE" ]; then
		cat "$TMPDIR/asked"
		fail "more was asked for than the page"
	fi
}

# Nine kernels with long names, tests with long ids and large figures, consoles with long lines.
put_crowd()
{
	local n long
	long=$(printf 'x%.0s' $(seq 400))

	for n in 1 2 3 4 5 6 7 8 9; do
		put_rounds "$RUNS/crowd" "k$n" "$((90 + 3 * n)) 101 100" \
			kernel="6.$n.0-rc$n-next-20261130-with-a-long-local-version-$n-amd64" \
			rate="single/raw/dd/write/direct-1M:6e7 raid1/raw/dd/write/direct-1M:5e4 \
raid0/raw/dd/write/direct-1M-of-a-long-variant:11e7 raid1/raw/dd/read/direct-1M:9e9 \
raid0/raw/rand/read/psync-d1:1.2e11 raid0/raw/rand/write/psync-d1:2.6e11 \
raid1/raw/$long/read/direct-1M:1 raid1/ext4/bonnie/random-create/1.03-unlocked:12345678" \
			bad="single/raw/dd/write/direct-1M:fail" why="the reason is $long"
		echo "[ 1.0] BUG: $long" >"$RUNS/crowd/r1-k$n/console.log"
	done
	make_plan "$RUNS/crowd" 3 smoke k1 "$long" 6.1.0
}

main()
{
	put_matrix "$RUNS/m"
	put_crowd
	browser_open
	browser_go about:blank
	browser_log performance >/dev/null
	report 0 "$RUNS/m"
	see matrix 15
	check_silence
	report 0 "$RUNS/crowd"
	has '<h1>Against 6.1.0-rc1-next-20261130-with-a-long-local-version-1-amd64: 8 kernels cannot be told from it in any test</h1>'
	see crowd 14
	check_silence
	browser_close
}

main "$@"
