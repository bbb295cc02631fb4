// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will measure medians, spreads, shifts and their bootstrap intervals:
 * of cases known by hand, of sides that are swapped or scaled, of hostile values,
 * and how often the interval holds the change that was planted.
 * needs: none
 * timeout: 120
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "stats.h"
#include "stats_parts.h"

static uint64_t state = 20261130;

static double uniform(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return ((double)(state >> 11) + 0.5) * 0x1p-53;
}

static double normal(void)
{
	return sqrt(-2 * log(uniform())) * cos(2 * M_PI * uniform());
}

static bool near(double a, double b)
{
	return fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b));
}

static void check_medians(void)
{
	static const double odd[] = { 5, 1, 3 }, even[] = { 4, 1, 3, 2 };
	static const double seven[] = { 10, 11, 9, 10, 12, 8, 90 }, zero[] = { 0, 0, 0 };

	check(isnan(stats_median(odd, 0)) && isnan(stats_spread(odd, 1)), "none");
	check(stats_median(odd, 1) == 5 && stats_median(odd, 3) == 3, "odd");
	check(near(stats_median(even, 4), 2.5), "even");
	check(odd[0] == 5, "the values stay where they are");
	check(near(stats_spread(seven, 7), 1.4826 * 1 / 10), "%g", stats_spread(seven, 7));
	check(stats_spread(zero, 3) != stats_spread(zero, 3), "no median to relate to");
}

static void check_known(void)
{
	static const double a[] = { 100, 100, 100, 100, 100 }, b[] = { 104, 104, 104, 104, 104 };
	static const double two[] = { 100, 110 }, more[] = { 200, 240 };
	static const double stray[] = { 103, 102, 101, 100, 1000 };
	struct change c = { 0 };

	stats_compare(&c, a, 5, b, 5);
	check(c.base == 100 && c.value == 104 && !c.varies, "medians");
	check(near(c.change, 0.04) && near(c.low, 0.04) && near(c.high, 0.04), "%g", c.change);
	check(near(c.p, 2.0 / 252) && c.error < 1e-12, "p %g", c.p);
	/* Four differences: 2/1.1, 2, 2.4/1.1, 2.4; 2 against 2 hold them all. */
	stats_compare(&c, two, 2, more, 2);
	check(near(c.change, sqrt(2 * 2.4 / 1.1) - 1), "middle %g", c.change);
	check(near(c.low, 2 / 1.1 - 1) && near(c.high, 1.4) && c.varies, "%g %g", c.low, c.high);
	/* A stray value moves the mean by 79 %, the shift by as much as one more rank. */
	stats_compare(&c, a, 5, stray, 5);
	check(near(c.change, 0.02), "stray %g", c.change);
	stats_compare(&c, a, 1, b, 1);
	check(near(c.change, 0.04) && c.p == 1 && isnan(c.low) && isnan(c.error), "one each");
	stats_compare(&c, a, 1, more, 2);
	check(c.change > 1 && isnan(c.high) && c.n_base == 1 && c.n == 2, "one and two");
}

static void check_hostile(void)
{
	static const double bad[] = { 0, -1, (double)NAN, (double)INFINITY, 5 };
	static const double huge[] = { 1e-300, 1e300, 1e308, 4e-320, 1 }, one[] = { 1, 1, 1, 1, 1 };
	struct change c = { 0 };

	stats_compare(&c, bad, 5, one, 5);
	check(c.n_base == 1 && c.base == 5 && near(c.change, -0.8), "left out: %zu", c.n_base);
	stats_compare(&c, bad, 4, one, 5);
	check(c.n_base == 0 && isnan(c.base) && isnan(c.change) && isnan(c.p), "all left out");
	stats_compare(&c, one, 5, bad, 0);
	check(c.n == 0 && isnan(c.value) && isnan(c.low), "an empty side");
	stats_compare(&c, huge, 5, one, 5);
	check(c.low <= c.change && c.change <= c.high && c.p > 0.5, "%g %g", c.low, c.high);
	stats_compare(&c, one, 5, one, 5);
	check(c.change == 0 && c.low == 0 && c.high == 0 && c.p == 1 && c.error == 0, "equal");
}

static void check_mirror(size_t n, size_t m)
{
	static double a[1000], b[1000], big[1000];
	struct change c = { 0 }, again = { 0 }, back = { 0 }, scaled = { 0 };
	size_t i;

	for (i = 0; i < n; i++)
		a[i] = floor(1000 * exp(0.1 * normal()));
	for (i = 0; i < m; i++) {
		b[i] = floor(1040 * exp(0.1 * normal()));
		big[i] = b[i] * 4096;
	}
	stats_compare(&c, a, n, b, m);
	stats_compare(&again, a, n, b, m);
	stats_compare(&back, b, m, a, n);
	stats_compare(&scaled, a, n, big, m);
	check(c.low <= c.change && c.change <= c.high, "%zu %zu", n, m);
	check(c.change == again.change && c.low == again.low && c.high == again.high &&
	      c.p == again.p, "the same each time");
	check(near(1 + c.change, 1 / (1 + back.change)), "%zu %zu: change", n, m);
	check(near(1 + c.low, 1 / (1 + back.high)) && near(1 + c.high, 1 / (1 + back.low)),
	      "%zu %zu: %g %g, %g %g", n, m, c.low, c.high, back.low, back.high);
	check(near(c.p, back.p) && near(c.error, back.error), "%zu %zu: p", n, m);
	check(near(1 + scaled.change, 4096 * (1 + c.change)), "%zu %zu: scaled", n, m);
}

/* 95 % is asked for; heavy: a tenth of the values are ten times as noisy. */
static void check_coverage(size_t n, size_t rows, bool is_heavy, double least, double most)
{
	double a[64], b[64], held = 0, square = 0, error = 0, share;
	struct change c = { 0 };
	size_t i, k;

	for (i = 0; i < rows; i++) {
		for (k = 0; k < n; k++) {
			a[k] = exp(0.02 * normal() * (is_heavy && uniform() < 0.1 ? 10 : 1));
			b[k] = 1.25 * exp(0.02 * normal() * (is_heavy && uniform() < 0.1 ? 10 : 1));
		}
		stats_compare(&c, a, n, b, n);
		held += c.low <= 0.25 && c.high >= 0.25;
		square += (c.shift - log(1.25)) * (c.shift - log(1.25));
		error += c.error * c.error;
	}
	share = held / (double)rows;
	check(share >= least && share <= most, "%zu repeats: the interval holds %.3f", n, share);
	if (!is_heavy && n >= 5)
		check(fabs(sqrt(error / square) - 1) < 0.12, "%zu repeats: the error is %.3f", n,
		      sqrt(error / square));
}

int main(void)
{
	check_medians();
	check_known();
	check_hostile();
	check_mirror(2, 2);
	check_mirror(5, 5);
	check_mirror(3, 10);
	check_mirror(10, 10);
	check_mirror(40, 40);
	check_mirror(41, 41);
	check_mirror(1000, 30);
	check_mirror(1000, 1000);
	check_coverage(3, 1500, false, 0.86, 0.93);
	check_coverage(5, 1500, false, 0.92, 0.97);
	check_coverage(10, 1500, false, 0.93, 0.975);
	check_coverage(10, 1000, true, 0.93, 0.985);
	check_coverage(50, 500, false, 0.92, 0.98);
	return check_done();
}
