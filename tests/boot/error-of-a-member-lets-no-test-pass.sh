#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will give one disk a sector that fails and see that no figure of it passes.
# needs: qemu network
# timeout: 600
set -eu
. tests/lib/boot.sh

# The sector is 3 MiB into the disk: in the array's data, and in a file.
bad_sector()
{
	mkdir -p "$TMPDIR/bin"
	cat >"$TMPDIR/rule" <<END
[inject-error]
event = "none"
iotype = "$1"
errno = "5"
sector = "6144"
END
	cat >"$TMPDIR/bin/qemu-system-x86_64" <<END
#!/bin/bash
args=()
for word; do
	case \$word in
	*node-name=disk0,*)
		word=\${word/file.driver=file,file./file.driver=blkdebug,file.config=$TMPDIR/rule,file.image.driver=file,file.image.}
		;;
	esac
	args+=("\$word")
done
exec $(command -v qemu-system-x86_64) "\${args[@]}"
END
	chmod 755 "$TMPDIR/bin/qemu-system-x86_64"
}

# verdicts: how many of each, as "pass 2 void 1"
verdicts()
{
	records '[.[] | select(.type == "result").verdict] | group_by(.) |
		map("\(.[0]) \(length)") | join(" ")'
}

bad_sector write
real=$PATH
for case in 'raid1 void 6' 'raid0 broken 5 fail 1' 'single broken 5 fail 1'; do
	PATH=$TMPDIR/bin:$real boot 1 --only "${case%% *}/raw/dd/*/*-1M" --size 16M
	expect "${case%% *}, a write fails" "${case#* }" "$(verdicts)"
done
bad_sector read
PATH=$TMPDIR/bin:$real boot 1 --only 'raid1/raw/dd/*/*-1M'
# Which mirror is read is md's choice; where it was the bad one, it was said.
# shellcheck disable=SC2016 # the variables are jq's
expect "raid1, a read fails" "true" \
	"$(records '[.[] | select(.type == "log" and (.text | test("I/O error, dev"))).step] as $bad |
		[.[] | select(.type == "result" and (.id as $id | any($bad[]; . == $id)))] |
		length >= 1 and all(.[]; .verdict == "void" and (.reason | test("bad blocks|kernel reported")))')"
