// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will hold the rank test against the critical values that statistics
 * books print, against all ways to deal values with ties, and against Student's
 * table for the distributions beside it.
 * needs: none
 * timeout: 30
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "stats_parts.h"

/* Largest U that is significant, two-sided, as in Milton (1964) and later books. */
static const struct {
	size_t n, m;
	unsigned at_5, at_1;
} critical[] = {
	{ 5, 5, 2, 0 }, { 6, 6, 5, 2 }, { 7, 7, 8, 4 }, { 8, 8, 13, 7 }, { 9, 9, 17, 11 },
	{ 10, 10, 23, 16 }, { 12, 12, 37, 27 }, { 15, 15, 64, 51 }, { 20, 20, 127, 105 },
	{ 4, 6, 2, 0 }, { 5, 10, 8, 4 }, { 5, 20, 20, 13 }, { 8, 12, 22, 15 }, { 10, 20, 55, 42 },
};

/* Shares of all ways to deal: counted by hand or with a binomial. */
static const struct {
	size_t n, m;
	unsigned u;
	double p;
} exact[] = {
	{ 1, 1, 0, 1 }, { 2, 2, 0, 2.0 / 6 }, { 3, 3, 0, 2.0 / 20 }, { 3, 3, 1, 4.0 / 20 },
	{ 5, 5, 0, 2.0 / 252 }, { 5, 5, 1, 4.0 / 252 }, { 5, 5, 2, 8.0 / 252 },
	{ 5, 5, 3, 14.0 / 252 }, { 5, 5, 12, 1 }, { 10, 10, 0, 2.0 / 184756 },
	{ 10, 10, 1, 4.0 / 184756 }, { 3, 10, 0, 2.0 / 286 }, { 20, 20, 0, 2.0 / 137846528820.0 },
};

static const struct {
	double t, freedom, tail;
} student[] = {
	{ 12.7062, 1, 0.025 }, { 4.3027, 2, 0.025 }, { 2.7764, 4, 0.025 }, { 2.3060, 8, 0.025 },
	{ 2.1009, 18, 0.025 }, { 2.8784, 18, 0.005 }, { 3.9216, 18, 0.0005 },
	{ 1.9600, INFINITY, 0.025 }, { 0, 5, 0.5 }, { -2.3060, 8, 0.975 }, { 1.6577, 120, 0.05 },
};

/* Two sides without ties whose U is u: the second starts from the top. */
static void deal(double *a, size_t n, double *b, size_t m, unsigned u)
{
	bool is_a[64] = { false };
	size_t i, place;

	for (i = n; i-- > 0; u -= (unsigned)(place - i)) {
		place = i + (u < m ? u : m);
		is_a[place] = true;
	}
	for (place = 0; place < n + m; place++)
		if (is_a[place])
			*a++ = (double)place + 1;
		else
			*b++ = (double)place + 1;
}

static double p_of(size_t n, size_t m, unsigned u, bool swapped)
{
	double a[32], b[32];

	deal(a, n, b, m, u);
	return swapped ? rank_test(b, m, a, n) : rank_test(a, n, b, m);
}

static void check_tables(void)
{
	double p;
	size_t i;

	for (i = 0; i < sizeof(critical) / sizeof(*critical); i++) {
		size_t n = critical[i].n, m = critical[i].m;

		p = p_of(n, m, critical[i].at_5, false);
		check(p <= 0.05, "%zu %zu: %g", n, m, p);
		p = p_of(n, m, critical[i].at_5 + 1, false);
		check(p > 0.05, "%zu %zu: %g", n, m, p);
		p = p_of(n, m, critical[i].at_1, true);
		check(p <= 0.01, "%zu %zu: %g", n, m, p);
		p = p_of(n, m, critical[i].at_1 + 1, true);
		check(p > 0.01, "%zu %zu: %g", n, m, p);
	}
	for (i = 0; i < sizeof(exact) / sizeof(*exact); i++) {
		p = p_of(exact[i].n, exact[i].m, exact[i].u, i & 1);
		check(fabs(p / exact[i].p - 1) < 1e-12, "%zu %zu U %u: %g, not %g", exact[i].n,
		      exact[i].m, exact[i].u, p, exact[i].p);
	}
	check(fabs(rank_floor(5, 5) - 2.0 / 252) < 1e-15, "floor %g", rank_floor(5, 5));
	check(fabs(rank_floor(3, 10) - 2.0 / 286) < 1e-15, "floor %g", rank_floor(3, 10));
	check(rank_floor(1, 1) == 1 && rank_floor(0, 9) == 1, "nothing to deal");
	check(rank_floor(1000, 1000) < 1e-11, "floor of many");
}

