// SPDX-License-Identifier: GPL-2.0-only
/*
 * The machine's state in one line, and what the health records of a run (the
 * first and the last of each disk) give to worry about: a disk that says it is
 * failing, counts of errors that rose, heat, a link that is slower than it
 * could be.
 */
#include "state.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "figures.h"
#include "reader.h"
#include "text.h"
#include "units.h"

#define MARGIN 9
#define TEXT_MAX 600
#define DISKS_SHOWN 64
/* Where a disk does not say what is too hot for it. */
#define HOT_TURNING_C 60
#define HOT_C 70

struct list {
	char text[TEXT_MAX];
	size_t len;
};

static void add_text(struct list *l, const char *name, const json_t *json, const char *key)
{
	const char *value = value_string(json, key);
	char text[80];

	if (value)
		text_add(l, ", ", "%s%s", name, text_escape(text, sizeof(text), value));
}

static void add_mitigations(struct list *l, const json_t *machine)
{
	json_t *all = json_object_get(machine, "mitigations"), *value;
	unsigned on = 0, open = 0;
	const char *key, *word;

	json_object_foreach(all, key, value) {
		word = json_string_value(value);
		if (!word || !strcmp(word, "not affected") || !strcmp(word, "unknown"))
			continue;
		if (!strcmp(word, "vulnerable"))
			open++;
		else
			on++;
	}
	if (on)
		text_add(l, ", ", "mitigations %u on", on);
	if (open)
		text_add(l, ", ", "vulnerable to %u", open);
	if (json_is_true(json_object_get(machine, "mitigations_off")))
		text_add(l, ", ", "mitigations=off");
}

static void add_memory(struct list *l, const json_t *machine)
{
	const double whole = value_number(machine, "memory_firmware_bytes");
	const uint64_t cap = value_count(machine, "memory_cap_bytes");
	char size[FIGURE_MAX], limit[24];

	if (cap && whole > (double)cap)
		text_add(l, ", ", "mem=%s of %s", format_bytes(limit, sizeof(limit), cap),
			 figure_format_bytes(size, whole));
}

void state_print_machine(FILE *out, const json_t *env)
{
	const json_t *machine = json_object_get(env, "machine"), *turbo, *battery;
	struct list l = { .len = 0 };

	if (!json_is_object(machine))
		return;
	turbo = json_object_get(machine, "turbo");
	battery = json_object_get(machine, "on_battery");
	add_text(&l, "governor ", machine, "governor");
	add_text(&l, "", machine, "frequency_driver");
	if (json_is_boolean(turbo))
		text_add(&l, ", ", "turbo %s", json_is_true(turbo) ? "on" : "off");
	add_text(&l, "C-states to ", machine, "deepest_idle_state");
	add_mitigations(&l, machine);
	add_memory(&l, machine);
	if (json_is_true(battery))
		text_add(&l, ", ", "on battery");
	if (l.len)
		text_wrap(out, "machine", MARGIN, l.text);
}

/* First and last health record of a disk; the same one if there is but one. */
struct pair {
	const char *disk;
	const json_t *first, *last;
};

static size_t collect_pairs(const struct run *run, struct pair *pair)
{
	const char *type, *disk;
	const json_t *json;
	size_t n = 0, i;

	for (uint64_t seq = 1; seq <= records_last(run->records); seq++) {
		json = records_get(run->records, seq);
		type = value_string(json, "type");
		disk = value_string(json, "disk");
		if (!type || strcmp(type, "health") || !disk)
			continue;
		for (i = 0; i < n && strcmp(pair[i].disk, disk); i++)
			;
		if (i == DISKS_SHOWN)
			continue;
		if (i == n)
			pair[n++] = (struct pair){ .disk = disk, .first = json };
		pair[i].last = json;
	}
	return n;
}

/* NAN for what no disk can mean. */
static double figure_of(const json_t *health, const char *key)
{
	const double value = value_number(health, key);

	return value < 1e15 ? value : (double)NAN;
}

static void add_verdict(struct list *l, const struct pair *p)
{
	const uint64_t warning = value_count(p->last, "warning");

	if (!strcmp(value_text(p->last, "smart"), "failing"))
		text_add(l, "; ", "it says that it is failing");
	if (warning && !strcmp(value_text(p->last, "source"), "scsi"))
		text_add(l, "; ", "exception %02" PRIx64 "/%02" PRIx64, warning >> 8,
			 warning & 0xff);
	else if (warning)
		text_add(l, "; ", "critical warning 0x%02" PRIx64, warning);
}

static void add_counts(struct list *l, const struct pair *p)
{
	static const struct { const char *key, *name; bool is_bad; } counts[] = {
		{ "reallocated_sectors", "reallocated sectors", false },
		{ "pending_sectors", "pending sectors", true },
		{ "uncorrectable_sectors", "uncorrectable sectors", true },
		{ "crc_errors", "CRC errors of the link", false },
		{ "media_errors", "media errors", true },
	};
	double first, last;

	for (size_t i = 0; i < ARRAY_SIZE(counts); i++) {
		first = figure_of(p->first, counts[i].key);
		last = figure_of(p->last, counts[i].key);
		if (last > first)
			text_add(l, "; ", "%s rose from %.0f to %.0f", counts[i].name, first, last);
		else if (counts[i].is_bad && last > 0)
			text_add(l, "; ", "%s: %.0f", counts[i].name, last);
	}
}

static void add_heat(struct list *l, const struct pair *p)
{
	const double begin = figure_of(p->first, "temperature_c"),
		     end = figure_of(p->last, "temperature_c"),
		     hot = isnan(end) || begin > end ? begin : end;
	const double limit = figure_of(p->last, "temperature_limit_c");

	if (hot >= limit)
		text_add(l, "; ", "%.0f C, its limit is %.0f C", hot, limit);
	else if (isnan(limit) &&
		 hot >= (figure_of(p->last, "rotation_rpm") > 0 ? HOT_TURNING_C : HOT_C))
		text_add(l, "; ", "%.0f C", hot);
}

static void add_link(struct list *l, const struct pair *p)
{
	const bool is_pci = !strcmp(value_text(p->last, "source"), "nvme");
	const double now = figure_of(p->last, "link_mbps"),
		     can = figure_of(p->last, "link_max_mbps"),
		     lanes = figure_of(p->last, "link_lanes"),
		     most = figure_of(p->last, "link_max_lanes");

	if (now < can)
		text_add(l, "; ", "link %.1f of %.1f %s", now / 1000, can / 1000,
			 is_pci ? "GT/s" : "Gb/s");
	if (lanes < most)
		text_add(l, "; ", "link of %.0f of %.0f lanes", lanes, most);
}

void state_print_health(FILE *out, const struct run *run, const char *column)
{
	struct pair pair[DISKS_SHOWN];
	const size_t n = collect_pairs(run, pair);
	char text[TEXT_MAX + 160], id[128];

	for (size_t i = 0; i < n; i++) {
		struct list l = { .len = 0 };

		add_verdict(&l, &pair[i]);
		add_counts(&l, &pair[i]);
		add_heat(&l, &pair[i]);
		add_link(&l, &pair[i]);
		if (!l.len)
			continue;
		snprintf(text, sizeof(text), "%s%s: %s", column,
			 text_escape(id, sizeof(id), pair[i].disk), l.text);
		text_wrap(out, "health", MARGIN, text);
	}
}
