// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will count the published figures of each post, look at each of
 * them, and print the tables of bonnie++, tiobench and dd again as they were
 * posted, to the character.
 * needs: none
 * timeout: 30
 */
#include <math.h>
#include <string.h>

#include "bonniefmt.h"
#include "check.h"
#include "published.h"
#include "text.h"
#include "tiofmt.h"
#include "units.h"

static const struct {
	const char *name;
	size_t tables, rows, figures, rates;
} posts[] = {
	/* 3 kernels x (dd 2 x 4, bonnie++ 27, tiobench 4 x 8); four are +++++. */
	{ "2000-raid0", 9, 3 * (2 + 1 + 4), 3 * (2 * 4 + 27 + 4 * 8), 3 * (2 + 12 + 16) - 4 },
	{ "2007-04-28-stripes", 2, 4 + 15, (4 + 15) * 4, (4 + 15) * 2 },
	/* Two of the first table's rows are no single number. */
	{ "2007-10-29-parallel-dd", 2, 8 + 3, (8 + 3) * 3, 6 * 3 + 2 * 3 },
	{ "2008-03-26-raid1", 2, 2 * 4, 2 * 4 * 6, 2 * 4 },
};

struct count {
	size_t figures, rates;
	const char *post;
};

static bool is_plain(const char *text)
{
	for (; *text; text++) {
		if (*text < ' ' || *text > '~')
			return false;
	}
	return true;
}

static bool count_cell(const struct published_cell *cell, void *arg)
{
	struct count *c = arg;
	struct published_rate rate;

	c->figures++;
	check(is_plain(cell->text) && *cell->text, "%s: '%s'", c->post, cell->text);
	check(cell->column, "%s: '%s' has no column", c->post, cell->text);
	if (!published_rate(cell, &rate))
		return true;
	c->rates++;
	check(rate.rate > 0 && rate.rate < 1e10, "%s: '%s' is %f", c->post, cell->text, rate.rate);
	return true;
}

static void check_post(size_t i, const struct published *p)
{
	const json_t *tables, *rows;
	struct count c = { .post = posts[i].name };
	size_t n = 0;

	check(!strcmp(p->post[i].name, posts[i].name), "%s", p->post[i].name);
	check(value_string(p->post[i].json, "source.date"), "%s: no date", posts[i].name);
	check(value_string(p->post[i].json, "conditions.disks"), "%s: no disks", posts[i].name);
	tables = json_object_get(p->post[i].json, "tables");
	check(json_array_size(tables) == posts[i].tables, "%s: %zu tables", posts[i].name,
	      json_array_size(tables));
	for (size_t t = 0; t < json_array_size(tables); t++) {
		rows = json_object_get(json_array_get(tables, t), "rows");
		n += json_array_size(rows);
		for (size_t r = 0; r < json_array_size(rows); r++)
			check(json_array_size(json_object_get(json_array_get(rows, r), "figures")) ==
			      json_array_size(json_object_get(json_array_get(tables, t), "columns")),
			      "%s: table %zu, row %zu", posts[i].name, t, r);
	}
	check(n == posts[i].rows, "%s: %zu rows", posts[i].name, n);
	published_each(p->post[i].json, count_cell, &c);
	check(c.figures == posts[i].figures, "%s: %zu figures", posts[i].name, c.figures);
	check(c.rates == posts[i].rates, "%s: %zu rates", posts[i].name, c.rates);
}

/* As they stand in the post of 2000: kernel by kernel. */
static const char *const bonnie_lines[] = {
	"Unknown,800,6744,99,36330,50,17736,50,7194,98,64927,85,22.9,0,30,"
	"124,99,364,99,5125,99,125,99,453,99,362,85\n",
	"Unknown,800,6823,99,35824,56,9584,28,5330,80,15657,36,17.2,0,30,"
	"121,99,+++++,93,5656,99,122,99,+++++,103,625,97\n",
	"Unknown,800,6836,99,36001,55,9916,28,5307,78,15868,36,17.3,0,30,"
	"121,99,+++++,96,5635,99,122,99,+++++,97,631,97\n",
};

