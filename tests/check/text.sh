# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Steps of tests/check.sh that read the sources as text. Each prints a line
# `file:line: finding` for what it finds and then returns 1.

# Files of the project, of the names given or all: what git knows or would add;
# outside git, what is not a product.
list_files()
{
	local file

	[ $# -gt 0 ] || set -- '*'
	if [ -e .git ] && git rev-parse >/dev/null 2>&1; then
		git ls-files --cached --others --exclude-standard -- "$@" | sort -u
	else
		find . \( -path ./.git -o -path "./$BUILD" -o -path ./results/runs \) -prune \
			-o -type f -print | sed 's|^\./||' | while read -r file; do
			for pattern; do
				# shellcheck disable=SC2254 # it is a pattern
				case $file in
				$pattern) echo "$file"; break ;;
				esac
			done
		done | sort -u
	fi | while read -r file; do
		[ ! -f "$file" ] || echo "$file"
	done
}

# "SHELL FILE": by first line, whatever the name; parts that are sourced say
# theirs to shellcheck. A file named .sh that says neither is taken for sh.
list_shell_files()
{
	local file first

	list_files | while read -r file; do
		first=$(head -c 80 "$file" | tr -d '\0' | head -n 1)
		case $first in
		'#!'*bash*) echo "bash $file" ;;
		'#!'*sh|'#!'*sh' '*|'# shellcheck shell=sh') echo "sh $file" ;;
		*)
			case $file in
			*.sh) echo "sh $file" ;;
			esac ;;
		esac
	done
}

list_code_files()
{
	list_files '*.c' '*.h' '*.mk' '*.awk' Makefile
	list_shell_files | sed 's/^[^ ]* //'
}

# Turns found lines into a verdict.
none_found()
{
	! grep .
}

step_lengths()
{
	list_code_files | sort -u | while read -r file; do
		expand "$file" | awk -v file="$file" -f tests/check/lengths.awk
	done | none_found
}

# Each of these drops an error or writes past an end; units.h and snprintf are
# there instead.
step_calls()
{
	local names='atoi|atol|atoll|atof|sprintf|vsprintf|strcpy|strcat|gets|sscanf|strtok'

	list_files '*.c' '*.h' | xargs grep -nE "(^|[^_[:alnum:]])($names)[[:space:]]*\(" |
		none_found
}

# The licence in the first lines, and what a test says to its runner.
step_heads()
{
	{
		list_code_files | sort -u | while read -r file; do
			head -n 3 "$file" | grep -q 'SPDX-License-Identifier: GPL-2.0-only' ||
				echo "$file:1: no SPDX line"
		done
		list_files 'tests/unit/*' 'tests/cli/*' 'tests/image/*' 'tests/boot/*' \
			'tests/full/*' |
			grep -E '^tests/[a-z]+/[^/]*\.(c|sh)$' | while read -r file; do
			check_test_head "$file"
		done
	} | none_found
}

check_test_head()
{
	local file="$1" pattern

	for pattern in 'This test will ' 'needs: [a-z]' 'timeout: [0-9]'; do
		head -n 20 "$file" | grep -qE "^[#/* 	]*$pattern" ||
			echo "$file:1: no '$pattern…' in its head"
	done
	case $file in
	*.sh) [ -x "$file" ] || echo "$file:1: not executable" ;;
	esac
}

# The hosts that this machine's packages come from, and folders that only this
# machine has, told by the machine itself.
list_machine_names()
{
	local folder

	# shellcheck disable=SC2016 # a variable of apt
	apt-get indextargets --format '$(SITE)' 2>/dev/null |
		sed -e 's|^[a-z+]*://||' -e 's|/.*||' -e 's|.*@||' | grep -F . || true
	for folder in "$(pwd)" "$(dirname "$(pwd)")"; do
		case $folder in
		/|/tmp|/root|/home|/srv|/opt|/usr|/usr/*|/var|/var/*|/mnt|/media) ;;
		*) echo "$folder/" ;;
		esac
	done
}

step_names()
{
	local unfinished='(^|[^[:alnum:]])(T[O]DO|F[I]XME|X[X]X)([^[:alnum:]]|$)'

	list_machine_names | sort -u >"$CHECK/machine-names"
	{
		list_files | tr '\n' '\0' |
			xargs -0 grep -nIFf "$CHECK/machine-names" || true
		list_code_files | sort -u | xargs grep -nE "$unfinished" || true
	} | none_found
}

step_space()
{
	local file

	list_files | grep -vE '^tests/[a-z]+/data/|\.golden$' | while read -r file; do
		[ -s "$file" ] || continue
		grep -nI '[[:space:]]$' "$file" |
			sed "s|^\([0-9]*\):.*|$file:\1: white space at its end|"
		[ -z "$(tail -c 1 "$file")" ] || echo "$file: no end of line at its end"
	done | none_found
}
