# SPDX-License-Identifier: GPL-2.0-only
# Reads fragments, prints what they ask of a kernel of version -v kernel=6.1:
# "SYMBOL VALUE FRAGMENT" a line, VALUE n for "is not set". A row may end in
# `# since 6.4` or `# until 5.15` (both inclusive) where the symbol came or
# went. A symbol in two fragments is an error: nobody could say which one wins.

function number(version,	part)
{
	split(version, part, ".")
	return part[1] * 1000 + part[2]
}

function bad(reason)
{
	printf "mdlab: kernel: %s:%d: %s\n", FILENAME, FNR, reason >"/dev/stderr"
	failed = 1
	exit 1
}

BEGIN {
	target = number(kernel)
}

FNR == 1 {
	name = FILENAME
	sub(/.*\//, "", name)
	sub(/\.config$/, "", name)
	if ($0 !~ /^# Purpose: ./)
		bad("the first line does not say `# Purpose: ...`")
}

/^# CONFIG_[A-Za-z0-9_]+ is not set/ {
	symbol = $2
	value = "n"
	rest = substr($0, index($0, "is not set") + 10)
}

/^CONFIG_[A-Za-z0-9_]+=/ {
	symbol = substr($0, 1, index($0, "=") - 1)
	rest = substr($0, index($0, "=") + 1)
	if (!match(rest, /^("[^"]*"|[^ \t#"]+)/))
		bad("no value for " symbol)
	value = substr(rest, 1, RLENGTH)
	rest = substr(rest, RLENGTH + 1)
}

symbol == "" {
	if ($0 !~ /^(#.*)?[ \t]*$/)
		bad("neither a symbol nor a comment")
	next
}

{
	if (rest !~ /^[ \t]*(# (since|until) [0-9]+\.[0-9]+[ \t]*)?$/)
		bad("cannot read what follows the value of " symbol)
	if (symbol in owner && owner[symbol] != name)
		bad(symbol " is in " owner[symbol] " too, keep it in one")
	owner[symbol] = name
	split(rest, mark, " ")
	if (!(mark[2] == "since" && target < number(mark[3])) &&
	    !(mark[2] == "until" && target > number(mark[3])))
		print symbol, value, name
	symbol = ""
	delete mark
}

END {
	if (failed)
		exit 1
}
