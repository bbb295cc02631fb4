// SPDX-License-Identifier: GPL-2.0-only
/*
 * Ids and places. Figures are few hundred, so looking through them for each
 * place costs little.
 */
#include "testid.h"

#include <string.h>

#include "reader.h"
#include "text.h"

#define PRINTED_MAX 160		/* of an id; a line holds no more */

/* Copies up to a slash or the end; NULL where it does not fit or is empty. */
static const char *take(const char *p, char *buf, size_t size)
{
	size_t len = strcspn(p, "/");

	if (!len || len >= size)
		return NULL;
	memcpy(buf, p, len);
	buf[len] = '\0';
	return p + len;
}

bool testid_split(const char *id, struct testid *t)
{
	const char *slash = strchr(id, '/'), *p;
	size_t len;

	slash = slash ? strchr(slash + 1, '/') : NULL;
	len = slash ? (size_t)(slash - id) : 0;
	if (!len || len >= sizeof(t->place))
		return false;
	memcpy(t->place, id, len);
	t->place[len] = '\0';
	p = take(slash + 1, t->family, sizeof(t->family));
	if (!p || *p != '/')
		return false;
	p = take(p + 1, t->operation, sizeof(t->operation));
	if (!p || *p != '/')
		return false;
	p = take(p + 1, t->variant, sizeof(t->variant));
	return p && !*p;
}

/* "raid1/ext4/dd/write/async-1M" is "write async-1M" of "raid1/ext4/dd". */
static size_t group_len(const char *id)
{
	const char *p = id;

	for (unsigned i = 0; i < 3; i++) {
		p = strchr(p, '/');
		if (!p)
			return 0;
		p++;
	}
	return (size_t)(p - id);
}

bool testid_same_group(const char *a, const char *b)
{
	size_t len = group_len(a);

	return len == group_len(b) && !strncmp(a, b, len);
}

void testid_print_group(FILE *out, const char *id)
{
	char text[PRINTED_MAX], head[TEXT_WIDTH + 1];
	size_t len = group_len(id);

	if (len)
		snprintf(text, sizeof(text), "%.*s",
			 (int)(len < PRINTED_MAX ? len - 1 : PRINTED_MAX), id);
	else
		snprintf(text, sizeof(text), "(other)");
	fprintf(out, "%s\n", text_escape(head, sizeof(head), text));
}

void testid_print_name(FILE *out, const char *id)
{
	char text[PRINTED_MAX], name[TEXT_WIDTH - 1];

	snprintf(text, sizeof(text), "%s", id + group_len(id));
	for (char *p = text; *p; p++) {
		if (*p == '/')
			*p = ' ';
	}
	text_escape(name, sizeof(name), text);
	fprintf(out, "  %-*s", TESTID_NAME_WIDTH - 2, name);
	if (strlen(name) > TESTID_NAME_WIDTH - 2)
		fprintf(out, "\n%*s", TESTID_NAME_WIDTH, "");
}

static bool is_of(const struct place *p, const struct figure *f)
{
	struct testid t;

	return testid_split(f->id, &t) && !strcmp(t.family, p->family) &&
		!strcmp(t.place, p->name);
}

void place_each(FILE *out, const struct run *run, const char *family,
		void (*print)(FILE *, const struct place *, void *), void *arg)
{
	struct place p = { .run = run, .family = family };
	struct testid t;
	size_t first;

	for (size_t i = 0; i < run->figures; i++) {
		if (!testid_split(run->figure[i].id, &t) || strcmp(t.family, family))
			continue;
		memcpy(p.name, t.place, sizeof(p.name));
		for (first = 0; !is_of(&p, &run->figure[first]); first++)
			;
		if (first == i)
			print(out, &p, arg);
	}
}

const struct figure *place_find(const struct place *p, const char *operation,
				const char *variant)
{
	char id[2 * TESTID_MAX + 64];

	snprintf(id, sizeof(id), "%s/%s/%s/%s", p->name, p->family, operation, variant);
	return figure_find(p->run, id);
}

const struct figure *place_find_good(const struct place *p, const char *operation,
				     const char *variant)
{
	const struct figure *f = place_find(p, operation, variant);

	return f && f->verdict == VERDICT_PASS && f->typical ? f : NULL;
}

static void print_note(FILE *out, const struct figure *f)
{
	char id[2 * TESTID_MAX], reason[200], text[500];

	text_escape(id, sizeof(id), f->id);
	if (f->verdict != VERDICT_PASS) {
		snprintf(text, sizeof(text), "%s: %s: %s", id, figure_verdict_name(f->verdict),
			 text_escape(reason, sizeof(reason),
				     f->reason ? f->reason : "no reason was given"));
		text_wrap(out, "#", 2, text);
		return;
	}
	if (f->is_cached) {
		snprintf(text, sizeof(text), "%s: cached, memory held a part of the bytes", id);
		text_wrap(out, "#", 2, text);
	}
	if (figure_is_ragged(f)) {
		snprintf(text, sizeof(text), "%s: the streams ran all together for %.0f %% of the "
			 "time", id, f->together_pct);
		text_wrap(out, "#", 2, text);
	}
	if (f->results > 1) {
		snprintf(text, sizeof(text), "%s: of %zu repeats, the one in the middle", id,
			 f->results);
		text_wrap(out, "#", 2, text);
	}
}

void place_notes(FILE *out, const struct place *p, const char *variant)
{
	const struct figure *f;
	struct testid t;

	for (size_t i = 0; i < p->run->figures; i++) {
		f = &p->run->figure[i];
		if (is_of(p, f) && testid_split(f->id, &t) &&
		    (!variant || !strcmp(variant, t.variant)))
			print_note(out, f);
	}
}

const char *place_kernel(const struct place *p, char *buf, size_t size)
{
	const char *release = value_string(records_find(p->run->records, "env"),
					   "kernel_release");

	return text_escape(buf, size, release ? release : "unknown");
}

void place_head(FILE *out, const struct place *p)
{
	char run[64], kernel[64], name[2 * TESTID_MAX];

	fprintf(out, "# %s, run %s, Linux %s\n", text_escape(name, sizeof(name), p->name),
		text_escape(run, sizeof(run), p->run->id), place_kernel(p, kernel, sizeof(kernel)));
}