/* Mail broke these lines and took blanks; words stayed. */
static const char *const tio_lines[] = {
	". 800 4096 1 65.16 58.1% 0.586 1.23% 32.28 44.7% 3.236 9.73% ",
	". 800 4096 2 47.18 48.5% 0.709 1.86% 32.00 63.7% 3.199 12.4% ",
	". 800 4096 4 39.38 41.3% 0.834 2.06% 32.09 73.2% 3.121 12.7% ",
	". 800 4096 8 35.29 40.0% 0.946 2.24% 31.90 77.7% 3.048 13.4% ",
	". 800 4096 1 16.01 31.7% 0.575 1.06% 33.24 52.5% 2.050 3.28% ",
	". 800 4096 2 8.468 17.6% 0.687 1.43% 33.34 63.8% 2.138 3.69% ",
	". 800 4096 4 6.687 13.3% 0.795 1.66% 33.26 67.7% 2.187 4.29% ",
	". 800 4096 8 6.064 11.5% 0.889 1.82% 33.12 70.9% 2.241 4.59% ",
	". 800 4096 1 15.26 33.7% 0.561 1.22% 33.25 51.8% 2.071 4.64% ",
	". 800 4096 2 8.402 18.1% 0.678 1.56% 33.48 64.1% 2.132 5.25% ",
	". 800 4096 4 7.021 14.2% 0.789 1.76% 33.40 68.5% 2.194 5.10% ",
	". 800 4096 8 6.248 12.0% 0.885 1.98% 33.25 71.5% 2.237 5.40% ",
};

/* White space of any length becomes one blank, none at the beginning. */
static void squeeze(char *text)
{
	char *to = text;

	for (const char *from = text; *from; from++) {
		if (*from != ' ' && *from != '\n')
			*to++ = *from;
		else if (to > text && to[-1] != ' ')
			*to++ = ' ';
	}
	*to = '\0';
}

static void check_reprints(const json_t *post)
{
	const json_t *tables = json_object_get(post, "tables"), *table;
	char line[BONNIEFMT_CSV_MAX];
	size_t bonnies = 0, tios = 0;
	struct bonniefmt b;

	for (size_t t = 0; t < json_array_size(tables); t++) {
		table = json_array_get(tables, t);
		if (published_bonnie(table, &b) && bonnies < ARRAY_SIZE(bonnie_lines)) {
			bonniefmt_csv(line, sizeof(line), &b);
			check(!strcmp(line, bonnie_lines[bonnies]), "%s, not %s", line,
			      bonnie_lines[bonnies]);
			bonnies++;
		}
		for (size_t r = 0; r < 4 && !strcmp(value_text(table, "tool"), "tiobench"); r++) {
			check(published_tio_line(table, r, line, sizeof(line)), "row %zu", r);
			squeeze(line);
			check(tios < ARRAY_SIZE(tio_lines) && !strcmp(line, tio_lines[tios]),
			      "%s", line);
			tios++;
		}
	}
	check(bonnies == 3 && tios == 12, "%zu and %zu", bonnies, tios);
}

static const struct {
	const char *text;
	bool is_number;
	double value, step;
} numbers[] = {
	{ "80.1", true, 80.1, 0.1 },
	{ "15,5176", true, 15.5176, 0.0001 },
	{ "~35", true, 35, 1 },
	{ "2x16.5", true, 33, 0.2 },
	{ "3x30", true, 90, 3 },
	{ "22", true, 22, 1 },
	{ "+++++", false, 0, 0 },
	{ "30-33", false, 0, 0 },
	{ "17/32", false, 0, 0 },
	{ "1024+0", false, 0, 0 },
	{ "1.2.3", false, 0, 0 },
	{ "x3", false, 0, 0 },
	{ "2x", false, 0, 0 },
	{ ".", false, 0, 0 },
	{ "", false, 0, 0 },
};

static void check_numbers(void)
{
	double value, step;
	bool is_number;

	for (unsigned i = 0; i < ARRAY_SIZE(numbers); i++) {
		is_number = published_number(numbers[i].text, &value, &step);
		check(is_number == numbers[i].is_number, "%s", numbers[i].text);
		check(!is_number || (fabs(value - numbers[i].value) < 1e-9 &&
				     fabs(step - numbers[i].step) < 1e-9), "%s: %f, %f",
		      numbers[i].text, value, step);
	}
}

