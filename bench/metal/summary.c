// SPDX-License-Identifier: GPL-2.0-only
/*
 * Prints the summary: for people, in plain ASCII that any editor and any screen
 * of 80 columns shows. mdlab reads the records instead.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>
#include "summary_parts.h"
#include "units.h"

#define WIDTH 80
#define UNIT_WIDTH 4
#define CELL_WIDTH 9		/* with the blank before it */
#define NARROW_KERNELS 4	/* so many fit beside an id */
#define ALL_VERDICTS_TEXT 96

/* Three digits that count, of thousandths, rounded as `mdlab show` does. */
static void format_thousandths(char *buf, size_t size, uint64_t v)
{
	const uint64_t hundredths = v / 10 + (v % 10 >= 5), tenths = v / 100 + (v % 100 >= 50);

	if (hundredths < 1000)
		snprintf(buf, size, "%" PRIu64 ".%02" PRIu64, hundredths / 100, hundredths % 100);
	else if (tenths < 1000)
		snprintf(buf, size, "%" PRIu64 ".%" PRIu64, tenths / 10, tenths % 10);
	else
		snprintf(buf, size, "%" PRIu64, v / 1000 + (v % 1000 >= 500));
}

/* MB/s or operations a second, a verdict, or "-". */
static void format_cell(char *buf, size_t size, const struct summary_cell *c, bool is_there)
{
	char figure[24];

	if (!is_there) {
		snprintf(buf, size, "-");
	} else if (!c->count[SUMMARY_PASS]) {
		snprintf(buf, size, "%s", c->worst == SUMMARY_UNSUPPORTED ? "unsup." :
			 summary_verdict_name(c->worst));
	} else if (!c->has_figure) {
		snprintf(buf, size, "pass%s", c->worst ? "*" : "");
	} else {
		/* bytes/s are thousandths of kB/s, a thousand of which are an MB/s */
		format_thousandths(figure, sizeof(figure), !c->counts_ops ? c->median / 1000 :
				   c->median > UINT64_MAX / 1000 ? UINT64_MAX : c->median * 1000);
		snprintf(buf, size, "%s%s", figure, c->worst ? "*" : c->cached ? "~" : "");
	}
}

/* Names and states come from files of the medium. */
static void put_text(FILE *out, const char *text)
{
	for (; *text; text++)
		fputc(*text >= ' ' && *text <= '~' ? *text : '?', out);
}

static void put_right(FILE *out, const char *text, int width)
{
	const int blanks = width - (int)strlen(text);

	fprintf(out, "%*s", blanks > 1 ? blanks : 1, "");
	put_text(out, text);
}

/* Words of text from column on, later lines indented. */
static void put_wrapped(FILE *out, const char *text, size_t column, size_t indent)
{
	size_t len;

	while (*text) {
		len = strcspn(text, " ");
		if (column > indent && column + 1 + len > WIDTH) {
			fprintf(out, "\n%*s", (int)indent, "");
			column = indent;
		} else if (column > indent) {
			fputc(' ', out);
			column++;
		}
		for (; len; len--, column++, text++)
			fputc(*text >= ' ' && *text <= '~' ? *text : '?', out);
		text += strspn(text, " ");
	}
	fputc('\n', out);
}

/* "118 pass, 2 void" */
static void format_counts(char *buf, size_t size, const unsigned count[SUMMARY_VERDICTS],
			  const char *separator)
{
	size_t len = 0;
	int v;

	buf[0] = '\0';
	for (v = 0; v < SUMMARY_VERDICTS && len < size; v++)
		if (count[v] || v == SUMMARY_PASS)
			len += (size_t)snprintf(buf + len, size - len, "%s%u %s",
						len ? separator : "", count[v],
						summary_verdict_name(v));
}

static void print_kernels(const struct summary *s, FILE *out)
{
	unsigned count[SUMMARY_VERDICTS], i, leg, done;
	char text[ALL_VERDICTS_TEXT];
	const struct summary_kernel *k;

	for (i = 0; i < s->nkernels; i++) {
		k = &s->kernel[i];
		done = 0;
		for (leg = 0; leg < k->nlegs; leg++)
			done += k->legs[leg].has_end && !strcmp(k->legs[leg].outcome, "done");
		summary_count(k, count);
		format_counts(text, sizeof(text), count, ", ");
		put_text(out, k->key);
		fputs(" = ", out);
		put_text(out, k->release);
		fprintf(out, "\n     %u of %u rounds done; %s\n", done, k->nlegs, text);
	}
}

