#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Usage: results/report/report-css.sh report.css >report-css.c
# Makes a C file of the style of reports, so that mdlab has it with it.
set -eu

main()
{
	echo '/* Made by results/report/report-css.sh of results/report/report.css. */'
	echo '#include "report_parts.h"'
	echo 'const char report_css[] = {'
	od -An -v -tx1 "$1" | sed 's/ \([0-9a-f][0-9a-f]\)/0x\1,/g'
	echo '0 };'
}

main "$@"
