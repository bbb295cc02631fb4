# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Runs for tests of mdlab show, made up in the current folder. Sourced.

# put_run NAME ID RELEASE SPEED REPEATS TROUBLED: the folder NAME is a run.
put_run()
{
	mkdir -p "$1"
	awk -v run="$2" -v release="$3" -v speed="$4" -v repeats="$5" -v troubled="$6" \
		-f "$DATA/records.awk" </dev/null >"$1/records.jsonl"
}

put_old() { put_run old 20260301-101500-6.1 6.1.0-49-cloud-amd64 100 1 0; }
put_new() { put_run new 20260301-102000-7.3 7.3.2-cloud-amd64 113 1 0; }
put_troubled() { put_run troubled 20260301-103000-5.10 5.10.0-34-cloud-amd64 9 3 1; }

# show STATUS ARGS…: output and messages go to the files out and err.
show()
{
	local want="$1" status=0

	shift
	"$MDLAB" show "$@" >out 2>err || status=$?
	if [ "$status" != "$want" ]; then
		echo "show $*: exit status $status, not $want"
		cat err
		exit 1
	fi
}

# The output, or the file named, is the golden file, to the byte.
same_as()
{
	if [ "${UPDATE:-}" ]; then
		cp "${2:-out}" "$DATA/$1"
	elif ! diff -u "$DATA/$1" "${2:-out}"; then
		echo "this is not $1"
		exit 1
	fi
}

# One message, and it begins like this.
says()
{
	if ! grep -qxF "mdlab: show: $1" err; then
		echo "this was not said: $1; but:"
		cat err
		exit 1
	fi
}

says_nothing()
{
	[ ! -s err ] || { echo "said without need:"; cat err; exit 1; }
}

enter_folder()
{
	DATA=$PWD/tests/cli/data
	MDLAB=$PWD/${BUILD:-build}/mdlab
	case ${BUILD:-build} in /*) MDLAB=$BUILD/mdlab ;; esac
	cd "$(mktemp -d)" || exit
}

# put_families NAME TROUBLED: the folder NAME is a run of all families.
put_families()
{
	mkdir -p "$1"
	awk -v run=20260301-110000-6.1 -v release=6.1.0-49-cloud-amd64 -v troubled="$2" \
		-f "$DATA/families.awk" </dev/null >"$1/records.jsonl"
}
