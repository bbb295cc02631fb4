# SPDX-License-Identifier: GPL-2.0-only
# The reader of records and mdlab show, for the host: a library that mdlab and
# the unit tests link. It needs libbench.a and jansson after it.

JANSSON_CFLAGS := $(shell pkg-config --cflags jansson 2>/dev/null)
JANSSON_LIBS := $(shell pkg-config --libs jansson 2>/dev/null || echo -ljansson)

RESULTS_SRC := $(sort $(wildcard results/*.c results/*/*.c))
PUBLISHED := $(sort $(wildcard results/published/*.json))
RESULTS_OBJ := $(RESULTS_SRC:%.c=$(BUILD)/host/%.o) \
	$(BUILD)/host/results/published-data.o $(BUILD)/host/results/report-css.o

$(RESULTS_OBJ): HOST_FLAGS += $(JANSSON_CFLAGS)

$(BUILD)/host/libresults.a: $(RESULTS_OBJ)
	$(call say,AR,$@)
	$(Q)rm -f $@ && ar rcs $@ $^

# The posted figures, within mdlab.
$(BUILD)/host/results/published-data.c: results/published.sh $(PUBLISHED)
	$(call say,DATA,$@)
	$(Q)mkdir -p $(@D)
	$(Q)results/published.sh $(PUBLISHED) >$@

$(BUILD)/host/results/published-data.o: $(BUILD)/host/results/published-data.c
	$(call say,CC,$@)
	$(Q)$(CC) $(HOST_FLAGS) -c -o $@ $<

# The style of reports, likewise.
$(BUILD)/host/results/report-css.c: results/report/report.css results/report/report-css.sh
	$(call say,DATA,$@)
	$(Q)mkdir -p $(@D)
	$(Q)results/report/report-css.sh $< >$@

$(BUILD)/host/results/report-css.o: $(BUILD)/host/results/report-css.c
	$(call say,CC,$@)
	$(Q)$(CC) $(HOST_FLAGS) -c -o $@ $<

-include $(RESULTS_OBJ:.o=.d)
