// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which tests, on which disks. Must not touch a disk.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "plan.h"
#include "units.h"

/* Goes through all rows of a suite; begins with { suite->groups, NULL }. */
struct row_walk {
	const struct row *const *group;
	const struct row *row;
};

static const struct row *row_next(struct row_walk *w)
{
	for (; *w->group; w->group++, w->row = NULL) {
		w->row = w->row ? w->row + 1 : *w->group;
		if (w->row->family)
			return w->row;
	}
	return NULL;
}

static struct row_walk row_first(const struct suite *s)
{
	return (struct row_walk){ s->groups, NULL };
}

/* Has a family no row before this one? */
static bool is_first_of_family(const struct suite *s, const struct row *row)
{
	struct row_walk w = row_first(s);
	const struct row *other;

	while ((other = row_next(&w)) != row) {
		if (!strcmp(other->family, row->family))
			return false;
	}
	return true;
}

static bool is_asked(const struct plan_request *rq, enum target_index t,
		     const struct layer *layer, const struct row *row)
{
	char id[128];

	if (!(rq->suite->targets & 1u << t) || !(row->layers & layer->bit))
		return false;
	if (!rq->only || !*rq->only)
		return true;
	suite_test_id(id, sizeof(id), &target_list[t], layer->name, row);
	return glob_match(rq->only, id);
}

/* The tests of one family, in order, into out (may be NULL); how many. */
static size_t walk_family(const struct plan_request *rq, enum target_index t,
			  const struct layer *layer, const char *family,
			  struct plan_test *out)
{
	const struct row *row;
	size_t n = 0;
	unsigned i;

	for (i = 1; i <= rq->repeat; i++) {
		struct row_walk w = row_first(rq->suite);

		while ((row = row_next(&w))) {
			if (strcmp(row->family, family) || !is_asked(rq, t, layer, row))
				continue;
			if (out)
				out[n] = (struct plan_test){ t, layer->name, row, i, 0, 0 };
			n++;
		}
	}
	return n;
}

/* Likewise all tests asked for. */
static size_t plan_walk(const struct plan_request *rq, struct plan_test *out)
{
	const struct layer *layer;
	const struct row *row;
	size_t n = 0;
	unsigned t;

	for (t = 0; t < TARGETS; t++) {
		for (layer = layer_list; layer->name; layer++) {
			struct row_walk w = row_first(rq->suite);

			while ((row = row_next(&w))) {
				if (is_first_of_family(rq->suite, row))
					n += walk_family(rq, t, layer, row->family,
							 out ? out + n : NULL);
			}
		}
	}
	return n;
}

static void wanted_targets(const struct plan_request *rq, bool *wanted)
{
	const struct layer *layer;
	const struct row *row;
	unsigned t;

	for (t = 0; t < TARGETS; t++) {
		wanted[t] = false;
		for (layer = layer_list; layer->name; layer++) {
			struct row_walk w = row_first(rq->suite);

			while ((row = row_next(&w)))
				wanted[t] |= is_asked(rq, t, layer, row);
		}
	}
}

unsigned plan_disks_needed(const struct plan_request *rq)
{
	bool wanted[TARGETS];
	unsigned t, most = 0;

	wanted_targets(rq, wanted);
	for (t = 0; t < TARGETS; t++) {
		if (wanted[t] && target_list[t].disks > most)
			most = target_list[t].disks;
	}
	return most;
}

unsigned plan_disks_wanted(const struct plan_request *rq)
{
	bool wanted[TARGETS];
	unsigned t, sum = 0;

	wanted_targets(rq, wanted);
	for (t = 0; t < TARGETS; t++)
		sum += wanted[t] ? target_list[t].disks : 0;
	return sum;
}

/* The disks that carry this target's array, if it is whole: by slot. */
static bool take_found(const struct plan_request *rq, unsigned t,
		       struct plan_target *pt, bool *taken)
{
	const unsigned need = target_list[t].disks;
	bool seen[PLAN_MEMBERS] = { false };
	unsigned i, n = 0;

	for (i = 0; i < rq->ndisks; i++) {
		if (rq->owner[i] != (int)t)
			continue;
		if (rq->slot[i] >= need || seen[rq->slot[i]])
			return false;
		seen[rq->slot[i]] = true;
		pt->disk[rq->slot[i]] = i;
		n++;
	}
	if (n != need)
		return false;
	for (i = 0; i < need; i++)
		taken[pt->disk[i]] = true;
	return true;
}

static void take_free(const struct plan_request *rq, unsigned need,
		      struct plan_target *pt, bool *taken)
{
	unsigned i, n = 0;

	for (i = 0; i < rq->ndisks && n < need; i++) {
		if (!taken[i]) {
			taken[i] = true;
			pt->disk[n++] = i;
		}
	}
}

/* With disks for all, each target has its own and arrays survive the boot;
 * with fewer, each takes the first ones when its turn comes. */
static void deal_disks(struct plan *p, const struct plan_request *rq)
{
	bool taken[PLAN_DISKS] = { false };
	unsigned t, i;

	p->is_shared = rq->ndisks < plan_disks_wanted(rq);
	for (t = 0; t < TARGETS; t++) {
		if (p->target[t].wanted && !p->is_shared)
			p->target[t].found = take_found(rq, t, &p->target[t],
							taken);
	}
	for (t = 0; t < TARGETS; t++) {
		if (!p->target[t].wanted || p->target[t].found)
			continue;
		if (p->is_shared) {
			for (i = 0; i < target_list[t].disks; i++)
				p->target[t].disk[i] = i;
		} else {
			take_free(rq, target_list[t].disks, &p->target[t], taken);
		}
	}
}

int plan_make(struct plan *p, const struct plan_request *rq, char *err,
	      size_t size)
{
	const unsigned need = plan_disks_needed(rq);
	bool wanted[TARGETS];
	unsigned t;
	int ret;

	memset(p, 0, sizeof(*p));
	p->ntests = plan_walk(rq, NULL);
	if (!p->ntests) {
		snprintf(err, size, "only: %s: no test of suite %s has such an id",
			 rq->only ? rq->only : "", rq->suite->name);
		return -EINVAL;
	}
	wanted_targets(rq, wanted);
	for (t = 0; t < TARGETS; t++)
		p->target[t].wanted = wanted[t];
	if (rq->ndisks < need) {
		snprintf(err, size,
			 "too few disks: %u may be written to, %u are needed; see `mdbench disks`, or choose tests with only=",
			 rq->ndisks, need);
		return -EINVAL;
	}
	deal_disks(p, rq);
	p->tests = calloc(p->ntests, sizeof(*p->tests));
	if (!p->tests) {
		snprintf(err, size, "plan: %zu tests: out of memory", p->ntests);
		return -ENOMEM;
	}
	plan_walk(rq, p->tests);
	ret = plan_fit(p, rq, err, size);
	if (ret)
		plan_free(p);
	return ret;
}

void plan_free(struct plan *p)
{
	free(p->tests);
	p->tests = NULL;
	p->ntests = 0;
}
