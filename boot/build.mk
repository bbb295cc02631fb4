# SPDX-License-Identifier: GPL-2.0-only
# mdlab: the host's program. All but main is in libboot.a, for the unit tests.

BOOT_SRC := $(sort $(wildcard boot/*.c))
BOOT_OBJ := $(BOOT_SRC:%.c=$(BUILD)/host/%.o)
BOOT_LIB_OBJ := $(filter-out $(BUILD)/host/boot/mdlab.o,$(BOOT_OBJ))
MDLAB_LIBS := $(BUILD)/host/libboot.a $(BUILD)/host/libresults.a \
	$(BUILD)/host/libbench.a
OBJCOPY ?= objcopy

$(BUILD)/host/libboot.a: $(BOOT_LIB_OBJ)
	$(call say,AR,$@)
	$(Q)rm -f $@ && ar rcs $@ $^

$(BUILD)/mdlab: $(BUILD)/host/boot/mdlab.o $(MDLAB_LIBS) $(BUILD)/kvmprobe.bin
	$(call say,LINK,$@)
	$(Q)$(CC) $(HOST_FLAGS) -o $@ $< $(MDLAB_LIBS) $(LDFLAGS) $(JANSSON_LIBS) -lm

# A flat image of 64 KiB: QEMU takes it for its firmware.
$(BUILD)/kvmprobe.bin: boot/kvmprobe.S
	$(call say,AS,$@)
	$(Q)$(CC) -m64 -c -o $(@:.bin=.o) $<
	$(Q)$(OBJCOPY) -O binary -j .text $(@:.bin=.o) $@

# One suite under many kernels. GUESTS run at once; JOBS is what make itself does.
MATRIX_OPTIONS = $(call option,kernels,$(or $(KERNELS),$(KERNEL))) \
	$(call option,suite,$(SUITE)) $(call option,rounds,$(ROUNDS)) \
	$(call option,jobs,$(GUESTS)) $(call option,disks,$(DISKS)) \
	$(call option,accel,$(ACCEL)) $(call option,memory,$(MEMORY)) $(ARGS)

matrix:
	@boot/setup.sh run build report
	$(build_now) all
	@MDBENCH_ROOT='$(CURDIR)' $(BUILD)/mdlab matrix $(MATRIX_OPTIONS)

# Media that real machines start from. ARGS are words of the plan, as rounds=3.
MEDIUM_SUITE = $(if $(SUITE),$(call quote,suite=$(SUITE)))
MEDIUM_OPTIONS = $(call option,kernels,$(or $(KERNELS),$(KERNEL))) \
	$(call option,plan,$(PLAN)) $(MEDIUM_SUITE) $(ARGS)

usb: medium-parts
	@boot/stick/usb.sh $(call option,results,$(RESULTS)) $(MEDIUM_OPTIONS)

netboot: medium-parts
	@boot/stick/netboot.sh $(MEDIUM_OPTIONS)

iso: medium-parts
	@boot/stick/iso.sh $(MEDIUM_OPTIONS)

medium-parts:
	@boot/setup.sh run build stick
	$(build_now) medium-files

# The recipe keeps make from saying that there is nothing to do.
medium-files: $(BUILD)/mdbench initramfs metal
	@:

.PHONY: matrix usb netboot iso medium-parts medium-files
-include $(BOOT_OBJ:.o=.d)
