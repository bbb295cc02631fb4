// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will print a comparison that was made by hand, with every outcome
 * and with hostile text in every place, in each form for machines and in
 * markdown, and expect the bytes of tests/unit/data/compared.FORM, which were
 * read by people and by other programs. With a folder as its argument it writes
 * these files there.
 * needs: none
 * timeout: 10
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "compare.h"
#include "forms.h"
#include "formtext.h"
#include "units.h"

#define EVIL "|<b a='1'>&`x`#1 @all \"q\" \\ [l](u) *b* _i_\n\t\x01\x7f\xff\xc3\xa9]]>"
#define KERNELS 3
#define ROWS 6

static double values[ROWS][KERNELS][METRICS][5];
static struct cell cells[ROWS][KERNELS];
static struct compared rows[ROWS] = {
	{ .id = "raid1/ext4/dd/write/async-1M" },
	{ .id = "raid0/raw/rand/read/uring-d16", .counts_ops = true },
	{ .id = "raid1/raw/dd/read/direct-1M" },
	{ .id = "single/raw/dd/read/direct-16K" },
	{ .id = "=HYPERLINK(\"x\")" },
	{ .id = "a/b/c/d/" EVIL },
};
static struct runinfo runs[KERNELS][5];
static char *warnings[] = { (char []){ "not alike, and compared by force: cpu: " EVIL } };
static struct comparison c = {
	.groups = KERNELS, .row = rows, .rows = ROWS, .smallest = 0.03, .warning = warnings,
	.warnings = 1, .unmeasured = 1, .metric = { [METRIC_RATE] = true, [METRIC_P99] = true },
	.differences = (char []){ "cpu: A x, B " EVIL "\nmemory: A 1 GB, B 2 GB" },
};

static char *text(const char *from)
{
	char *copy = strdup(from);

	if (!copy)
		abort();
	return copy;
}

static void put_runs(size_t g, const char *label)
{
	c.group[g].label = text(label);
	c.group[g].list = (struct runlist){ .run = runs[g], .count = 5 };
	for (size_t r = 0; r < 5; r++) {
		runs[g][r] = (struct runinfo){ .path = text("runs/x"), .round = (unsigned)r + 1,
					       .key = "k1", .is_whole = true };
		for (size_t t = 0; t < TRAITS; t++)
			runs[g][r].trait[t] = text(t == TRAIT_DATE ? "2026-11-30" : "");
		free(runs[g][r].trait[TRAIT_BUILD]);
		runs[g][r].trait[TRAIT_BUILD] = text(g == 1 ? "#1 " EVIL : "#1 SMP");
	}
}

/* Five values about a middle, and what was found of them. */
static void put(size_t r, size_t g, enum metric m, double middle, double change,
		enum outcome outcome, const char *why)
{
	struct cell *cell = &cells[r][g];

	for (int i = 0; i < 5; i++)
		values[r][g][m][i] = middle * (1 + 0.01 * (i - 2));
	cell->value[m] = values[r][g][m];
	cell->n[m] = 5;
	cell->median[m] = middle;
	cell->spread[m] = 0.0148;
	cell->change[m].change = change;
	cell->change[m].low = change - 0.01;
	cell->change[m].high = change + 0.01;
	cell->change[m].p = 0.008;
	cell->change[m].p_adjusted = 0.04;
	cell->change[m].outcome = outcome;
	snprintf(cell->change[m].why, sizeof(cell->change[m].why), "%s", why);
	if (g)
		c.outcome[m][outcome]++;
}

static void end(size_t r, size_t g, enum verdict verdict, size_t passed, const char *reason)
{
	cells[r][g].verdict = verdict;
	cells[r][g].passed = cells[r][g].sound = passed;
	cells[r][g].reason = reason ? text(reason) : NULL;
}

static void make(void)
{
	put_runs(0, "6.1.0-57-amd64");
	put_runs(1, "@6.12 " EVIL);
	put_runs(2, "7.3.4");
	for (size_t r = 0; r < ROWS; r++) {
		rows[r].cell = cells[r];
		for (size_t g = 0; g < KERNELS; g++) {
			cells[r][g].results = 5;
			end(r, g, VERDICT_PASS, 5, NULL);
			for (size_t m = 0; m < METRICS; m++)
				cells[r][g].median[m] = cells[r][g].spread[m] = (double)NAN;
		}
	}
	put(0, 0, METRIC_RATE, 80e6, 0, OUTCOME_NONE, "");
	put(0, 1, METRIC_RATE, 75e6, -0.0625, OUTCOME_SLOWER, "interval below -3 %");
	put(0, 2, METRIC_RATE, 90e6, 0.125, OUTCOME_FASTER, "interval above 3 %");
	put(0, 0, METRIC_P99, 1.5e6, 0, OUTCOME_NONE, "");
	put(0, 1, METRIC_P99, 1.5e6, 0, OUTCOME_SAME, "interval within 3 %");
	put(0, 2, METRIC_P99, 1.6e6, 0.066, OUTCOME_CANNOT_TELL, "5 repeats are needed, there are 3");
	put(1, 0, METRIC_RATE, 1234, 0, OUTCOME_NONE, "");
	end(1, 1, VERDICT_FAIL, 0, "read back wrong: " EVIL);
	cells[1][2].results = 0;
	end(1, 2, VERDICT_BROKEN, 0, "the run ended before it: panic");
	put(2, 0, METRIC_RATE, 100e6, 0, OUTCOME_NONE, "");
	cells[2][1].results = 0;
	end(2, 1, VERDICT_PASS, 0, NULL);
	end(2, 2, VERDICT_VOID, 0, NULL);
	end(3, 1, VERDICT_UNSUPPORTED, 0, "no io_uring");
	put(4, 0, METRIC_P99, 100, 0, OUTCOME_NONE, "");
	put(4, 1, METRIC_P99, 2e9, 2e7, OUTCOME_SLOWER, "+1");
	end(5, 0, VERDICT_BROKEN, 0, EVIL);
}

