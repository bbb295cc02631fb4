#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Compares a final .config with the fragments it was made from. Kconfig drops
# without a word what it does not know or whose dependencies are not met; here
# each such symbol is named, with its fragment, and the status is 1.
set -eu

HERE=$(dirname "$0")

die()
{
	printf 'mdlab: kernel: %s\n' "$2" >&2
	exit "$1"
}

# "6.1" out of "# Linux/x86 6.1.176 Kernel Configuration".
read_version()
{
	sed -n 's/^# Linux\/[^ ]* \([0-9]*\.[0-9]*\).*/\1/p' "$1" | head -n 1
}

main()
{
	local config version rows

	[ $# -ge 2 ] || die 2 'check: usage: check.sh CONFIG FRAGMENT...'
	config=$1
	shift
	[ -r "$config" ] || die 2 "check: $config: cannot be read, build the configuration first"
	version=$(read_version "$config")
	[ -n "$version" ] || die 2 "check: $config: names no kernel version, is it a .config"
	rows=$(awk -v kernel="$version" -f "$HERE/fragment.awk" "$@") || exit 1
	printf '%s\n' "$rows" | awk '
		NR == FNR {
			if (/^CONFIG_/) {
				at = index($0, "=")
				has[substr($0, 1, at - 1)] = substr($0, at + 1)
			}
			next
		}
		{
			symbol = $1
			fragment = $NF
			want = $0
			sub(/^[^ ]+ /, "", want)
			sub(/ [^ ]+$/, "", want)
			got = symbol in has ? has[symbol] : "n"
			if (got == want)
				next
			lost = 1
			printf "mdlab: kernel: %s: %s=%s of fragment %s: is %s in the final " \
				"configuration, correct the fragment or its dependencies\n", \
				config, symbol, want, fragment, got >"/dev/stderr"
		}
		END { exit lost }
	' config="$config" "$config" -
}

main "$@"
