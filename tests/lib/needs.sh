# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# What a test may need, for tests/run.sh. A word of a `needs:` line is a row of
# the table below or a package of boot/packages. need_reason WORD prints why it
# is not met, or nothing; it returns 2 where the word is not known.

# word		checked by	what it means
needs_table()
{
	cat <<'END_TABLE'
none		need_nothing	no more than what the build needs
alone		need_nothing	runs while no other test does
root		need_root	may do what only root may
qemu		need_qemu	can run a guest, emulated
kvm		need_kvm	can run a guest under KVM, shown by doing so
network		need_network	apt reaches the archive of the machine's sources
mdadm		need_mdadm	the mdadm of the machine, or the appliance's
strace		need_strace	can trace a child
kernel-reference	need_reference	`make kernel` was done
END_TABLE
}

need_nothing() { :; }

need_root()
{
	[ "$(id -u)" = 0 ] || echo "not root"
}

need_qemu()
{
	local out

	if ! command -v qemu-system-x86_64 >/dev/null 2>&1; then
		echo "no qemu-system-x86_64"
	elif ! out=$(qemu-system-x86_64 --version 2>&1); then
		echo "qemu does not run: $out"
	fi
}

# KVM may open and still not run a guest: only mdlab's own probe tells.
need_kvm()
{
	local out

	if ! [ -w /dev/kvm ]; then
		echo "no /dev/kvm that may be used"
	elif ! out=$("$BUILD/mdlab" run --accel=kvm --print 2>&1); then
		echo "no KVM that works: $(echo "$out" | tail -n 1)"
	fi
}

# The machine's own apt configuration names the archive. The lists stay as
# they are: one small file is fetched and thrown away.
need_network()
{
	local uri helper

	helper=/usr/lib/apt/apt-helper
	[ -x "$helper" ] || { echo "no apt"; return 0; }
	# shellcheck disable=SC2016 # variables of apt, not of this shell
	uri=$(apt-get indextargets --format '$(REPO_URI)dists/$(RELEASE)/InRelease' \
		'Created-By: Packages' 2>/dev/null | grep '/debian/dists/' | head -n 1)
	[ "$uri" ] || { echo "apt has no Debian archive among its sources"; return 0; }
	if ! "$helper" -o Acquire::Retries=0 -o Acquire::http::Timeout=15 \
	    -o APT::Sandbox::User=root \
	    download-file "$uri" "$WORK/InRelease" >/dev/null 2>&1; then
		echo "apt does not reach the archive"
	fi
	rm -f "$WORK/InRelease"
}

need_mdadm()
{
	command -v mdadm >/dev/null 2>&1 || echo "no mdadm, and the appliance's is not built"
}

# A sanitizer makes system calls of its own, and its leak check does not work
# under a tracer.
need_strace()
{
	if [ "${SANITIZE:-}" ]; then
		echo "tracing does not go with sanitizers"
	elif ! strace -o /dev/null true 2>/dev/null; then
		echo "strace is missing or may not trace"
	fi
}

need_reference()
{
	kernel-configs/kernel.sh reference >/dev/null 2>&1 ||
		echo "no reference kernel: make kernel"
}

need_reason()
{
	local check missing

	check=$(needs_table | while read -r word check _; do
		[ "$word" = "$1" ] && echo "$check"; done || true)
	if [ "$check" ]; then
		"$check"
		return 0
	fi
	missing=$(boot/setup.sh --missing "$1" 2>/dev/null) || return 2
	[ -z "$missing" ] || echo "package $1 is not installed"
}
