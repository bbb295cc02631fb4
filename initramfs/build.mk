# SPDX-License-Identifier: GPL-2.0-only
# The base segment of the initramfs, the same bytes for every kernel, and the
# metal segment, which real machines get beside it.

BASE := $(BUILD)/initramfs/base.cpio.gz
BASE_BIN := $(addprefix $(BUILD)/initramfs/bin/,busybox mdadm mke2fs)
BASE_SRC := $(addprefix initramfs/,base.mtree base.sh etc/group etc/passwd init \
	pack.sh sources.lock)

initramfs: $(BASE)

$(BASE): $(BUILD)/mdbench $(BASE_BIN) $(BASE_SRC)
	$(call say,PACK,$@)
	$(Q)initramfs/base.sh

$(BASE_BIN): initramfs/build.sh initramfs/sources.lock $(MUSL_CC)
	$(call say,BUILD,$@)
	$(Q)initramfs/build.sh $(patsubst mke2fs,e2fsprogs,$(@F))

$(BUILD)/initramfs/bin/busybox: initramfs/busybox.config

METAL := $(BUILD)/initramfs/metal.cpio.gz
METAL_BIN := $(addprefix $(BUILD)/initramfs/bin/,busybox-net qrencode)
METAL_SRC := $(addprefix initramfs/,metal.mtree metal.sh pack.sh sources.lock udhcpc.sh)

metal: $(METAL)

$(METAL): $(METAL_BIN) $(METAL_SRC)
	$(call say,PACK,$@)
	$(Q)initramfs/metal.sh

$(METAL_BIN): initramfs/build.sh initramfs/sources.lock $(MUSL_CC)
	$(call say,BUILD,$@)
	$(Q)initramfs/build.sh $(@F)

$(BUILD)/initramfs/bin/busybox-net: initramfs/busybox-net.config

.PHONY: initramfs metal
