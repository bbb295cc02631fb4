// SPDX-License-Identifier: GPL-2.0-only
/*
 * Adds up /proc/interrupts by CPU, a line at a time: with hundreds of CPUs and
 * vectors it is megabytes, and what is kept are four numbers.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "disk_parts.h"
#include "irqs.h"

static uint64_t per_cpu[IRQS_CPUS];

static unsigned count_columns(const char *head)
{
	unsigned n = 0;

	while ((head = strstr(head, "CPU"))) {
		head += 3;
		n++;
	}
	return n < IRQS_CPUS ? n : IRQS_CPUS;
}

/* The line of a pin stands in a file, which with MSI-X says nothing. */
static uint64_t pin_of(const char *device)
{
	char path[SYS_PATH];

	if (!device || text_put(path, sizeof(path), "%s/msi_irqs", device) ||
	    !access(path, F_OK))
		return 0;
	return sys_number(device, "irq", 0);
}

/* MSI vectors stand in a folder. */
static bool is_of_device(const char *device, const char *number, uint64_t pin)
{
	char path[SYS_PATH];
	uint64_t value;

	if (!device)
		return true;
	if (!text_put(path, sizeof(path), "%s/msi_irqs/%s", device, number) &&
	    !access(path, F_OK))
		return true;
	return pin && !parse_u64(number, 0, UINT32_MAX, &value) && value == pin;
}

static void add_line(const char *text, unsigned columns)
{
	unsigned long long value;
	char *end;
	unsigned i;

	for (i = 0; i < columns; i++, text = end) {
		value = strtoull(text, &end, 10);
		if (end == text)
			return;
		per_cpu[i] += value;
	}
}

static void sum_up(struct irqs *q, unsigned columns)
{
	uint64_t most = 0;
	unsigned i;

	for (i = 0; i < columns; i++) {
		q->count += per_cpu[i];
		q->cpus += per_cpu[i] != 0;
		most = per_cpu[i] > most ? per_cpu[i] : most;
	}
	q->busiest_pct = q->count ? (unsigned)((unsigned __int128)most * 100 / q->count) : 0;
}

/* " 24:", with the numbers behind it; NULL where it is no number: NMI, LOC. */
static char *cut_label(char *line, char **number)
{
	char *colon = strchr(line, ':');

	*number = line + strspn(line, " ");
	if (!colon || colon == *number || strspn(*number, "0123456789") !=
	    (size_t)(colon - *number))
		return NULL;
	*colon = '\0';
	return colon + 1;
}

int irqs_read(const char *root, const char *device, struct irqs *q)
{
	const uint64_t pin = pin_of(device);
	char path[SYS_PATH], *line = NULL, *number, *counts;
	unsigned columns = 0;
	size_t room = 0;
	FILE *in;

	memset(q, 0, sizeof(*q));
	memset(per_cpu, 0, sizeof(per_cpu));
	if (text_put(path, sizeof(path), "%s/proc/interrupts", root))
		return -ENAMETOOLONG;
	in = fopen(path, "re");
	if (!in)
		return -errno;
	if (getline(&line, &room, in) > 0)
		columns = count_columns(line);
	while (getline(&line, &room, in) > 0) {
		counts = cut_label(line, &number);
		if (!counts || !is_of_device(device, number, pin))
			continue;
		q->lines++;
		add_line(counts, columns);
	}
	free(line);
	fclose(in);
	sum_up(q, columns);
	return q->lines ? 0 : -ENOENT;
}

void irqs_json(const struct irqs *q, struct json *j)
{
	if (!q) {
		json_none(j, "irqs");
		return;
	}
	json_open(j, "irqs", '{');
	json_u64(j, "lines", q->lines);
	json_u64(j, "cpus", q->cpus);
	json_u64(j, "count", q->count);
	json_u64(j, "busiest_pct", q->busiest_pct);
	json_close(j, '}');
}
