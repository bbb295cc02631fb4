// SPDX-License-Identifier: GPL-2.0-only
/* A leg's records to a second machine, where plan.txt wants it (net=, upload=). */
#include <string.h>
#include "screen.h"
#include "stick_parts.h"
#include "stickrun.h"
#include "upload.h"

void stick_upload(struct stick *st)
{
	struct appliance *a = st->appliance;
	const struct upload_words words = { .net = a->opt.net, .url = a->opt.upload };
	char err[256] = "", path[320], name[96];
	size_t i;

	if (!words.url || !*words.url)
		return;
	/* results/S0001/r1-k1.jsonl: what is behind the first / in one name. */
	snprintf(name, sizeof(name), "%s", strchr(st->log.name, '/') ?
		 strchr(st->log.name, '/') + 1 : st->log.name);
	for (i = 0; name[i]; i++)
		if (name[i] == '/')
			name[i] = '-';
	watchdog_progress(&a->watchdog, UPLOAD_MOST_S + 60);
	if (medium_path(&st->medium, st->log.name, path, sizeof(path)))
		stick_say("mdbench: upload: %s: is not to be read now", st->log.name);
	else if (upload_send(&words, path, name, err, sizeof(err)))
		stick_say("mdbench: %s", err);
	else
		stick_say("mdbench: upload: %s: was sent to %s", name, words.url);
}
