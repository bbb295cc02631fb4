// SPDX-License-Identifier: GPL-2.0-only
/*
 * The journal on the medium: events are written in place, one after the other.
 * What stood behind the last good one is blanked before anything is added, or
 * it could come back to life.
 */
#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "session.h"
#include "units.h"

#define PROGRESS "mdbench/progress.txt"
#define SECTOR 512u

static int blank(struct session *s, size_t from, size_t to)
{
	static char feeds[4096];
	size_t part;
	int ret = 0;

	memset(feeds, '\n', sizeof(feeds));
	for (; !ret && from < to; from += part) {
		part = to - from < sizeof(feeds) ? to - from : sizeof(feeds);
		ret = medium_patch(s->medium, PROGRESS, from, feeds, part);
	}
	return ret;
}

int session_note(struct session *s, const char *format, ...)
{
	char text[JOURNAL_TEXT], event[JOURNAL_EVENT];
	const size_t at = (size_t)s->nevents * JOURNAL_EVENT;
	va_list args;
	int ret;

	va_start(args, format);
	ret = vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (ret < 0 || ret >= (int)sizeof(text) || journal_format(event, text))
		return -EINVAL;
	if (s->nevents >= JOURNAL_EVENTS)
		return -ENOSPC;
	if (s->is_damaged) {
		ret = blank(s, at, JOURNAL_BYTES);
		if (ret)
			return ret;
		s->is_damaged = false;
	}
	ret = medium_patch(s->medium, PROGRESS, at, event, sizeof(event));
	if (ret)
		return ret;
	s->nevents++;
	return session_apply(s, text);
}

/*
 * First the sector of the old session's first event, so that none of its others
 * can be taken for the new one's, whenever power fails.
 */
int session_begin(struct session *s, unsigned number, unsigned rounds, int only)
{
	const char empty = '\n';
	int ret;

	ret = blank(s, 0, SECTOR);
	if (!ret)
		ret = blank(s, SECTOR, JOURNAL_BYTES);
	if (ret)
		return ret;
	session_replay(s, &empty, 1);
	return session_note(s, "session %u rounds %u kernels %u words %016llx disks %016x%s%s",
			    number, rounds, s->nkernels, (unsigned long long)s->words_sum, 0,
			    only < 0 ? "" : " only ", only < 0 ? "" : s->kernel[only].key);
}

unsigned session_next_number(const char *path, unsigned least)
{
	DIR *dir = opendir(path);
	uint64_t last = least, n;
	struct dirent *e;

	/* FAT may give back what was written in the other case. */
	while (dir && (e = readdir(dir))) {
		const char *name = e->d_name;

		if ((name[0] == 'S' || name[0] == 's') && strlen(name) == 5 &&
		    !parse_u64(name + 1, 1, SESSION_NUMBERS, &n) && n > last)
			last = n;
	}
	if (dir)
		closedir(dir);
	return (unsigned)last + 1;
}
