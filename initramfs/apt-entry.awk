# SPDX-License-Identifier: GPL-2.0-only
# Read apt's sources (one-line and deb822), find the entry for the machine's own
# suite (codename + suffix), print it as one deb822 entry for another (suite).
# Exits 1 when there is none. The best match wins: the exact codename before
# names like "stable", and what looks like Debian's archive by its path or key
# before third parties, who use Debian's codenames too.

function suite_score(name, want, list, n, i, alias)
{
	want = codename suffix
	n = split(suites, list, /[ \t]+/)
	alias = 0
	for (i = 1; i <= n; i++) {
		name = list[i]
		if (name == want)
			return 2
		if (suffix != "" && name !~ suffix "$")
			continue
		sub(suffix "$", "", name)
		if (name ~ /^(stable|oldstable|testing|unstable|sid)$/)
			alias = 1
	}
	return alias
}

# Judge the entry collected in types, uris, suites, components, other.
function consider(score)
{
	score = suite_score()
	if (enabled && types ~ /(^| )deb/ && uris != "" && score &&
	    (" " components " ") ~ /[ \t]main[ \t]/) {
		if (uris ~ /\/debian(-security)?(\.list)?(\/[0-9]+T[0-9]+Z)?\/?( |$)/)
			score += 4
		if (other ~ /debian-archive-/)
			score += 4
		if (score > best) {
			best = score
			best_uris = uris
			best_other = other
		}
	}
	types = uris = suites = components = other = field = ""
	enabled = 1
}

function read_line_entry(options, list, pair, n, i)
{
	options = ""
	sub(/[ \t]*#.*/, "")
	types = $1
	sub(/^[^ \t]+[ \t]+/, "")
	if (/^\[/) {
		options = substr($0, 2, index($0, "]") - 2)
		sub(/^\[[^]]*\][ \t]*/, "")
	}
	uris = $1
	suites = $2
	for (i = 3; i <= NF; i++)
		components = components " " $i
	n = split(options, list, /[ \t]+/)
	for (i = 1; i <= n; i++) {
		if (list[i] !~ /=/ || list[i] ~ /^(arch|lang|target)[+-]?=/)
			continue
		pair = list[i]
		sub(/=/, ": ", pair)
		other = other pair "\n"
	}
	consider()
}

function read_field(value, name)
{
	value = $0
	sub(/^[^:]*:[ \t]*/, "", value)
	name = tolower(substr($0, 1, index($0, ":") - 1))
	field = name
	if (name == "types")
		types = value
	else if (name == "uris")
		uris = value
	else if (name == "suites")
		suites = value
	else if (name == "components")
		components = value
	else if (name == "enabled")
		enabled = tolower(value) !~ /^(no|false|off|0|without|disable)/
	else if (name !~ /^(architectures|languages|targets|x-.*|description)$/)
		other = other $0 "\n"
	else
		field = "dropped"
}

function read_continuation(value)
{
	value = $0
	sub(/^[ \t]+/, " ", value)
	if (field == "uris")
		uris = uris value
	else if (field == "suites")
		suites = suites value
	else if (field == "components")
		components = components value
	else if (field != "dropped" && field != "")
		other = other $0 "\n"
}

BEGIN { best = 0; enabled = 1 }
FNR == 1 { consider() }
FILENAME !~ /\.sources$/ { if (/^[ \t]*deb/) { sub(/^[ \t]+/, ""); read_line_entry() } next }
/^#/ { next }
/^[ \t]*$/ { consider(); next }
/^[ \t]/ { read_continuation(); next }
{ read_field() }

END {
	consider()
	if (!best)
		exit 1
	printf "Types: deb\nURIs: %s\nSuites: %s\nComponents: main\n", best_uris, suite
	printf "Targets: Packages\nLanguages: none\n%s\n", best_other
	printf "Types: deb-src\nURIs: %s\nSuites: %s\nComponents: main\n", best_uris, suite
	printf "Targets: Sources\n%s\n", best_other
}
