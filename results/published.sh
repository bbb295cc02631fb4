#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Usage: results/published.sh FILE.json... >published-data.c
# Makes a C file of the published figures, so that mdlab has them with it.
set -eu

main()
{
	local file name

	echo '/* Made by results/published.sh of results/published/. */'
	echo '#include "published.h"'
	for file; do
		name=${file##*/}
		name=$(echo "${name%.json}" | tr -c '[:alnum:]\n' _)
		echo "static const char data_${name}[] = {"
		od -An -v -tx1 "$file" | sed 's/ \([0-9a-f][0-9a-f]\)/0x\1,/g'
		echo '};'
	done
	echo 'const struct published_file published_files[] = {'
	for file; do
		name=${file##*/}
		name=${name%.json}
		echo "	{ \"$name\", data_$(echo "$name" | tr -c '[:alnum:]\n' _)," \
			"sizeof(data_$(echo "$name" | tr -c '[:alnum:]\n' _)) },"
	done
	echo '	{ 0 }'
	echo '};'
}

main "$@"
