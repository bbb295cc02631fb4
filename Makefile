# SPDX-License-Identifier: GPL-2.0-only
# mdbench: see `make help`. Each folder is a stage and has its rules in its
# build.mk; all outputs go to $(BUILD).

BUILD ?= build
CC ?= cc
CFLAGS ?= -O2 -g
V ?=

KERNEL ?=
SUITE ?= smoke
DISKS ?=
ACCEL ?= auto
MEMORY ?=
ARGS ?=

WARNINGS := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
	-Wformat=2 -Wundef -Wvla
# What the sources need, whatever CFLAGS the user gives.
BASE_CFLAGS := -std=gnu11 $(WARNINGS) -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 \
	-MMD -MP
Q := $(if $(V),,@)
say = $(if $(V),,@printf '  %-8s %s\n' '$(1)' '$(2)')

export BUILD

all: $(BUILD)/mdbench $(BUILD)/mdlab initramfs

# Rewritten only when the flags change, so that a change rebuilds.
define stamp
$(shell mkdir -p $(BUILD) && printf '%s\n' '$(2)' | cmp -s - $(BUILD)/$(1) || \
	printf '%s\n' '$(2)' >$(BUILD)/$(1))
endef

include bench/build.mk
include initramfs/build.mk
include kernel-configs/build.mk
include boot/build.mk
include results/build.mk
include tests/build.mk

help:
	@sed 's/^	//' boot/help.txt

clean:
	rm -rf $(filter-out $(BUILD)/cache,$(wildcard $(BUILD)/*))

distclean:
	rm -rf $(BUILD)

.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: all help clean distclean
