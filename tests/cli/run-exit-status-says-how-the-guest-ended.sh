#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will end a scripted guest in every way there is and compare verdict and status.
# needs: none
# timeout: 120
set -eu
. tests/lib/fake-qemu.sh

# ends WORD STATUS TEXT [OPTION…] <GUEST: TEXT must be in the verdict.
ends()
{
	local word="$1" status="$2" text="$3"

	shift 3
	cat >"$TMPDIR/guest"
	mdlab_run "$status" "$@"
	expect "verdict" "$word $status" "$(head -n 1 "$RUN/verdict")"
	grep -qF -- "$text" "$RUN/verdict" || { cat "$RUN/verdict"; fail "no '$text'"; }
	nothing_left
}

main()
{
	lay_project
	ends pass 0 'pass=1 fail=0' <<-'END'
		frame run env step pass end-done; down guest-shutdown
	END
	expect "records" 5 "$(wc -l <"$RUN/records.jsonl")"
	grep -q 'kernel: 6.1.0-test' "$RUN/verdict" || fail "no kernel in the verdict"
	for v in fail broken void; do
		echo "frame run env step $v end-done; down guest-shutdown" |
			ends fail 1 "raid1/raw/dd/write/async-1M: $v: "
	done
	ends fail 1 'no test passed' <<-'END'
		frame run env step unsupported end-done; down guest-shutdown
	END
	ends usage 2 'unknown word' <<-'END'
		frame run env usage; down guest-shutdown
	END
	ends refused 3 'holds ext4' <<-'END'
		frame run env refused; down guest-shutdown
	END
	ends fail 1 'mdadm ended' <<-'END'
		frame run env end-broken; down guest-shutdown
	END
	ends fail 1 'kernel log: BUG: kernel NULL' <<-'END'
		frame run env step pass log-bug end-after-log; down guest-shutdown
	END
	ends fail 1 'kernel log: WARNING: CPU: 0' <<-'END'
		console '[    1.000000] WARNING: CPU: 0 PID: 1 at fs/x.c:3 f+0x1/0x2'
		frame run env step pass end-done; down guest-shutdown
	END
	# What a guest says must not reach the terminal as it is.
	ends fail 1 'kernel log: BUG: \x1b[2J' <<-'END'
		console "$(printf '[    1.000000] BUG: \033[2J')"
		frame run env step pass end-done; down guest-shutdown
	END
	ends panic 4 'Attempted to kill init' <<-'END'
		frame run env step
		console '[    1.000000] Kernel panic - not syncing: Attempted to kill init!'
		down guest-reset
	END
	ends panic 4 'told of a panic' <<-'END'
		qmp '{"event":"GUEST_PANICKED","data":{"action":"run"}}'
	END
	ends panic 4 'reset itself' <<-'END'
		frame run; down guest-reset
	END
	ends hung 5 'no record within 1 s' --boot-timeout 1 <<-'END'
		console 'hello'; exec sleep 1000
	END
	ends hung 5 'in raid1/raw/dd/write/async-1M' <<-'END'
		frame run env step-short; exec sleep 1000
	END
	ends hung 5 '--timeout of 1 s' --timeout 1 <<-'END'
		frame run env step; trap '' TERM; while :; do sleep 1000; done
	END
	ends incomplete 6 'without an end record' <<-'END'
		frame run env step pass; down guest-shutdown
	END
	ends incomplete 6 '1 record missing, the first is 4' <<-'END'
		frame run env step end-done; down guest-shutdown
	END
	ends incomplete 6 '1 record missing, the first is 6' <<-'END'
		frame run env step pass end-six; down guest-shutdown
	END
	ends incomplete 6 '0 results of 1 tests' <<-'END'
		frame run env end-three; down guest-shutdown
	END
	ends not-started 7 'init: /proc: cannot be mounted' <<-'END'
		console 'mdbench: init: /proc: cannot be mounted'; down guest-shutdown
	END
	ends not-started 7 'no space on the host' <<-'END'
		frame run env step
		qmp '{"event":"BLOCK_IO_ERROR","data":{"action":"stop","nospace":true}}'
		exec sleep 1000
	END
	ends not-started 7 'qemu died: out of luck' <<-'END'
		frame run env step; echo 'qemu-system-x86_64: out of luck' >&2; exit 1
	END
}

main "$@"
