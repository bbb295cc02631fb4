// SPDX-License-Identifier: GPL-2.0-only
/*
 * plan.txt may change what a medium presets, and the boot line what plan.txt
 * says. What was typed into the boot menu is of one kernel's line, and is kept
 * for the others of its session.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "bootentry.h"
#include "commands.h"
#include "model.h"
#include "plan.h"
#include "plantext.h"
#include "stickwords.h"
#include "units.h"
#include "upload.h"

#define PRESETS "mdbench.after=next mdbench.countdown=10s mdbench.hold=60s "	\
	"mdbench.watchdog=yes mdbench.accel=metal"

int stickwords_read(struct appliance *a, char *plan, char *typed, struct opt_error *err)
{
	static char presets[sizeof(PRESETS)];
	char *lines[] = { presets, plan, typed };

	memcpy(presets, PRESETS, sizeof(presets));
	return appliance_words(a, lines, ARRAY_SIZE(lines), err);
}

int stickwords_check(const struct appliance_options *o, struct opt_error *err)
{
	struct plan_request rq = { .suite = suite_find(o->suite), .only = o->only, .repeat = 1 };
	const struct upload_words upload = { .net = o->net, .url = o->upload };
	struct model model;
	char names[128];

	if (upload_check(&upload, err->text, sizeof(err->text)))
		return -EINVAL;
	if (!rq.suite) {
		snprintf(err->text, sizeof(err->text), "suite: %.40s: no such suite; there are %s",
			 o->suite, suite_names(names, sizeof(names)));
		return -EINVAL;
	}
	if (!plan_disks_needed(&rq)) {
		snprintf(err->text, sizeof(err->text), "only: %.80s: matches no test of suite %s",
			 o->only ? o->only : "", rq.suite->name);
		return -EINVAL;
	}
	if (o->disks && *o->disks && !o->erase) {
		snprintf(err->text, sizeof(err->text),
			 "disks: %.80s: needs erase=yes, too: all that is on them is lost", o->disks);
		return -EINVAL;
	}
	if (o->model && *o->model)
		return model_parse(o->model, &model, err->text, sizeof(err->text));
	return 0;
}

static bool is_word_of(const char *line, const char *word, size_t len)
{
	const char *p;
	size_t n;

	for (p = line; (p = bootentry_word(p, &n)); p += n) {
		if (n == len && !memcmp(p, word, n))
			return true;
	}
	return false;
}

void stickwords_typed(const char *cmdline, const char *append, char *line, size_t size)
{
	static const char *const of_entry[] = { "start=", "kernel=", "medium=", "segments=" };
	const size_t lead = strlen(APPLIANCE_PREFIX);
	size_t len, used = 0;
	const char *p;
	unsigned i;

	line[0] = '\0';
	for (p = cmdline; (p = bootentry_word(p, &len)); p += len) {
		if (len <= lead || strncmp(p, APPLIANCE_PREFIX, lead) || is_word_of(append, p, len))
			continue;
		for (i = 0; i < ARRAY_SIZE(of_entry); i++) {
			if (!strncmp(p + lead, of_entry[i], strlen(of_entry[i])))
				break;
		}
		if (i < ARRAY_SIZE(of_entry) || used + len + 2 > size)
			continue;
		memcpy(line + used, p, len);
		used += len;
		memcpy(line + used, " ", 2);
		used++;
	}
}

int stickwords_check_file(const char *path)
{
	static char text[PLANTEXT_MAX + 1], line[STICKWORDS_LINE];
	struct appliance_options o;
	struct opt_error err = { "" };
	FILE *file = fopen(path, "re");
	uint64_t sum;
	size_t len;

	if (!file)
		return complain(EXIT_USAGE, "appliance: %s: %s", path, strerror(errno));
	len = fread(text, 1, sizeof(text), file);
	fclose(file);
	if (len > PLANTEXT_MAX)
		return complain(EXIT_USAGE, "appliance: %s: larger than %d bytes", path, PLANTEXT_MAX);
	opt_defaults(appliance_option_list, &o);
	if (plantext_parse(text, len, line, sizeof(line), &sum, err.text, sizeof(err.text)) ||
	    opt_parse_words(appliance_option_list, &o, APPLIANCE_PREFIX, line, &err) ||
	    stickwords_check(&o, &err))
		return complain(EXIT_USAGE, "%s", err.text);
	return EXIT_PASS;
}
