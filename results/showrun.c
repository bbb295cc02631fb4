// SPDX-License-Identifier: GPL-2.0-only
/*
 * One run for show: its records, its figures, and on stderr what of it is not
 * there.
 */
#include "showrun.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "figures.h"
#include "reader.h"
#include "recfile.h"
#include "text.h"

#define GAPS_MAX 8		/* that are named */

void show_complain(const char *object, const char *reason)
{
	char text[256];

	fprintf(stderr, "mdlab: show: %s: %s\n", text_escape(text, sizeof(text), object), reason);
}

/* Name the records that are missing, as "7-9, 12". */
static void say_missing(const struct run *run, size_t count)
{
	static uint64_t seq[READER_RECORDS];
	char text[256] = "", reason[300];
	size_t len = 0, first = 0, gaps = 0;
	bool is_end;

	records_missing(run->records, seq, READER_RECORDS);
	for (size_t i = 0; i < count && gaps <= GAPS_MAX; i++) {
		is_end = i + 1 == count || seq[i + 1] != seq[i] + 1;
		if (!is_end)
			continue;
		if (gaps++ == GAPS_MAX)
			len += (size_t)snprintf(text + len, sizeof(text) - len, ", ...");
		else if (first == i)
			len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%" PRIu64,
						len ? ", " : "", seq[i]);
		else
			len += (size_t)snprintf(text + len, sizeof(text) - len,
						"%s%" PRIu64 "-%" PRIu64, len ? ", " : "",
						seq[first], seq[i]);
		first = i + 1;
	}
	snprintf(reason, sizeof(reason), "record%s %s %s missing", count == 1 ? "" : "s", text,
		 count == 1 ? "is" : "are");
	show_complain(run->path, reason);
}

/* Say what of a run is not there. */
static void run_check(struct run *run)
{
	size_t missing = records_missing(run->records, NULL, 0);

	if (missing) {
		say_missing(run, missing);
		run->is_whole = false;
	}
	if (!records_find(run->records, "end")) {
		show_complain(run->path, "no end record: the run did not finish");
		run->is_whole = false;
	}
}

int show_load(struct run *run, const char *only)
{
	char file[4096], why[160] = "";
	int ret;

	run->only = only;
	run->records = records_new();
	ret = run->records ? recfile_find(run->path, file, sizeof(file)) : -ENOMEM;
	if (!ret)
		ret = records_load(run->records, file, why, sizeof(why));
	if (ret && !why[0])
		snprintf(why, sizeof(why), "%s",
			 ret == -EINVAL ? "neither a folder nor a file" : strerror(-ret));
	if (!ret && !records_last(run->records))
		snprintf(why, sizeof(why), "no record is in it");
	if (why[0])
		show_complain(run->path, why);
	if (!run->records || !records_last(run->records))
		return NO_RUN;
	run->is_whole = !why[0];
	run->id = records_run(run->records);
	run_check(run);
	if (figures_collect(run)) {
		show_complain(run->path, "out of memory");
		return NO_RUN;
	}
	return run->is_whole ? SHOWN : NOT_WHOLE;
}
