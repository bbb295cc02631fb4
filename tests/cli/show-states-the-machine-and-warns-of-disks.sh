#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will show a run whose records tell of the machine and of its disks'
# health: one line above the table, a warning below it for each disk that wants
# one, and nothing for a disk that is well.
# needs: jq
# timeout: 60
set -eu
. tests/cli/data/runs.sh

# put_health NAME: the old run, with a state and two disks, one of them bad.
put_health()
{
	mkdir -p "$1"
	jq -c -s '
		def health(disk; when; more): .[0] + {type: "health", disk: disk, when: when,
			source: "ata", smart: "passed", temperature_c: 40,
			temperature_limit_c: null, reallocated_sectors: 0, pending_sectors: 0,
			crc_errors: 3, warning: null, media_errors: null, rotation_rpm: 7200,
			link_mbps: 6000, link_max_mbps: 6000, link_lanes: null,
			link_max_lanes: null, uncorrectable_sectors: 1e300} + more;
		[.[0], (.[1] + {machine: {governor: "performance", frequency_driver: "intel_pstate",
			turbo: true, deepest_idle_state: "C6", on_battery: true,
			mitigations: {l1tf: "not affected", mds: "Clear CPU buffers",
				meltdown: "PTI", tsa: "vulnerable", srbds: "unknown"},
			mitigations_off: false, memory_cap_bytes: 1073741824,
			memory_firmware_bytes: 549755420672}}), .[2:-1][],
		health("serial:well"; "start"; {}),
		health("serial:bad\u001b[31m"; "start"; {link_mbps: 3000}),
		health("serial:nvme"; "start"; {source: "nvme", temperature_c: 71,
			temperature_limit_c: 70}),
		health("serial:well"; "end"; {}),
		health("serial:bad\u001b[31m"; "end"; {smart: "failing", temperature_c: 60,
			link_mbps: 3000, reallocated_sectors: 8, pending_sectors: 2}),
		health("serial:nvme"; "end"; {source: "nvme", temperature_c: 65,
			temperature_limit_c: 70, warning: 4, link_mbps: 8000,
			link_max_mbps: 16000, link_lanes: 2, link_max_lanes: 4, media_errors: 9}),
		.[-1]] | to_entries[] | .value + {seq: (.key + 1)} |
		if .type == "end" then .records = .seq else . end' \
		old/records.jsonl >"$1/records.jsonl"
}

main()
{
	enter_folder
	put_old
	put_health state
	show 0 state
	cat >want <<-'END'
	machine  governor performance, intel_pstate, turbo on, C-states to C6,
	         mitigations 2 on, vulnerable to 1, mem=1G of 550 GB, on battery
	health   serial:bad\x1b[31m: it says that it is failing; reallocated sectors
	         rose from 0 to 8; pending sectors rose from 0 to 2; 60 C; link 3.0 of
	         6.0 Gb/s
	health   serial:nvme: critical warning 0x04; media errors: 9; 71 C, its limit is
	         70 C; link 8.0 of 16.0 GT/s; link of 2 of 4 lanes
	END
	awk '/^(machine|health) / { on = 1; print; next }
		on && /^         [^ ]/ { print; next }
		{ on = 0 }' out >got
	diff -u want got
	# All else is as it was.
	grep -v -x -F -f want out >rest
	show 0 old
	diff -u out rest
	show 0 old state
	grep -q '^health   B serial:nvme: critical warning' out
	[ "$(grep -c '^health ' out)" = 2 ]
	says_nothing
}

main "$@"