/* The one figure of a post that belongs to a test of ours and a kernel. */
struct look {
	const char *id, *kernel;
	bool with_sync;
	struct published_rate rate;
	unsigned found;
};

static bool look_at(const struct published_cell *cell, void *arg)
{
	struct look *l = arg;

	if (published_matches(cell, l->id) && cell->kernel && !strcmp(cell->kernel, l->kernel) &&
	    cell->with_sync == l->with_sync && published_rate(cell, &l->rate))
		l->found++;
	return true;
}

static const struct {
	unsigned post;
	const char *id, *kernel;
	bool with_sync;
	double rate;
	enum published_flaw flaw;
} matches[] = {
	{ 3, "raid1/ext4/dd/write/async-1M", "2.4.32", false, 80.1e6, PUBLISHED_SOUND },
	{ 3, "raid1/ext4/dd/read/cold-1M", "2.6.22.18", false, 68.1e6, PUBLISHED_SOUND },
	{ 2, "raid0/ext4/dd/write/async-1M-x3", "2.6.24-rc1", false, 90e6, PUBLISHED_SOUND },
	{ 2, "raid0/ext4/dd/write/async-1M-x3", "2.6.24-rc1", true, 87e6, PUBLISHED_SOUND },
	{ 0, "raid0/ext4/bonnie/putc/1.03", "2.2.16+ide+raid-A0", false, 6744 * 1024,
	  PUBLISHED_SOUND },
	{ 0, "raid0/ext4/bonnie/seeks/1.03", "2.4.0test1-ac15", false, 17.2,
	  PUBLISHED_UNRELIABLE },
	{ 0, "raid0/ext4/tio/seq-read/t1", "2.4.0test1-ac15", false, 16.01 * 1048576,
	  PUBLISHED_SOUND },
	/* 819.2 MB in 22.032 s and 52.356 s, posted as ~35 and ~15. */
	{ 0, "raid0/ext4/dd/write/async-16K", "2.2.16+ide+raid-A0", false, 37.1823e6,
	  PUBLISHED_TIMED },
	{ 0, "raid0/ext4/dd/read/cold-16K", "2.4.0test1-ac15", false, 15.6467e6,
	  PUBLISHED_TIMED },
	{ 2, "raid1/ext4/dd/write/async-1M-x1", "2.6.19.2", true, 27.5e6, PUBLISHED_SOUND },
	{ 2, "raid1/ext4/dd/write/direct-1M", "2.6.19.2", false, 88e6, PUBLISHED_SOUND },
	/* 1 / (2 / 8.468 - 1 / 16.01) MiB/s. */
	{ 0, "raid0/ext4/tio/seq-read/t2", "2.4.0test1-ac15", false, 5.7563 * 1048576,
	  PUBLISHED_UNDONE },
};

static void check_matches(const struct published *p)
{
	for (unsigned i = 0; i < ARRAY_SIZE(matches); i++) {
		struct look l = { .id = matches[i].id, .kernel = matches[i].kernel,
				  .with_sync = matches[i].with_sync };

		published_each(p->post[matches[i].post].json, look_at, &l);
		check(l.found == 1, "%s: %u", matches[i].id, l.found);
		check(fabs(l.rate.rate / matches[i].rate - 1) < 1e-4, "%s: %f", matches[i].id,
		      l.rate.rate);
		check(l.rate.flaw == matches[i].flaw, "%s: flaw %d", matches[i].id,
		      (int)l.rate.flaw);
	}
}

int main(void)
{
	struct published all, one;

	check(!published_load(&all, NULL) && all.posts == ARRAY_SIZE(posts), "%zu posts",
	      all.posts);
	if (check_failed)
		return check_done();
	for (size_t i = 0; i < ARRAY_SIZE(posts); i++)
		check_post(i, &all);
	check_reprints(all.post[0].json);
	check_numbers();
	check_matches(&all);
	check(!published_load(&one, "2000-raid0") && one.posts == 1, "one post");
	published_free(&one);
	check(published_load(&one, "2000") < 0, "a post that is not there");
	published_free(&all);
	return check_done();
}