static size_t id_width(const struct summary_data *d)
{
	const unsigned cells = d->s->nkernels < NARROW_KERNELS ? d->s->nkernels : NARROW_KERNELS;
	const size_t most = WIDTH - 1 - UNIT_WIDTH - cells * CELL_WIDTH;
	size_t width = strlen("test"), i, len;

	for (i = 0; i < d->nrows; i++) {
		len = strlen(d->id[i]);
		width = len > width ? len : width;
	}
	return width < most ? width : most;
}

static void print_table(struct summary_data *d, FILE *out)
{
	const int width = (int)id_width(d);
	struct summary_cell cell;
	char text[32];
	unsigned k;
	bool is_there;
	size_t i;

	fprintf(out, "\n%-*s %*s", width, "test", UNIT_WIDTH, "unit");
	for (k = 0; k < d->s->nkernels; k++)
		put_right(out, d->s->kernel[k].key, CELL_WIDTH);
	fputc('\n', out);
	for (i = 0; i < d->nrows; i++) {
		if (strlen(d->id[i]) > (size_t)width)
			fprintf(out, "%s\n%*s", d->id[i], width, "");
		else
			fprintf(out, "%-*s", width, d->id[i]);
		fprintf(out, " %*s", UNIT_WIDTH, d->counts_ops[i] ? "op/s" : "MB/s");
		for (k = 0; k < d->s->nkernels; k++) {
			is_there = summary_cell(d, k, i, &cell);
			format_cell(text, sizeof(text), &cell, is_there);
			fprintf(out, " %*s", CELL_WIDTH - 1, text);
		}
		fputc('\n', out);
	}
	if (d->rows_left_out)
		fprintf(out, "and %zu results of other tests, which are not listed\n",
			d->rows_left_out);
	if (d->nrows)
		fputs("\nMedians of the runs that passed. *: others did not. ~: memory held a part.\n",
		      out);
}

static void print_keys(const struct summary *s, unsigned kernels, FILE *out)
{
	unsigned k;

	for (k = 0; k < s->nkernels; k++)
		if (kernels & 1u << k) {
			fputc(' ', out);
			put_text(out, s->kernel[k].key);
		}
}

/* The worst first. */
static void print_reasons(const struct summary_data *d, FILE *out)
{
	const struct summary_reason *r;
	char text[sizeof(((struct recscan_result *)0)->reason) + 32];
	int v;
	size_t i;

	for (v = SUMMARY_FAIL; v > SUMMARY_PASS; v--)
		for (i = 0; i < d->nreasons; i++) {
			r = &d->reason[i];
			if (r->verdict != (enum summary_verdict)v)
				continue;
			snprintf(text, sizeof(text), "%s: %s", summary_verdict_name(v),
				 r->text[0] ? r->text : "no reason was given");
			fputc('\n', out);
			put_wrapped(out, text, 0, 0);
			fprintf(out, "    %s", r->first_id);
			if (r->count > 1)
				fprintf(out, " and %u more", r->count - 1);
			fputs(":", out);
			print_keys(d->s, r->kernels, out);
			fputc('\n', out);
		}
	if (d->reasons_left_out)
		fprintf(out, "\nand %zu results with other reasons\n", d->reasons_left_out);
}

static void print_crashes(const struct summary *s, FILE *out)
{
	const struct recscan *leg;
	const char *id;
	unsigned k, i;

	for (k = 0; k < s->nkernels; k++)
		for (i = 0; i < s->kernel[k].nlegs; i++) {
			leg = &s->kernel[k].legs[i];
			for (id = leg->crashed; id && *id; id += strlen(id) + 1) {
				fprintf(out, "\ncrash: the machine went down during\n    %s: ", id);
				put_text(out, s->kernel[k].key);
				fprintf(out, ", round %u\n", i + 1);
			}
		}
}

static const char *suite_of(const struct summary *s)
{
	unsigned k, i;

	for (k = 0; k < s->nkernels; k++)
		for (i = 0; i < s->kernel[k].nlegs; i++)
			if (s->kernel[k].legs[i].suite[0])
				return s->kernel[k].legs[i].suite;
	return NULL;
}

int summary_print(const struct summary *s, FILE *out)
{
	struct summary_data *d = summary_data_make(s);
	const char *suite = suite_of(s);

	if (!d)
		return -ENOMEM;
	fputs("mdbench ", out);
	put_text(out, s->session);
	fputs(": ", out);
	put_text(out, s->state);
	if (suite) {
		fputs("\nsuite ", out);
		put_text(out, suite);
	}
	fputs("\n\n", out);
	print_kernels(s, out);
	print_table(d, out);
	print_reasons(d, out);
	print_crashes(s, out);
	summary_data_free(d);
	return fflush(out) || ferror(out) ? -EIO : 0;
}
