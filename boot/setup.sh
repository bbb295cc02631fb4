#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Set the machine up: setup.sh PURPOSE… makes sure that every row of
# boot/packages that is for one of the purposes is there. As root with apt it
# installs what is missing; otherwise it says what to install and exits 7. It
# touches nothing, and no network, when nothing is missing.
#
# setup.sh --missing PACKAGE…  names those that are missing, and installs none;
#                              exit status 2 for a package not in the list
set -eu

BUILD=${BUILD:-build}
# Ordinary users of Debian have no sbin folders in their path.
PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin
HERE=${0%/*}
PACKAGES=${PACKAGES:-$HERE/packages}

say() { echo "mdlab: setup: $*" >&2; }

die()
{
	local status="$1"

	shift
	say "$@"
	exit "$status"
}

is_there()
{
	local path

	case $1 in
	/*)
		# The pattern of a path is to be expanded.
		for path in $1; do
			[ -e "$path" ] && return 0
		done
		return 1 ;;
	*)
		command -v "$1" >/dev/null 2>&1 ;;
	esac
}

# Rows for these purposes whose evidence is missing: "package evidence why".
list_missing()
{
	local package purpose evidence why

	while read -r package purpose evidence why; do
		case $package in
		''|'#'*) continue ;;
		esac
		case " $* " in
		*" $purpose "*) ;;
		*) continue ;;
		esac
		is_there "$evidence" || echo "$package $evidence $why"
	done <"$PACKAGES"
}

list_missing_packages()
{
	local wanted package purpose evidence why known

	for wanted; do
		known=
		while read -r package purpose evidence why; do
			[ "$package" = "$wanted" ] || continue
			known=yes
			is_there "$evidence" || echo "$package"
		done <"$PACKAGES"
		[ "$known" ] || die 2 "$wanted: not a package of $PACKAGES"
	done
}

# One installation at a time: two runs may begin together on a fresh machine.
install_packages()
{
	local log="$BUILD/setup.log"

	mkdir -p "$BUILD"
	exec 9>"$BUILD/setup.lock"
	flock 9
	say "installing with apt-get: $* (log: $log)"
	export DEBIAN_FRONTEND=noninteractive
	# A source of the machine that is out of reach is not our matter as long
	# as the packages come.
	apt-get -q update </dev/null >"$log" 2>&1 || true
	if ! apt-get -q -y --no-install-recommends -o DPkg::Lock::Timeout=300 \
	    install "$@" </dev/null >>"$log" 2>&1; then
		tail -n 20 "$log" >&2
		die 7 "apt-get: cannot install the packages: see $log"
	fi
	exec 9>&-
}

name_first_words()
{
	local first rest

	while read -r first rest; do
		printf '%s ' "$first"
	done
}

main()
{
	local missing packages purpose

	if [ "${1:-}" = --missing ]; then
		shift
		list_missing_packages "$@"
		exit 0
	fi
	[ $# -gt 0 ] || die 2 "usage: setup.sh run|build|report|stick|test|bench|check…"
	for purpose; do
		case $purpose in
		run|build|report|stick|test|bench|check) ;;
		*) die 2 "$purpose: unknown purpose: use run, build, report, stick, test," \
			"bench or check" ;;
		esac
	done

	missing=$(list_missing "$@")
	[ "$missing" ] || exit 0
	packages=$(echo "$missing" | name_first_words)
	packages=${packages% }

	if ! command -v apt-get >/dev/null 2>&1; then
		say "no apt-get here: install what holds these, by your system's names:"
		echo "$missing" | while read -r package evidence why; do
			echo "  $evidence (Debian: $package): $why" >&2
		done
		exit 7
	fi
	if [ "$(id -u)" != 0 ]; then
		die 7 "packages are missing: as root run:" \
		    "apt-get install -y --no-install-recommends $packages"
	fi
	# shellcheck disable=SC2086 # a list of names
	install_packages $packages
	missing=$(list_missing "$@")
	[ -z "$missing" ] || die 7 "still missing after installation:" \
	    "$(echo "$missing" | while read -r package evidence why; do
		printf '%s (of %s) ' "$evidence" "$package"; done)"
}

main "$@"