/* Twice the sum of middle ranks of the values that a mask selects. */
static unsigned rank_sum(const double *value, size_t n, unsigned mask)
{
	unsigned sum = 0;
	size_t i, j;

	for (i = 0; i < n; i++) {
		if (!(mask >> i & 1))
			continue;
		for (j = 0; j < n; j++)
			sum += value[j] < value[i] ? 2 : value[j] > value[i] ? 0 : 1;
		sum++;
	}
	return sum;
}

/* Every deal of eight values with ties, by counting all others. */
static void check_ties(const double *value, size_t n)
{
	unsigned mask, other, few, all = 1u << n, beyond, total;
	double a[8], b[8], p, even;
	size_t i, na, nb;

	for (mask = 1; mask + 1 < all; mask++) {
		for (i = na = nb = 0; i < n; i++)
			if (mask >> i & 1)
				a[na++] = value[i];
			else
				b[nb++] = value[i];
		few = (unsigned)__builtin_popcount(mask);
		even = (double)(few * (n + 1));
		beyond = total = 0;
		for (other = 0; other < all; other++) {
			if ((unsigned)__builtin_popcount(other) != few)
				continue;
			total++;
			beyond += fabs(rank_sum(value, n, other) - even) >=
				  fabs(rank_sum(value, n, mask) - even);
		}
		p = rank_test(a, na, b, nb);
		check(fabs(p - (double)beyond / total) < 1e-12, "mask %x: %g, not %u/%u", mask, p,
		      beyond, total);
	}
}

static void check_many(void)
{
	static double a[1000], b[1000];
	double p;
	size_t i;

	/* 25 against 26 is where counting ends: the two ways agree. */
	for (i = 0; i < 26; i++) {
		a[i] = (double)(2 * i);
		b[i] = (double)(2 * i) + 9;
	}
	p = rank_test(a, 25, b, 25) / rank_test(a, 25, b, 26);
	check(p > 0.7 && p < 1.8, "exact and normal p differ by %g", p);
	for (i = 0; i < 1000; i++) {
		a[i] = (double)i;
		b[i] = (double)i + 0.5;
	}
	p = rank_test(a, 1000, b, 1000);
	check(p > 0.95 && p <= 1, "even: %g", p);
	for (i = 0; i < 1000; i++)
		b[i] = (double)i + 100;
	p = rank_test(a, 1000, b, 1000);
	check(p > 1e-20 && p < 1e-10, "shifted by a tenth: %g", p);
	check(rank_test(b, 1000, a, 1000) == p, "swapped");
	for (i = 0; i < 1000; i++)
		a[i] = b[i] = 7;
	check(rank_test(a, 1000, b, 1000) == 1, "all tied");
	check(rank_test(a, 5, b, 5) == 1, "few, all tied");
	check(isnan(rank_test(a, 0, b, 5)), "an empty side");
}

static void check_student(void)
{
	size_t i;
	double tail;

	for (i = 0; i < sizeof(student) / sizeof(*student); i++) {
		tail = student_tail(student[i].t, student[i].freedom);
		check(fabs(tail / student[i].tail - 1) < 1e-3, "t %g of %g: %g", student[i].t,
		      student[i].freedom, tail);
		if (student[i].tail > 0.5)
			continue;
		check(fabs(student_quantile(student[i].tail, student[i].freedom) - student[i].t) <
		      1e-3, "quantile %g of %g", student[i].tail, student[i].freedom);
	}
	check(student_tail(INFINITY, 8) == 0 && student_tail(-INFINITY, 8) == 1, "ends");
	check(normal_tail(40) < 1e-300, "far");
}

int main(void)
{
	static const double some[] = { 1, 2, 2, 3, 4, 4, 4, 5 }, two[] = { 1, 1, 1, 1, 1, 2, 2 };

	check_tables();
	check_ties(some, 8);
	check_ties(two, 7);
	check_many();
	check_student();
	return check_done();
}
