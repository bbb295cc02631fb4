# SPDX-License-Identifier: GPL-2.0-only
# mdbench: one static musl program. The same objects, built for the host into
# libbench.a, serve mdlab (suites, plans) and the unit tests. liburing.a needs no
# C library: one serves both.

BENCH_SRC := $(sort $(wildcard bench/*.c bench/metal/*.c))
BENCH_LIB_SRC := $(filter-out bench/main.c,$(BENCH_SRC))
MUSL_CC := $(BUILD)/musl/cc
MUSL_FLAGS := $(BASE_CFLAGS) $(CFLAGS) -static -Ibench
HOST_FLAGS := $(BASE_CFLAGS) $(CFLAGS) $(SANITIZE_FLAGS) -Ibench -Iresults \
	-Iresults/store -Iresults/compare -Iresults/report -Iboot

LIBURING := $(BUILD)/liburing/lib/liburing.a
URING_FLAGS := -isystem $(BUILD)/liburing/include

BENCH_OBJ := $(BENCH_SRC:%.c=$(BUILD)/guest/%.o)
BENCH_HOST_OBJ := $(BENCH_LIB_SRC:%.c=$(BUILD)/host/%.o)

$(call stamp,musl.flags,$(MUSL_FLAGS))
$(call stamp,host.flags,$(CC) $(HOST_FLAGS))

mdbench: $(BUILD)/mdbench

$(MUSL_CC): bench/musl.sh
	$(call say,MUSL,$@)
	$(Q)bench/musl.sh $(BUILD)/musl

$(LIBURING): bench/liburing.sh initramfs/sources.lock $(MUSL_CC)
	$(call say,LIBURING,$@)
	$(Q)bench/liburing.sh $(BUILD)/liburing $(MUSL_CC)

# The headers come with it.
$(BUILD)/guest/bench/engine_uring.o $(BUILD)/host/bench/engine_uring.o: $(LIBURING)
$(BUILD)/guest/bench/engine_uring.o: MUSL_FLAGS += $(URING_FLAGS)
$(BUILD)/host/bench/engine_uring.o: HOST_FLAGS += $(URING_FLAGS)

$(BUILD)/guest/%.o: %.c $(MUSL_CC) $(BUILD)/musl.flags
	$(call say,CC,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(MUSL_CC) $(MUSL_FLAGS) -c -o $@ $<

ifeq ($(SANITIZE),)
# Debug information names the folder of the build; the product must be the same
# from any folder, so it is stripped.
$(BUILD)/mdbench: $(BENCH_OBJ) $(LIBURING)
	$(call say,LINK,$@)
	$(Q)$(MUSL_CC) $(MUSL_FLAGS) -s -o $@ $(BENCH_OBJ) $(LIBURING)
else
# There are no sanitizers for static musl programs.
$(BUILD)/mdbench: $(BUILD)/host/bench/main.o $(BUILD)/host/libbench.a $(LIBURING)
	$(call say,LINK,$@)
	$(Q)$(CC) $(HOST_FLAGS) -o $@ $^
endif

$(BUILD)/host/%.o: %.c $(BUILD)/host.flags
	$(call say,CC,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(HOST_FLAGS) -c -o $@ $<

$(BUILD)/host/libbench.a: $(BENCH_HOST_OBJ)
	$(call say,AR,$@)
	$(Q)rm -f $@ && ar rcs $@ $^

-include $(BENCH_OBJ:.o=.d) $(BENCH_HOST_OBJ:.o=.d)
-include $(BUILD)/host/bench/main.d
.PHONY: mdbench
