# SPDX-License-Identifier: GPL-2.0-only
# mdbench: see `make help`. Each folder is a stage and has its rules in its
# build.mk; all outputs go to $(BUILD).

BUILD ?= build
CC ?= cc
CFLAGS ?= -O2 -g
V ?=
SANITIZE ?=
JOBS ?=

KERNEL ?=
SUITE ?=
DISKS ?=
ACCEL ?=
MEMORY ?=
ARGS ?=
TESTS ?=
STEPS ?=
PARTS ?=
KERNELS ?=
ROUNDS ?=
GUESTS ?=
PLAN ?=
RESULTS ?=

WARNINGS := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
	-Wformat=2 -Wundef -Wvla
# What the sources need, whatever CFLAGS the user gives.
BASE_CFLAGS := -std=gnu11 $(WARNINGS) -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 \
	-MMD -MP
# For make check: every program is one of the host then, mdbench too.
comma := ,
SANITIZE_FLAGS := $(if $(SANITIZE),-fsanitize=address$(comma)undefined \
	-fno-sanitize-recover=all -fno-omit-frame-pointer)
Q := $(if $(V),,@)
say = $(if $(V),,@printf '  %-8s %s\n' '$(1)' '$(2)')

export BUILD

# The recipe keeps make from saying that there is nothing to do.
all: $(BUILD)/mdbench $(BUILD)/mdlab initramfs
	@:

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

# A make of its own builds after the set-up, as it has to find what that has
# installed. It builds on all cores where the user did not say how many.
build_now = +@$(MAKE) --no-print-directory \
	$(if $(filter -j%,$(MAKEFLAGS)),,-j$(or $(JOBS),$(shell nproc)))
# A recipe cannot hold a line's end: of words it parts them as a space does.
define newline


endef
quote = '$(subst $(newline), ,$(subst ','\'',$(1)))'
option = $(if $(2),--$(1)=$(call quote,$(2)))
RUN_OPTIONS = $(call option,kernel,$(KERNEL)) \
	$(call option,suite,$(SUITE)) $(call option,disks,$(DISKS)) \
	$(call option,accel,$(ACCEL)) $(call option,memory,$(MEMORY)) $(ARGS)

setup:
	@boot/setup.sh run build

run:
	@boot/setup.sh run build
	$(build_now) all
	@MDBENCH_ROOT='$(CURDIR)' $(BUILD)/mdlab run $(RUN_OPTIONS)

# The reference kernel takes minutes: not for a few tests that were named.
test:
	@boot/setup.sh run build report stick test
	$(build_now) all metal unit-tests
	$(if $(TESTS),,$(build_now) kernel)
	@JOBS=$(JOBS) tests/run.sh $(TESTS)

# What takes minutes too: comparisons with the programs that people know.
test-full:
	@boot/setup.sh run build report stick test
	$(build_now) all metal unit-tests
	$(if $(TESTS),,$(build_now) kernel)
	@FULL=yes JOBS=$(JOBS) tests/run.sh $(TESTS)

test-quick:
	@boot/setup.sh run build report test
	$(build_now) all unit-tests
	@JOBS=$(JOBS) tests/run.sh $(or $(TESTS),unit/ cli/)

# Not a test: times belong to the machine.
bench:
	@boot/setup.sh run build stick test bench
	$(build_now) all metal
	$(build_now) kernel
	@tests/bench.sh $(PARTS)

check:
	@boot/setup.sh run build report test check
	$(build_now) all
	@tests/check.sh $(STEPS)

help:
	@sed 's/^	//' boot/help.txt

clean:
	rm -rf $(filter-out $(BUILD)/cache,$(wildcard $(BUILD)/*))

distclean:
	rm -rf $(BUILD)

.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: all setup run test test-full test-quick bench check help clean distclean
