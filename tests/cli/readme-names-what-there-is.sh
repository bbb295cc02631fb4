#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will find each package, option, boot word, suite, command and form named
# in README.md, and nothing there that was left to be filled in.
# needs: none
# timeout: 30
set -eu

fail() { echo "FAIL: $*"; missing=1; }
missing=

# Words of README.md, commas and the like cut off.
tr -s ' \n|`();' '\n' <README.md | sed 's/[.,:]*$//' | sort -u >"$TMPDIR/words"

# in_readme WHAT <LIST
in_readme()
{
	local word

	while read -r word; do
		grep -qxF -- "$word" "$TMPDIR/words" || fail "$1 is not in README.md: $word"
	done
}

sed -n 's/^\([a-z0-9][a-z0-9.+-]*\)[[:space:]]\{1,\}\(run\|build\|stick\|report\|test\|bench\|check\)[[:space:]].*/\1/p' \
	boot/packages >"$TMPDIR/packages"
[ -s "$TMPDIR/packages" ] || fail "no packages are seen: this test sees nothing"
in_readme package <"$TMPDIR/packages"

"$BUILD/mdlab" run --help | sed -n 's/^ *\(--[a-z-]*=[^ ]*\).*/\1/p' >"$TMPDIR/options"
[ -s "$TMPDIR/options" ] || fail "no options are seen: this test sees nothing"
in_readme "option of mdlab run" <"$TMPDIR/options"

"$BUILD/mdbench" appliance --help | sed -n 's/^  \([a-z-]*=[^ ]*\).*/\1/p' >"$TMPDIR/boot-words"
[ -s "$TMPDIR/boot-words" ] || fail "no boot words are seen: this test sees nothing"
in_readme "boot word" <"$TMPDIR/boot-words"

"$BUILD/mdlab" run --help | sed -n 's/^suites: //p' | tr -d , | tr ' ' '\n' | in_readme suite

"$BUILD/mdbench" --help | sed -n '/^commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' >"$TMPDIR/commands"
[ -s "$TMPDIR/commands" ] || fail "no commands are seen: this test sees nothing"
in_readme "command of mdbench" <"$TMPDIR/commands"

"$BUILD/mdlab" show --help | tr -s ' \n' ' ' | sed -n 's/.* format=FORM[^(]*(\([^)]*\)).*/\1/p' |
	tr -d , | tr ' ' '\n' >"$TMPDIR/forms"
[ -s "$TMPDIR/forms" ] || fail "no forms are seen: this test sees nothing"
in_readme "form of mdlab show" <"$TMPDIR/forms"

"$BUILD/mdlab" --help | sed -n '/^$/,/^$/s/^  \([a-z]*\)  .*/\1/p' >"$TMPDIR/mdlab"
[ -s "$TMPDIR/mdlab" ] || fail "no commands of mdlab are seen: this test sees nothing"
in_readme "command of mdlab" <"$TMPDIR/mdlab"

! grep -n '@[A-Z][A-Z]*@' README.md || fail "a place in README.md is not filled in"

[ -z "$missing" ]
