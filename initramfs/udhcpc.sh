#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# What udhcpc runs with what a server has said, in variables: give the
# interface its address, the way out and the name servers. What a server says is
# only ever a word of a command, never a command.
set -eu

main() {
	local server way
	case ${1:-} in
	deconfig)
		ip addr flush dev "${interface:?}"
		ip link set dev "${interface:?}" up
		;;
	bound|renew)
		ip addr flush dev "${interface:?}"
		ip addr add "${ip:?}/${mask:-24}" dev "${interface:?}"
		set -f
		for way in ${router:-}; do
			ip route add default via "$way" dev "${interface:?}"
			break
		done
		for server in ${dns:-}; do
			echo "nameserver $server"
		done >/etc/resolv.conf
		;;
	esac
}

main "$@"
