// SPDX-License-Identifier: GPL-2.0-only
/*
 * Runs into groups: one for each word; of a single word, one for each kernel
 * that it selects, in the order of the matrix or else of their first runs.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare_parts.h"
#include "store_parts.h"
#include "text.h"
#include "units.h"

#define WORD_SHOWN 200

static int too_many(char *why, size_t size)
{
	snprintf(why, size, "more than %d groups; select less", GROUPS_MAX);
	return -E2BIG;
}

static int words_select(struct comparison *c, const struct compare_request *rq, char *why,
			size_t size)
{
	char word[WORD_SHOWN];
	struct group *group;
	int ret;

	if (rq->words > GROUPS_MAX)
		return too_many(why, size);
	for (size_t w = 0; w < rq->words; w++) {
		group = &c->group[c->groups++];
		ret = store_select(&group->list, rq->word[w], &group->bad, why, size);
		if (ret)
			return ret;
		if (!group->list.count) {
			snprintf(why, size, "%s: no run is in it",
				 text_escape(word, sizeof(word), rq->word[w]));
			return -ENOENT;
		}
	}
	return 0;
}

/* Where a run of a single selection belongs. */
struct split {
	struct compare_plan plan;
	bool is_planned;
	const char *name[GROUPS_MAX];	/* key or release, borrowed of the first run */
};

static const char *run_name(const struct split *s, const struct runinfo *run)
{
	return s->is_planned ? run->key : run->trait[TRAIT_KERNEL];
}

/* The groups in the order in which they stand; -E2BIG. */
static int split_name(struct split *s, const struct runlist *all, size_t *groups)
{
	const char *name;
	size_t g;

	for (size_t r = 0; r < all->count; r++) {
		name = run_name(s, &all->run[r]);
		for (g = 0; g < *groups && strcmp(s->name[g], name); g++)
			;
		if (g == GROUPS_MAX)
			return -E2BIG;
		if (g == *groups)
			s->name[(*groups)++] = name;
	}
	return 0;
}

static size_t place_of(const struct compare_plan *plan, const char *key)
{
	size_t k;

	for (k = 0; k < plan->kernels && strcmp(plan->kernel[k].key, key); k++)
		;
	return k;
}

/* Few, and those that the plan does not know stay behind. */
static void split_sort(struct split *s, size_t groups)
{
	const char *name;
	size_t j, place;

	for (size_t i = 1; i < groups; i++) {
		name = s->name[i];
		place = place_of(&s->plan, name);
		for (j = i; j && place_of(&s->plan, s->name[j - 1]) > place; j--)
			s->name[j] = s->name[j - 1];
		s->name[j] = name;
	}
}

static int split_move(struct comparison *c, const struct split *s, struct runlist *all)
{
	size_t g, moved;
	int ret = 0;

	for (moved = 0; moved < all->count && !ret; moved++) {
		for (g = 0; strcmp(s->name[g], run_name(s, &all->run[moved])); g++)
			;
		ret = runlist_append(&c->group[g].list, &all->run[moved]);
	}
	/* What was not moved, nor freed then, is still the list's. */
	memmove(all->run, all->run + moved, (all->count - moved) * sizeof(*all->run));
	all->count -= moved;
	return ret;
}

/* One word: its kernels are the groups. */
static int word_split(struct comparison *c, const char *word, char *why, size_t size)
{
	struct runlist all = c->group[0].list;
	struct split s = { .is_planned = false };
	char shown[WORD_SHOWN], kernel[68];
	int ret;

	c->group[0].list = (struct runlist){ .count = 0 };
	c->groups = 0;
	ret = compare_plan_load(&s.plan, &all);
	s.is_planned = !ret;
	if (!ret)
		ret = compare_plan_warn(c, &s.plan, &all);
	else if (ret == -ENOENT)
		ret = 0;
	if (!ret && split_name(&s, &all, &c->groups))
		ret = too_many(why, size);
	if (!ret && c->groups < 2 && !c->unmeasured) {
		snprintf(why, size, "%s: one kernel alone, %s; name another selection to "
			 "compare it with", text_escape(shown, sizeof(shown), word),
			 text_escape(kernel, sizeof(kernel), all.run[0].trait[TRAIT_KERNEL]));
		ret = -EINVAL;
	}
	if (!ret) {
		split_sort(&s, c->groups);
		ret = split_move(c, &s, &all);
	}
	compare_plan_free(&s.plan);
	runlist_free(&all);
	return ret;
}

/* By its label, its number or its letter; -1: there is none. */
static long base_find(const struct comparison *c, const char *base)
{
	uint64_t number;

	for (size_t g = 0; g < c->groups; g++) {
		if (!strcmp(c->group[g].label, base))
			return (long)g;
	}
	if (!parse_u64(base, 1, c->groups, &number))
		return (long)number - 1;
	if (base[0] && !base[1] && base[0] >= 'A' && base[0] < 'A' + (int)c->groups)
		return base[0] - 'A';
	for (size_t g = 0; g < c->groups; g++) {
		if (glob_match(base, c->group[g].label))
			return (long)g;
	}
	return -1;
}

/* The base comes first, the others keep their order. */
static int base_choose(struct comparison *c, const char *base, char *why, size_t size)
{
	char shown[WORD_SHOWN];
	struct group group;
	long place = base_find(c, base);

	if (place < 0) {
		snprintf(why, size, "base: %s: no group is called so; take a label or a number up "
			 "to %zu", text_escape(shown, sizeof(shown), base), c->groups);
		return -EINVAL;
	}
	group = c->group[place];
	memmove(&c->group[1], &c->group[0], (size_t)place * sizeof(group));
	c->group[0] = group;
	return 0;
}

int groups_make(struct comparison *c, const struct compare_request *rq, char *why, size_t size)
{
	int ret = words_select(c, rq, why, size);

	if (!ret && !c->groups) {
		snprintf(why, size, "no run is named; mdlab log lists them");
		ret = -EINVAL;
	}
	if (!ret && rq->words == 1)
		ret = word_split(c, rq->word[0], why, size);
	if (!ret)
		ret = groups_label(c, rq);
	if (!ret && rq->base)
		ret = base_choose(c, rq->base, why, size);
	return ret;
}
