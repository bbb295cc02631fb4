# SPDX-License-Identifier: GPL-2.0-only
# Reads fragments, prints what they ask of a kernel of version -v kernel=6.1:
# "SYMBOL VALUE FRAGMENT" a line, VALUE n for "is not set". A row may end in
# `# since 6.4` or `# until 5.15` (both inclusive) where the symbol came or
# went. A symbol in two fragments is an error: nobody could say which one wins,
# unless one of them says `# replaces FRAGMENT`. A variant has a second line
# `# TAG: name` and a third `# KIND: name`: two of a kind exclude each other,
# and one that asks nothing of this version is no variant of it.

function number(version,	part)
{
	split(version, part, ".")
	return part[1] * 1000 + part[2]
}

function fail(reason)
{
	printf "mdlab: kernel: %s\n", reason >"/dev/stderr"
	failed = 1
	exit 1
}

function bad(reason)
{
	fail(FILENAME ":" FNR ": " reason)
}

# Does this fragment's row count? One that is replaced gives way, read first or not.
function takes(symbol,	has)
{
	if (!(symbol in owner) || owner[symbol] == name)
		return 1
	has = owner[symbol]
	if (replaced == has) {
		delete row[symbol]
		return 1
	}
	if (replaces[symbol] != name)
		bad(symbol " is in " has " too, keep it in one")
	return 0
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

FNR == 2 && /^# TAG:/ {
	if ($3 !~ /^[a-z0-9]+$/ || NF != 3)
		bad("a tag is one word of small letters and digits")
	tags[++variants] = name
}

FNR == 3 && tags[variants] == name {
	if ($0 !~ /^# KIND: [a-z]+$/)
		bad("the third line of a variant does not say `# KIND: name`")
	if ($3 in kind && kind[$3] != name)
		fail(kind[$3] " and " name " are both a choice of " $3 ", take one of them")
	kind[$3] = name
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
	if (rest !~ /^[ \t]*(# ((since|until) [0-9]+\.[0-9]+|replaces [a-z0-9-]+)[ \t]*)?$/)
		bad("cannot read what follows the value of " symbol)
	split(rest, mark, " ")
	replaced = mark[2] == "replaces" ? mark[3] : ""
	if (takes(symbol)) {
		owner[symbol] = name
		if (replaced != "")
			replaces[symbol] = replaced
		if (!(mark[2] == "since" && target < number(mark[3])) &&
		    !(mark[2] == "until" && target > number(mark[3]))) {
			if (!(symbol in place))
				order[place[symbol] = ++count] = symbol
			row[symbol] = symbol " " value " " name
			asks[name] = 1
		}
	}
	symbol = ""
	delete mark
}

END {
	if (failed)
		exit 1
	for (i = 1; i <= variants; i++) {
		if (!(tags[i] in asks))
			fail(tags[i] ": Linux " kernel " has no such variant, leave it out")
	}
	for (i = 1; i <= count; i++) {
		if (order[i] in row)
			print row[order[i]]
	}
}
