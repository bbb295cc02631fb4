# SPDX-License-Identifier: GPL-2.0-only
# The reader of records and mdlab show, for the host: a library that mdlab and
# the unit tests link. It needs libbench.a and jansson after it.

JANSSON_CFLAGS := $(shell pkg-config --cflags jansson 2>/dev/null)
JANSSON_LIBS := $(shell pkg-config --libs jansson 2>/dev/null || echo -ljansson)

RESULTS_SRC := $(sort $(wildcard results/*.c))
RESULTS_OBJ := $(RESULTS_SRC:%.c=$(BUILD)/host/%.o)

$(RESULTS_OBJ): HOST_FLAGS += $(JANSSON_CFLAGS)

$(BUILD)/host/libresults.a: $(RESULTS_OBJ)
	$(call say,AR,$@)
	$(Q)rm -f $@ && ar rcs $@ $^

-include $(RESULTS_OBJ:.o=.d)
