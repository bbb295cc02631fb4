#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will let the runs of two groups differ in each thing that has to be
# alike: they are refused with exit status 3 and the difference named, within a
# group too, and compared with it as a warning where that is forced.
# needs: none
# timeout: 60
set -eu
. tests/lib/compared.sh

# refused WORD=VALUE LINE
refused()
{
	rm -rf "$RUNS/new"
	put_group "$RUNS/new" "100 101" kernel=6.12.9 "$1"
	compare 3 "$RUNS/old" "$RUNS/new"
	[ ! -s "$OUT" ] || { echo "printed though refused"; cat "$OUT"; exit 1; }
	says "not alike: $2"
	says "A is 6.1.0-57-cloud-amd64"
	says "B is 6.12.9"
	says "the runs are not alike; --force compares them all the same"
	[ "$(grep -c "not alike: " "$ERR")" = 1 ] || { cat "$ERR"; exit 1; }
	compare 0 --force "$RUNS/old" "$RUNS/new"
	tells "not alike, and compared by force: $2"
}

main()
{
	put_group "$RUNS/old" "100 101"
	refused suite=standard "suite: A smoke; B standard"
	refused size=4194304 "settings: A (not said); B size=4M"
	refused disks=3 "disks: A 2 x virtio 4.29 GB, blocks of 512, write back; \
B 3 x virtio 4.29 GB, blocks of 512, write back"
	refused accel=kvm "accel: A tcg; B kvm"
	refused cpu=EPYC "cpu: A QEMU TCG CPU version 2.5+; B EPYC"
	refused cpus=4 "cpus: A 2; B 4"
	refused memory=1024 "memory: A up to 256M; B up to 1G"
	refused base=abc "base: A 0d9796b137a2d27d21334849aa7089aeac772ab5ec0a100d00c1904c23fe1f5b; \
B abc"
	# By a glob, one of the base's own runs may be of other disks.
	put_group "$RUNS/odd" 100 disks=4 kernel=6.12.9
	rm -rf "$RUNS/new"
	mv "$RUNS/odd/1" "$RUNS/old/odd"
	put_group "$RUNS/new" "100 101" kernel=6.12.9
	compare 3 "$RUNS/old" "$RUNS/new"
	says "not alike: disks: A, B 2 x virtio 4.29 GB, blocks of 512, write back; \
A 4 x virtio 4.29 GB, blocks of 512, write back"
	compare 0 --force "$RUNS/old" "$RUNS/new"
	tells "A has runs of several kernels, taken for one: 6.1.0-57-cloud-amd64 and 6.12.9"

	# What a run did not come to say is no difference.
	rm -r "$RUNS/old/odd"
	put_group "$RUNS/dead" 100 env=no end=panic kernel=6.19.0
	compare 1 "$RUNS/old" "$RUNS/dead"
	tells "B: 1 of 1 run did not finish: panic"
	has "B broken: the run ended before it: panic"
	# Of two disks one, or none.
	for line in 3 2; do
		rm -r "$RUNS/dead"
		put_group "$RUNS/dead" 100 end=panic kernel=6.19.0
		sed -i "$line q" "$RUNS/dead/1/records.jsonl"
		compare 1 "$RUNS/old" "$RUNS/dead"
		has "B broken: the run ended before it: panic"
	done
}

main "$@"
