# SPDX-License-Identifier: GPL-2.0-only
# Unit tests, one program a file. Also what `make check` compiles to look for
# warnings, and no product.

UNIT_SRC := $(sort $(wildcard tests/unit/*.c))
UNIT_TESTS := $(UNIT_SRC:%.c=$(BUILD)/%)
# Later archives serve earlier ones.
UNIT_LIBS := $(BUILD)/host/libboot.a $(BUILD)/host/libresults.a \
	$(BUILD)/host/libbench.a $(LIBURING)

unit-tests: $(UNIT_TESTS)
	@:

$(BUILD)/tests/unit/%: tests/unit/%.c $(UNIT_LIBS) $(BUILD)/host.flags
	$(call say,TEST,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(HOST_FLAGS) $(JANSSON_CFLAGS) -Itests/lib -MF $@.d -o $@ $< \
		$(UNIT_LIBS) $(JANSSON_LIBS) -lm

# Everything that is written in C, for the host and, without linking, for the
# appliance.
check-host: $(BUILD)/mdlab $(UNIT_TESTS)
check-guest: $(BENCH_OBJ)

-include $(UNIT_TESTS:=.d)
.PHONY: unit-tests check-host check-guest
