// SPDX-License-Identifier: GPL-2.0-only
/*
 * The noise that rows share. A few repeats tell a row's noise badly; a table of
 * rows tells how noise is spread among rows, and moderates what one row says
 * (Smyth 2004): much where rows are alike, not at all where they are not. Also
 * the distributions of the normal and of Student.
 */
#include "stats_parts.h"

#include <math.h>

#define ROWS_MIN 4		/* fewer teach nothing of one another */

/* Derivatives of the log of gamma: recurrence to 8, then the asymptotic series. */
static double digamma(double x)
{
	double sum = 0, y;

	for (; x < 8; x++)
		sum -= 1 / x;
	y = 1 / (x * x);
	return sum + log(x) - 0.5 / x - y * (1.0 / 12 - y * (1.0 / 120 - y / 252));
}

static double trigamma(double x)
{
	double sum = 0, y;

	for (; x < 8; x++)
		sum += 1 / (x * x);
	y = 1 / (x * x);
	return sum + (1 + (0.5 + (1.0 / 6 - y * (1.0 / 30 - y / 42)) / x) / x) / x;
}

/* It falls all the way. */
static double trigamma_inverse(double value)
{
	double low = 1e-3, high = 1e6, middle;
	int i;

	for (i = 0; i < 100; i++) {
		middle = sqrt(low * high);
		if (trigamma(middle) > value)
			low = middle;
		else
			high = middle;
	}
	return sqrt(low * high);
}

void noise_learn(struct noise *noise, const struct noise_row *row, size_t rows)
{
	double mean = 0, square = 0, expected = 0, e, half;
	size_t i, used = 0;
	int pass;

	*noise = (struct noise){ 0 };
	for (pass = 0; pass < 2; pass++) {
		for (i = 0, used = 0; i < rows; i++) {
			if (!(row[i].variance > 0))
				continue;
			half = row[i].freedom / 2;
			e = log(row[i].variance) - digamma(half) + log(half);
			if (pass) {
				square += (e - mean) * (e - mean);
				expected += trigamma(half);
			} else {
				mean += e;
			}
			used++;
		}
		if (used < ROWS_MIN)
			return;
		if (!pass)
			mean /= (double)used;
	}
	square = square / (double)(used - 1) - expected / (double)used;
	noise->freedom = INFINITY;
	noise->variance = exp(mean);
	if (square > 1e-5) {
		half = trigamma_inverse(square);
		noise->freedom = 2 * half;
		noise->variance = exp(mean + digamma(half) - log(half));
	}
}

double noise_moderate(const struct noise *noise, double variance, double *freedom)
{
	double own = *freedom;

	*freedom += noise->freedom;
	if (isinf(noise->freedom))
		return noise->variance;
	return (own * variance + noise->freedom * noise->variance) / *freedom;
}

double normal_tail(double z)
{
	return 0.5 * erfc(z * M_SQRT1_2);
}

/* The continued fraction of the incomplete beta function, after Lentz. */
static double beta_fraction(double a, double b, double x)
{
	const double tiny = 1e-300;
	double c = 1, d, f, step;
	int i;

	d = 1 - (a + b) * x / (a + 1);
	d = 1 / (fabs(d) < tiny ? tiny : d);
	f = d;
	for (i = 1; i < 1000; i++) {
		step = i * (b - i) * x / ((a + 2 * i - 1) * (a + 2 * i));
		d = 1 + step * d;
		d = 1 / (fabs(d) < tiny ? tiny : d);
		c = 1 + step / c;
		c = fabs(c) < tiny ? tiny : c;
		f *= c * d;
		step = -(a + i) * (a + b + i) * x / ((a + 2 * i) * (a + 2 * i + 1));
		d = 1 + step * d;
		d = 1 / (fabs(d) < tiny ? tiny : d);
		c = 1 + step / c;
		c = fabs(c) < tiny ? tiny : c;
		f *= c * d;
		if (fabs(c * d - 1) < 1e-12)
			break;
	}
	return f;
}

static double beta_share(double a, double b, double x)
{
	double front;

	if (x <= 0 || x >= 1)
		return x >= 1;
	front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x));
	if (x < (a + 1) / (a + b + 2))
		return front * beta_fraction(a, b, x) / a;
	return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

double student_tail(double t, double freedom)
{
	double half;

	if (isinf(t))
		return t < 0;
	if (freedom > 1e6)
		return normal_tail(t);
	half = 0.5 * beta_share(freedom / 2, 0.5, freedom / (freedom + t * t));
	return t < 0 ? 1 - half : half;
}

/* Of the upper half; as far as 1e4. */
double student_quantile(double tail, double freedom)
{
	double low = 0, high = 1e4, middle;
	int i;

	for (i = 0; i < 50 && high - low > 1e-9 * high; i++) {
		middle = (low + high) / 2;
		if (student_tail(middle, freedom) > tail)
			low = middle;
		else
			high = middle;
	}
	return (low + high) / 2;
}