static void print(const char *name, char **data, size_t *len)
{
	const struct form *form = form_list;
	FILE *out = open_memstream(data, len);

	while (form->name && strcmp(form->name, name))
		form++;
	if (!out || !form->name)
		abort();
	form->print(out, &c);
	fclose(out);
}

static void compare_file(const char *name, const char *folder)
{
	static char want[1 << 16];
	char path[256], *data = NULL;
	size_t len = 0, wanted, at = 0;
	FILE *file;

	print(name, &data, &len);
	snprintf(path, sizeof(path), "%s/compared.%s", folder ? folder : "tests/unit/data", name);
	file = fopen(path, folder ? "w" : "r");
	check(file, "%s", path);
	if (file && folder) {
		check(fwrite(data, 1, len, file) == len, "%s", path);
	} else if (file) {
		wanted = fread(want, 1, sizeof(want), file);
		while (at < len && at < wanted && data[at] == want[at])
			at++;
		check(len == wanted && at == len, "%s differs at byte %zu: %.60s", path, at,
		      data + at);
	}
	for (size_t i = 0; i < len; i++)
		check((data[i] >= ' ' && data[i] < 0x7f) || data[i] == '\n' || data[i] == '\r',
		      "%s: byte %zu is %02x", name, i, (unsigned char)data[i]);
	check(!file || !fclose(file), "%s", path);
	free(data);
}

static void check_endings(void)
{
	static const struct {
		size_t row, group;
		enum metric m;
		enum ending ending;
		const char *why;
	} want[] = {
		{ 0, 1, METRIC_RATE, ENDING_SLOWER, "interval below -3 %" },
		{ 0, 1, METRIC_P99, ENDING_PASS, "interval within 3 %" },
		{ 0, 2, METRIC_RATE, ENDING_PASS, "interval above 3 %" },
		{ 0, 2, METRIC_P99, ENDING_SKIP, "5 repeats are needed, there are 3" },
		{ 1, 1, METRIC_RATE, ENDING_FAIL, "read back wrong: " EVIL },
		{ 1, 1, METRIC_P99, ENDING_SKIP, "read back wrong: " EVIL },
		{ 1, 2, METRIC_RATE, ENDING_BROKEN, "the run ended before it: panic" },
		{ 2, 1, METRIC_RATE, ENDING_SKIP, "no run has this test" },
		{ 2, 2, METRIC_RATE, ENDING_BROKEN, "it passes in A and gave no reason here" },
		{ 3, 1, METRIC_RATE, ENDING_SKIP, "no io_uring" },
		{ 4, 1, METRIC_P99, ENDING_SLOWER, "+1" },
		{ 5, 1, METRIC_RATE, ENDING_SKIP, EVIL },
	};
	const char *why;
	enum ending ending;

	for (size_t i = 0; i < ARRAY_SIZE(want); i++) {
		ending = form_ending(&c, &rows[want[i].row], want[i].group, want[i].m, &why);
		check(ending == want[i].ending, "row %zu: %d", i, (int)ending);
		check(!strcmp(why, want[i].why), "row %zu: %s", i, why);
	}
}

static void check_figures(void)
{
	static const struct {
		double fraction;
		const char *text;
	} want[] = {
		{ 0, "+0.0 %" }, { -0.0534, "-5.3 %" }, { 0.125, "+12.5 %" }, { 12.5, "+1250 %" },
		{ 1e300, "+1.00e+302 %" }, { (double)NAN, "n/a" },
	};
	struct change exact = { .change = 0.05, .low = 0.04, .high = 0.06, .is_exact = true };
	char buf[FORM_CELL_MAX];

	for (size_t i = 0; i < ARRAY_SIZE(want); i++)
		check(!strcmp(form_percent(buf, want[i].fraction), want[i].text), "%s", buf);
	check(!strcmp(form_change(buf, &exact), "+5.0 %"), "%s", buf);
	exact.is_exact = false;
	check(!strcmp(form_change(buf, &exact), "+5.0 % (+4.0 to +6.0)"), "%s", buf);
	check(!strcmp(form_value(buf, &rows[0], METRIC_RATE, 59.9e6), "59.9 MB/s"), "%s", buf);
	check(!strcmp(form_value(buf, &rows[1], METRIC_RATE, 22.9), "22.9/s"), "%s", buf);
	check(!strcmp(form_value(buf, &rows[0], METRIC_CPU, 0.412), "0.412 ns/B"), "%s", buf);
	check(!strcmp(form_value(buf, &rows[0], METRIC_P50, 12345), "12.3us"), "%s", buf);
}

int main(int argc, char **argv)
{
	static const char *const names[] = { "markdown", "csv", "json", "junit", "tap" };

	make();
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		compare_file(names[i], argc > 1 ? argv[1] : NULL);
	check_endings();
	check_figures();
	return check_done();
}
