#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will run scripted guests of several kernels, good, bad and missing ones, and
# compare order, folders, plan.json and exit status.
# needs: jq
# timeout: 180
set -eu
. tests/lib/fake-qemu.sh
. tests/lib/fake-matrix.sh

order()
{
	local file

	passes | matrix_guest
	matrix 0 a --kernels="b c" --rounds=2
	ran "a b c a b c"
	verdicts "r1-k1:pass r1-k2:pass r1-k3:pass r2-k1:pass r2-k2:pass r2-k3:pass"
	expect "plan" "interleaved 2 smoke a,b,c k1,k2,k3 6.1.0-a,6.1.0-b,6.1.0-c" \
		"$(plan '[.order, .rounds, .suites[0], ([.kernels[].spec] | join(",")),
			([.kernels[].key] | join(",")), ([.kernels[].release] | join(","))] |
			join(" ")')"
	expect "sum of an image" "$(sha256sum <"$FAKE/vmlinuz-b" | cut -d ' ' -f 1)" \
		"$(plan '.kernels[1].image_sha256')"
	grep -q '^\[ 4/6\] k1 a 6.1.0-a: pass, 1 test, .* s' "$TMPDIR/stderr" ||
		{ cat "$TMPDIR/stderr"; fail "no line for the 4th run"; }
	[ -s "$COL/r1-k1/said" ] || fail "what the run said was not kept"
	# More rounds go on where fewer ended, and fewer forget none.
	matrix 0 a b c --rounds=3
	ran "a b c"
	matrix 0 a b c
	ran ""
	expect "rounds" 3 "$(plan .rounds)"
	# Suites take turns within a round, and the words of a run are handed on.
	matrix 0 a b --suite=smoke,classic --memory 512M --only 'raid*' --out "$TMPDIR/suites"
	ran "a b a b"
	expect "folders" "r1-k1-classic r1-k1-smoke r1-k2-classic r1-k2-smoke" \
		"$(cd "$TMPDIR/suites" && echo r1-*)"
	# A suite is compared by itself: else there were two runs of each.
	grep -q '^A  a, .*: 1 run$' "$TMPDIR/suites/compare-classic.txt" ||
		fail "classic is not compared by itself"
	for file in compare-smoke.txt report-smoke.html report-classic.html; do
		[ -s "$TMPDIR/suites/$file" ] || fail "no $file"
	done
	expect "options" "--accel=tcg --memory=512M --only=raid*" \
		"$(jq -r '.options | join(" ")' "$TMPDIR/suites/plan.json")"
	grep -q -- '-m 512' "$TMPDIR/suites/r1-k1-smoke/command" || fail "memory was not handed on"
}

random()
{
	local once

	passes | matrix_guest
	matrix 0 a b c d e f g h --rounds=2 --order=random --seed=7 --out "$TMPDIR/random"
	once=$(cat "$TMPDIR/order")
	expect "kernels of round 1" "a b c d e f g h" "$(echo "$once" | head -n 8 | sort |
		tr '\n' ' ' | sed 's/ $//')"
	[ "$(echo "$once" | head -n 8)" != "$(echo "$once" | tail -n 8)" ] ||
		fail "both rounds are of one order"
	matrix 0 a b c d e f g h --rounds=2 --order=random --seed=7 --out "$TMPDIR/again"
	expect "order of the same seed" "$once" "$(cat "$TMPDIR/order")"
	matrix 0 a b c d e f g h --order=random --seed=8 --out "$TMPDIR/other"
	[ "$(echo "$once" | head -n 8)" != "$(cat "$TMPDIR/order")" ] ||
		fail "another seed, the same order"
}

# Kernel b fails its test, c panics, d's run leaves nothing, gone cannot be had.
failures()
{
	rm -rf "$COL"
	matrix_guest <<-'END'
		case $kernel in
		b) frame run env step fail end-done; down guest-shutdown ;;
		c) frame run env step
			console '[    1.000000] Kernel panic - not syncing: c is out'
			down guest-reset ;;
		d) echo 'qemu-system-x86_64: d is out' >&2; exit 1 ;;
		*) frame run env step pass end-done; down guest-shutdown ;;
		esac
	END
	matrix 7 gone b c d a --rounds=2
	ran "b c d a b c d a"
	verdicts "r1-k2:fail r1-k3:panic r1-k5:pass r2-k2:fail r2-k3:panic r2-k5:pass"
	said "k1 gone: cannot be had"
	said "d is out"
	said "c is out"
	expect "error of gone" "kernel: gone: cannot be fetched" "$(plan '.kernels[0].error')"
	expect "sum of gone" null "$(plan '.kernels[0].image_sha256')"
	matrix 4 b c a --out "$TMPDIR/without"
	# Those that failed stay; what left nothing is tried again; now gone is there.
	: >"$FAKE/came-back"
	matrix 7 gone b c d a --rounds=2
	ran "gone d gone d"
	expect "error of gone" null "$(plan '.kernels[0].error')"
	passes | matrix_guest
	matrix 0 gone b c d a --rounds=2 --retry=yes
	ran "b c d b c d"
	# And when it is lost again, what was made of it stays.
	rm "$FAKE/came-back"
	matrix 0 gone b c d a --rounds=2
	ran ""
	expect "sum of gone" "$(sha256sum <"$FAKE/vmlinuz-gone" | cut -d ' ' -f 1)" \
		"$(plan '.kernels[0].image_sha256')"
	matrix 7 gone bad --out "$TMPDIR/none"
	ran ""
}

main()
{
	lay_matrix
	order
	random
	failures
	nothing_left
}

main "$@"
