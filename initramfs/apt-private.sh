#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Use apt for any Debian suite without touching the system's lists or needing
# root:
#
#	apt-private.sh SUITE [DIR]	DIR is $BUILD/cache/apt/SUITE by default
#	APT_CONFIG=DIR/apt.conf apt-get download|source PACKAGE
#
# Archive, keys, proxy come from the machine's own apt configuration; only the
# suite is another. SUITE's security updates are added where the machine has an
# entry for its own. Lists are fetched again when they are older than a day, or
# with FORCE=1. Two at once take turns. DIR may be removed at any time.
set -eu

die() { echo "apt-private.sh: $*" >&2; exit 1; }
warn() { echo "apt-private.sh: warning: $*" >&2; }

# The absolute path of one of apt's own files or folders, or nothing.
apt_path() {
	local value=
	value=$(apt-config shell value "$1")
	value=${value#*\'}
	printf '%s' "${value%\'}"
}

# Print the machine's entry for its own suite plus SUFFIX ("" or "-security")
# as a deb822 entry for SUITE. Of several, the one that looks most like Debian's
# own archive wins: third parties use Debian's codenames too.
print_entry() {
	local suffix="$1" suite="$2" list parts
	list=$(apt_path Dir::Etc::sourcelist/f)
	parts=$(apt_path Dir::Etc::sourceparts/d)
	set --
	[ ! -r "$list" ] || set -- "$list"
	for list in "$parts"/*.list "$parts"/*.sources; do
		[ ! -r "$list" ] || set -- "$@" "$list"
	done
	[ $# -gt 0 ] || return 1
	awk -v codename="$codename" -v suffix="$suffix" -v suite="$suite" \
		-f "$here/apt-entry.awk" "$@"
}

# Replace FILE by standard input; keep it, with its time, when nothing changed.
# Returns 1 when it did change.
update_file() {
	cat >"$1.tmp"
	if cmp -s "$1.tmp" "$1"; then
		rm "$1.tmp"
		return 0
	fi
	mv "$1.tmp" "$1"
	return 1
}

print_sources() {
	case $suite in
	*-security)
		print_entry -security "$suite" ||
			die "no entry for security updates in this machine's apt sources: add one"
		return ;;
	esac
	print_entry "" "$suite" ||
		die "no entry of Debian's archive for $codename in this machine's apt" \
		    "sources: add one, or give the sources with SOURCES=DIR"
	case $suite in
	*-*|sid|unstable|experimental) return ;;
	esac
	[ -e no-security ] || print_entry -security "$suite-security" || :
}

# apt reads this before anything else; it pulls in the machine's settings
# itself, so that ours stand last, and keeps apt from reading them again.
print_conf() {
	local parts main arch
	parts=$(apt_path Dir::Etc::parts/d)
	main=$(apt_path Dir::Etc::main/f)
	arch=$(dpkg --print-architecture)
	[ ! -d "$parts" ] || echo "#include \"${parts%/}/\";"
	[ ! -r "$main" ] || echo "#include \"$main\";"
	cat <<-END
	#clear APT::Architectures;
	#clear APT::Default-Release;
	#clear APT::Update::Pre-Invoke;
	#clear APT::Update::Post-Invoke;
	#clear APT::Update::Post-Invoke-Success;
	#clear DPkg::Post-Invoke;
	APT::Architecture "$arch";
	APT::Architectures:: "$arch";
	APT::Sandbox::User "root";
	APT::Get::List-Cleanup "false";
	Acquire::Retries "3";
	Dir::Etc::parts "$dir/none";
	Dir::Etc::main "$dir/none/apt.conf";
	Dir::Etc::sourcelist "$dir/suite.sources";
	Dir::Etc::sourceparts "-";
	Dir::Etc::preferences "$dir/none/preferences";
	Dir::Etc::preferencesparts "$dir/none";
	Dir::State "$dir";
	Dir::State::lists "$dir/lists";
	Dir::State::status "$dir/status";
	Dir::State::extended_states "$dir/extended_states";
	Dir::Cache "$dir/cache";
	Dir::Cache::archives "$dir/cache/archives";
	Dir::Cache::pkgcache "$dir/cache/pkgcache.bin";
	Dir::Cache::srcpkgcache "$dir/cache/srcpkgcache.bin";
	Dir::Log "$dir/log";
	END
}

write_files() {
	mkdir -p lists/partial cache/archives/partial log none
	[ -e status ] || : >status
	print_sources >sources.new
	update_file suite.sources <sources.new || rm -f updated
	rm sources.new
	print_conf | update_file apt.conf || :
}

run_update() {
	APT_CONFIG=$dir/apt.conf apt-get -q -o APT::Update::Error-Mode=any update \
		>update.log 2>&1
}

update_lists() {
	if [ -z "${FORCE:-}" ] && [ -n "$(find updated -mmin -1440 2>/dev/null)" ]; then
		return
	fi
	# They may only have been away for a moment the last time.
	if [ -e no-security ]; then
		rm no-security
		write_files
	fi
	if run_update; then
		: >updated
		return
	fi
	# Not every suite has security updates under the same name.
	if grep -q -- -security suite.sources && [ "$suite" = "${suite%-security}" ]; then
		: >no-security
		write_files
		if run_update; then
			warn "$suite: its security updates could not be had, going on without"
			: >updated
			return
		fi
		rm no-security
	fi
	grep '^[EW]:' update.log >&2 || :
	[ -e updated ] || die "$suite: apt-get update failed: see $dir/update.log"
	warn "$suite: apt-get update failed, going on with the lists of $(date -r updated +%F)"
}

main() {
	[ $# -eq 1 ] || [ $# -eq 2 ] || { echo "usage: apt-private.sh SUITE [DIR]" >&2; exit 2; }
	suite=$1
	case $suite in
	''|*[!a-z0-9-]*) die "not a suite's name: $suite" ;;
	esac
	command -v apt-get >/dev/null ||
		die "apt-get is missing: on other systems than Debian give the sources with SOURCES=DIR"
	unset APT_CONFIG
	export LC_ALL=C
	codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
	dir=${2:-${BUILD:-build}/cache/apt/$suite}
	here=$(cd "$(dirname "$0")" && pwd -P)
	mkdir -p "$dir"
	cd "$dir"
	dir=$(pwd -P)
	exec 9>lock
	flock 9
	write_files
	update_lists
}

main "$@"
