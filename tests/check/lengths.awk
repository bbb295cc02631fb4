# SPDX-License-Identifier: GPL-2.0-only
# Finds what is too long in one source file, tabs expanded: functions over 80
# lines (C: from "{" in the first column; shell: from "name()"), files over 500
# lines, lines of C over 100 columns unless for a string, which is not cut, so
# that it can be searched for. Give -v file=NAME.

BEGIN {
	is_c = file ~ /\.[ch]$/
	is_shell = file !~ /(\.([ch]|mk|awk)|Makefile)$/
}

is_c && length($0) > 100 && !/"/ {
	printf "%s:%d: %d columns\n", file, NR, length($0)
}

is_c && /^\{/ || is_shell && /^[a-z_0-9]+\(\)/ {
	begin = NR
}

/^\}/ && begin {
	if (NR - begin + 1 > 80)
		printf "%s:%d: a function of %d lines\n", file, begin, NR - begin + 1
	begin = 0
}

END {
	if (NR > 500)
		printf "%s:%d: a file of %d lines\n", file, NR, NR
}
