#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will ask for reports that cannot be: wrong words, no run, runs that
# are not alike, a place that no file can be in; each ends with its status. Without a gnuplot that works there are no plots.
# needs: libxml2-utils
# timeout: 60
set -eu
. tests/lib/reported.sh

# gnuplot <SCRIPT: what this name runs from now on.
gnuplot()
{
	mkdir -p "$TMPDIR/bin"
	cat >"$TMPDIR/bin/gnuplot"
	chmod 755 "$TMPDIR/bin/gnuplot"
	PATH_TO_ALL=$TMPDIR/bin
}

# without_plots REASON: the page is there, and says why it has none.
without_plots()
{
	report 0 "$RUNS/a" "$RUNS/b"
	warns "no plots: $1"
	has "there are no plots: $1"
	check_page
	[ "$(count '//figure')" = 0 ] || fail "there is a figure: $1"
	has '10.5' || fail "no figures in the tables"
}

check_gnuplot()
{
	mkdir "$TMPDIR/empty"
	PATH_TO_ALL=$TMPDIR/empty
	without_plots 'gnuplot is not installed (Debian: gnuplot-nox)'
	gnuplot <<-'END'
		#!/bin/sh
		exit 3
	END
	without_plots 'gnuplot failed'
	gnuplot <<-'END'
		#!/bin/sh
		echo '<svg viewBox="0 0 9 9"><script>alert(1)</script>'
	END
	without_plots 'gnuplot drew less than it was asked for'
	# What is drawn comes through as shapes alone.
	gnuplot <<-'END'
		#!/bin/sh
		n=0
		while [ $n -lt 40 ]; do
			echo '<svg viewBox="0 0 9 9&quot;" onload="x()"><script>alert(1)</script>'
			echo '<image href="http://a/"/><path stroke="rgb(1,0,16)" d="M0,0&lt;" onclick="x()"/>'
			echo '<g fill="rgb(1,0,1)" transform="t(1)"><text>L9999999999999999999999</text></g></svg>'
			n=$((n + 1))
		done
	END
	report 0 "$RUNS/a" "$RUNS/b"
	check_page
	[ "$(count '//figure')" != 0 ] || fail "no figure"
	PATH_TO_ALL=$PATH
}

main()
{
	put_group "$RUNS/a" "100 101 99 100 102" kernel=6.1.5
	put_group "$RUNS/b" "105 106 104 105 107" kernel=6.12.5
	put_group "$RUNS/c" "100" kernel=6.2.5 memory=512
	report 2
	warns 'no run is named; mdlab log lists them, mdlab report --help tells more'
	report 2 --colour=yes "$RUNS/a"
	warns 'colour: unknown option'
	report 2 --metrics= "$RUNS/a" "$RUNS/b"
	report 2 --only=nothing "$RUNS/a" "$RUNS/b"
	report 2 "$RUNS/no-such" "$RUNS/b"
	report 3 "$RUNS/a" "$RUNS/c"
	warns 'not alike: memory: A up to 256M; B up to 512M'
	[ ! -e "$PAGE" ] || fail "a page was written"
	report 0 --force "$RUNS/a" "$RUNS/c"
	has 'not alike, and compared by force: memory: A up to 256M; B up to 512M'

	# A link is written through, and not replaced.
	rm "$PAGE"
	echo '<html>' >"$TMPDIR/elsewhere"
	ln -s elsewhere "$PAGE"
	report 0 "$RUNS/a" "$RUNS/b"
	[ -L "$PAGE" ] || fail "the link is gone"
	check_page
	rm "$PAGE"
	PAGE=$TMPDIR/no/such/folder.html
	report 1 "$RUNS/a" "$RUNS/b"
	warns "$PAGE: No such file or directory"
	PAGE=$TMPDIR/report.html
	check_gnuplot
	[ "$(find "$TMPDIR" -name 'report.html*' | wc -l)" = 1 ] || fail "a temporary file is left"
}

main "$@"
