#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will call show with bad options and with paths that are no run:
# status 2, one line that says why, and nothing on standard output.
# needs: none
# timeout: 30
set -eu
. tests/cli/data/runs.sh

refuses()
{
	show 2 "$@"
	[ ! -s out ] || { echo "show $*: printed something"; exit 1; }
	[ "$(wc -l <err)" = 1 ] || { echo "show $*: not one line:"; cat err; exit 1; }
	grep -q '^mdlab: show: ' err || { echo "show $*:"; cat err; exit 1; }
}

main()
{
	enter_folder
	put_old
	mkdir empty
	: >nothing.jsonl
	head -c 100000 /dev/zero >zeros.jsonl
	head -c 3000 "$MDLAB" >binary.jsonl
	echo '{"schema":2,"type":"run","seq":1,"run":"x","t_ns":1}' >future.jsonl
	mkfifo fifo

	refuses
	refuses --format=xml old
	refuses --format
	refuses --unknown old
	refuses missing
	says "missing: No such file or directory"
	refuses empty
	refuses nothing.jsonl
	says "nothing.jsonl: no record is in it"
	refuses zeros.jsonl
	refuses binary.jsonl
	refuses fifo
	# Nobody waits until so many zeros are read, behind a good beginning or alone.
	truncate -s 1T holes.jsonl
	refuses holes.jsonl
	says "holes.jsonl: File too large"
	cp old/records.jsonl holes.jsonl
	truncate -s 1T holes.jsonl
	refuses holes.jsonl
	says "holes.jsonl: File too large"
	refuses /dev/null
	refuses future.jsonl
	says "future.jsonl: line 1 is no record: another schema than 1, take the mdlab that belongs to it"
	refuses --published --format=csv
	says "format: csv needs a run: name one, or leave it out"
	refuses --published=none
	says "no run is named; try results/runs/latest"
	refuses --only='nosuch/*' old
	says "nosuch/*: no result has an id that matches --only"
	refuses --format=json --only='nosuch/*' old old
	# One that is none spoils the rest, whatever the order.
	refuses old missing
	refuses missing old

	show 0 --help
	grep -q '^usage: mdlab show ' out || { echo "no help"; exit 1; }
}

main "$@"
