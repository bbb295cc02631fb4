# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# For tests of mdlab report: matrices of made-up runs, and what the command said
# and wrote. Sourced.
. tests/lib/compared.sh

PAGE=$TMPDIR/report.html
PATH_TO_ALL=$PATH

# report STATUS ARGS…: messages go to the file $ERR, the page to $PAGE.
report()
{
	local want="$1" status=0

	shift
	PATH=$PATH_TO_ALL "$MDLAB" report -o "$PAGE" "$@" >"$OUT" 2>"$ERR" || status=$?
	if [ "$status" != "$want" ]; then
		echo "report $*: exit status $status, not $want"
		cat "$ERR" "$OUT"
		exit 1
	fi
}

fail() { echo "$*"; exit 1; }

# Messages have this line.
warns()
{
	grep -qxF "mdlab: report: $1" "$ERR" || { cat "$ERR"; fail "this was not said: $1"; }
}

# The page, as one line, has this text; one that is not there is told with "not".
has()
{
	tr -s ' \n' '  ' <"$PAGE" | grep -qF -e "$1" || fail "this is not in the page: $1"
}

has_not()
{
	! tr -s ' \n' '  ' <"$PAGE" | grep -qF -e "$1" || fail "this is in the page: $1"
}

# count XPATH: of the page, without its namespace.
count()
{
	sed 's/ xmlns="[^"]*"//' "$PAGE" | xmllint --xpath "count($1)" -
}

# Whole, without scripts, without a thing from elsewhere; it goes from here to there
# within itself alone.
check_page()
{
	local acts

	xmllint --noout "$PAGE" || fail "the page is not well-formed"
	! LC_ALL=C grep -n '[^ -~	]' "$PAGE" || fail "not plain ASCII"
	has "default-src 'none'"
	acts="self::script or self::link or self::img or self::image or self::iframe or
		self::object or self::embed or self::foreignObject or self::form or
		@src or @style or @*[starts-with(name(), 'on')] or
		@*[contains(name(), 'href') and not(starts-with(., '#'))]"
	[ "$(count "//*[$acts]")" = 0 ] || fail "the page has a script, or loads something"
	[ "$(count '//style')" = 1 ] || fail "another style"
	! sed '/<\/style>/q' "$PAGE" | grep -i '@import\|url(' || fail "the style loads something"
}

# put_matrix FOLDER: four kernels with five runs each. The second is as the first,
# the third slower and one of its tests fails, the fourth is faster.
put_matrix()
{
	put_rounds "$1" k1 "100 101 99 100 102" kernel=5.10.0-34-cloud-amd64
	put_rounds "$1" k2 "101 100 100 99 102" kernel=6.1.0-57-cloud-amd64
	put_rounds "$1" k3 "80 81 79 80 82" kernel=6.12.9+deb13-cloud-amd64 \
		bad=raid0/raw/dd/write/direct-1M:fail "why=the array went down"
	put_rounds "$1" k4 "120 121 119 120 122" kernel=6.19.0-rc3
	make_plan "$1" 5 smoke k1 debian:bullseye 5.10.0-34-cloud-amd64 \
		k2 debian:bookworm 6.1.0-57-cloud-amd64 \
		k3 debian:trixie 6.12.9+deb13-cloud-amd64 k4 /src/linux 6.19.0-rc3
}
