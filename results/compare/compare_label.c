// SPDX-License-Identifier: GPL-2.0-only
/*
 * What groups are called: by the shortest thing that tells them all apart, the
 * kernel's release, the KERNEL= that asked for it, its build, the word of the
 * command line. Labels come from records and are hostile.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare_parts.h"

#define TAIL_MAX 28		/* of a build string */
#define LABEL_MAX 200

static const char *first_trait(const struct group *group, enum trait t)
{
	return group->list.count ? group->list.run[0].trait[t] : "";
}

/* The end of "#1 SMP PREEMPT_DYNAMIC Debian 6.1.170-1 (2026-05-01)", whole words. */
static const char *build_tail(const char *build)
{
	size_t len = strlen(build);
	const char *tail = len > TAIL_MAX ? build + len - TAIL_MAX : build;
	const char *space = len > TAIL_MAX ? strchr(tail, ' ') : NULL;

	return space ? space + 1 : tail;
}

/* From the shortest on. */
enum label_way { BY_RELEASE, BY_SPEC, BY_BUILD, BY_WORD, BY_KEY, LABEL_WAYS };

/* A way to call a group; "" where it has no such name. */
static void label_format(char *label, size_t size, enum label_way way, const struct group *group,
			 const char *word)
{
	const char *release = first_trait(group, TRAIT_KERNEL);
	const char *key = group->list.count ? group->list.run[0].key : "";

	switch (way) {
	case BY_RELEASE:
		snprintf(label, size, "%s", release);
		break;
	case BY_SPEC:
		snprintf(label, size, "%s", first_trait(group, TRAIT_SPEC));
		break;
	case BY_BUILD:
		snprintf(label, size, "%s, %s", release,
			 build_tail(first_trait(group, TRAIT_BUILD)));
		break;
	case BY_WORD:
		snprintf(label, size, "%s", word ? word : "");
		break;
	default:
		snprintf(label, size, "%s%s%s%s", release, *key ? " (" : "", key, *key ? ")" : "");
		break;
	}
}

/* Are these labels good for all groups? */
static bool labels_differ(char label[][LABEL_MAX], size_t groups)
{
	for (size_t g = 0; g < groups; g++) {
		if (!label[g][0])
			return false;
		for (size_t h = 0; h < g; h++) {
			if (!strcmp(label[g], label[h]))
				return false;
		}
	}
	return true;
}

int groups_label(struct comparison *c, const struct compare_request *rq)
{
	char label[GROUPS_MAX][LABEL_MAX];
	bool is_found = false;

	for (unsigned way = 0; way < LABEL_WAYS && !is_found; way++) {
		for (size_t g = 0; g < c->groups; g++)
			label_format(label[g], LABEL_MAX, (enum label_way)way, &c->group[g],
				     rq->words > 1 ? rq->word[g] : NULL);
		is_found = labels_differ(label, c->groups);
	}
	for (size_t g = 0; g < c->groups; g++) {
		if (!is_found)	/* the same word twice */
			snprintf(label[g], LABEL_MAX, "%.150s (%zu)",
				 first_trait(&c->group[g], TRAIT_KERNEL), g + 1);
		c->group[g].label = strdup(label[g]);
		if (!c->group[g].label)
			return -ENOMEM;
	}
	return 0;
}
