// SPDX-License-Identifier: GPL-2.0-only
/*
 * tiobench printed by Perl's formats. A text field takes a number as Perl makes
 * it a text (15 significant digits, none of them a trailing zero) and cuts it
 * at the field's width; a numeric field rounds, and is filled with # where a
 * number does not fit. Both are needed to print what it would have printed.
 */
#include "tiofmt.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define NUMBER_MAX 32
#define CPU_LEAST 0.00001	/* keeps the script's CPU Eff from a division by 0 */

struct line {
	char *buf;
	size_t size, len;
	bool failed;
};

static void add(struct line *l, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(struct line *l, const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(l->buf + l->len, l->size - l->len, format, args);
	va_end(args);
	l->failed |= n < 0 || (size_t)n >= l->size - l->len;
	if (!l->failed)
		l->len += (size_t)n;
}

static struct line begin(char *buf, size_t size)
{
	if (size)
		buf[0] = '\0';
	return (struct line){ .buf = buf, .size = size, .failed = !size };
}

static int end(const struct line *l)
{
	return l->failed ? -ENOSPC : (int)l->len;
}

static void add_left(struct line *l, int width, const char *text)
{
	add(l, "%-*.*s", width, width, text);
}

static void add_right(struct line *l, int width, const char *text)
{
	add(l, "%*.*s", width, width, text);
}

/* The odd blank goes to the right. */
static void add_middle(struct line *l, int width, const char *text)
{
	size_t len = strnlen(text, (size_t)width);
	int left = (width - (int)len) / 2;

	add(l, "%*s%-*.*s", left, "", width - left, width - left, text);
}

static void add_middle_u64(struct line *l, int width, uint64_t value)
{
	char text[NUMBER_MAX];

	snprintf(text, sizeof(text), "%" PRIu64, value);
	add_middle(l, width, text);
}

static void add_right_u64(struct line *l, int width, uint64_t value)
{
	char text[NUMBER_MAX];

	snprintf(text, sizeof(text), "%" PRIu64, value);
	add_right(l, width, text);
}

/* A number in a field for text. */
static const char *perl_text(char text[NUMBER_MAX], double value)
{
	snprintf(text, NUMBER_MAX, "%.15g", value);
	return text;
}

static double power_of_10(int n)
{
	double power = 1;

	while (n-- > 0)
		power *= 10;
	return power;
}

/* A number in a field for numbers; blank where there is none. */
static void add_number(struct line *l, int width, int decimals, double value)
{
	double most = power_of_10(width - (decimals ? decimals + 1 : 0));

	if (isnan(value))
		add(l, "%*s", width, "");
	else if (value + 0.5 / power_of_10(decimals) >= most)
		add(l, "%.*s", width, "###############");
	else
		add(l, "%*.*f", width, decimals, value);
}

double tiofmt_rate(const struct tiofmt_cell *cell)
{
	return cell->wall_s > 0 ? cell->mib / cell->wall_s : (double)NAN;
}

double tiofmt_cpu_pct(const struct tiofmt_cell *cell)
{
	return cell->wall_s > 0 ? 100 * cell->cpu_s / cell->wall_s : (double)NAN;
}

int tiofmt_old_head(char *buf, size_t size)
{
	struct line l = begin(buf, size);

	add(&l, "Size is MB, BlkSz is Bytes, Read, Write, and Seeks are MB/sec\n\n");
	add(&l, "%9sFile   Block  Num  Seq Read    Rand Read   Seq Write  Rand Write\n", "");
	add(&l, "  Dir    Size   Size   Thr Rate (CPU%%) Rate (CPU%%) Rate (CPU%%) Rate (CPU%%)\n");
	add(&l, "------- ------ ------- --- ----------- ----------- ----------- -----------\n");
	return end(&l);
}

int tiofmt_old_texts(char *buf, size_t size, const struct tiofmt_row *row,
		     const char *const texts[2 * TIOFMT_PHASES])
{
	struct line l = begin(buf, size);

	add_middle(&l, 7, row->name);
	add(&l, " ");
	add_middle_u64(&l, 6, row->size_mib);
	add(&l, " ");
	add_middle_u64(&l, 7, row->block_bytes);
	add(&l, " ");
	add_middle_u64(&l, 3, row->threads);
	for (unsigned i = 0; i < TIOFMT_PHASES; i++) {
		add(&l, " ");
		add_right(&l, 5, texts[2 * i] ? texts[2 * i] : "");
		add(&l, " ");
		add_right(&l, 4, texts[2 * i + 1] ? texts[2 * i + 1] : "");
		add(&l, texts[2 * i + 1] ? "%%" : " ");
	}
	while (!l.failed && l.len && l.buf[l.len - 1] == ' ')
		l.buf[--l.len] = '\0';
	add(&l, "\n");
	return end(&l);
}

int tiofmt_old_row(char *buf, size_t size, const struct tiofmt_row *row)
{
	char number[2 * TIOFMT_PHASES][NUMBER_MAX];
	const char *texts[2 * TIOFMT_PHASES] = { NULL };

	for (unsigned i = 0; i < TIOFMT_PHASES; i++) {
		if (!(row->cell[i].wall_s > 0))
			continue;
		texts[2 * i] = perl_text(number[2 * i], tiofmt_rate(&row->cell[i]));
		texts[2 * i + 1] = perl_text(number[2 * i + 1], tiofmt_cpu_pct(&row->cell[i]));
	}
	return tiofmt_old_texts(buf, size, row, texts);
}

int tiofmt_new_head(char *buf, size_t size, enum tiofmt_phase phase)
{
	static const char *const titles[TIOFMT_PHASES] = {
		[TIOFMT_SEQ_READ] = "Sequential Reads",
		[TIOFMT_RAND_READ] = "Random Reads",
		[TIOFMT_SEQ_WRITE] = "Sequential Writes",
		[TIOFMT_RAND_WRITE] = "Random Writes",
	};
	struct line l = begin(buf, size);

	add(&l, "%s\n", titles[phase]);
	add(&l, "%30sFile  Blk   Num%19sAvg      Maximum      Lat%%     Lat%%    CPU\n", "", "");
	add(&l, "Identifier%20sSize  Size  Thr   Rate  (CPU%%)  Latency    Latency"
		"      >2s      >10s    Eff\n", "");
	add(&l, "---------------------------- ------ ----- ---  ------ ------ --------- "
		"-----------  -------- -------- -----\n");
	return end(&l);
}

int tiofmt_new_row(char *buf, size_t size, const struct tiofmt_row *row,
		   enum tiofmt_phase phase)
{
	const struct tiofmt_cell *cell = &row->cell[phase];
	double rate = tiofmt_rate(cell), cpu_pct = tiofmt_cpu_pct(cell);
	struct line l = begin(buf, size);
	char number[NUMBER_MAX];

	add_left(&l, 28, row->name);
	add(&l, " ");
	add_middle_u64(&l, 6, row->size_mib);
	add(&l, " ");
	add_middle_u64(&l, 5, row->block_bytes);
	add(&l, " ");
	add_right_u64(&l, 3, row->threads);
	if (isnan(rate)) {
		add(&l, "\n");
		return end(&l);
	}
	add(&l, "  ");
	add_number(&l, 6, 2, rate);
	add(&l, " ");
	add_right(&l, 5, perl_text(number, cpu_pct));
	add(&l, "%% ");
	add_number(&l, 9, 3, cell->avg_ms);
	add(&l, " ");
	add_number(&l, 11, 2, cell->max_ms);
	add(&l, "  ");
	add_number(&l, 8, 5, cell->over_2s_pct);
	add(&l, " ");
	add_number(&l, 8, 5, cell->over_10s_pct);
	add(&l, " ");
	add_number(&l, 5, 0, rate / (cpu_pct / 100 + CPU_LEAST));
	add(&l, "\n");
	return end(&l);
}

void tiofmt_add(struct tiofmt_row *sum, const struct tiofmt_row *row)
{
	struct tiofmt_row all = *row;

	for (unsigned i = 0; i < TIOFMT_PHASES; i++) {
		all.cell[i].mib += sum->cell[i].mib;
		all.cell[i].wall_s += sum->cell[i].wall_s;
		all.cell[i].cpu_s += sum->cell[i].cpu_s;
	}
	*sum = all;
}

/* Time for the k-th amount (of 1) of k, by what was printed of k and k - 1. */
static double share_s(size_t k, double rate, double rate_before)
{
	double time = (double)k / rate;

	return k > 1 ? time - (double)(k - 1) / rate_before : time;
}

static double rate_or_nan(double time)
{
	return time > 0 ? 1 / time : (double)NAN;
}

void tiofmt_undo(const double *rate, const double *rate_step, const double *cpu_pct,
		 size_t n, struct tiofmt_true *true_rate, double *true_cpu_pct)
{
	double before = 0, before_step = 0, time, cpu;

	for (size_t i = 0; i < n; i++) {
		time = share_s(i + 1, rate[i], before);
		true_rate[i].value = rate_or_nan(time);
		true_rate[i].low = rate_or_nan(share_s(i + 1, rate[i], before + before_step));
		true_rate[i].high = rate_or_nan(share_s(i + 1, rate[i] + rate_step[i], before));
		if (cpu_pct && true_cpu_pct) {
			cpu = cpu_pct[i] * (double)(i + 1) / rate[i];
			if (i)
				cpu -= cpu_pct[i - 1] * (double)i / before;
			true_cpu_pct[i] = time > 0 ? cpu / time : (double)NAN;
		}
		before = rate[i];
		before_step = rate_step[i];
	}
}

double tiofmt_inflation(uint64_t size_mib, uint64_t block_bytes, unsigned threads,
			uint64_t random_ops)
{
	uint64_t ops = threads ? random_ops / threads : 0;
	uint64_t mib = threads ? size_mib / threads : 0;

	if (!ops || !block_bytes || mib > UINT64_MAX >> 20)
		return (double)NAN;
	return (double)((mib << 20) / block_bytes) / (double)ops;
}
