# SPDX-License-Identifier: GPL-2.0-only
# The reference kernel: minutes of both cores, so no other rule depends on it.
# It stays in the cache, and is built again only when its source or a fragment
# has changed.

kernel:
	$(call say,KERNEL,reference)
	$(Q)kernel-configs/reference.sh

.PHONY: kernel
