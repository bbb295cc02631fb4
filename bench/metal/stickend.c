// SPDX-License-Identifier: GPL-2.0-only
/* What a medium gets besides records, and what people get to see. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "screen.h"
#include "stick_parts.h"
#include "stickrun.h"
#include "summary.h"

#define AFTER "/run/mdbench/after"

void stick_say_text(const char *text)
{
	const char *end;

	if (!screen_is_console()) {
		fputs(text, stdout);
		fflush(stdout);
	}
	for (; *text; text = end + (*end == '\n')) {
		end = text + strcspn(text, "\n");
		screen_say("%.*s", (int)(end - text), text);
	}
}

void stick_say(const char *format, ...)
{
	char text[512];
	va_list args;
	int len;

	va_start(args, format);
	len = vsnprintf(text, sizeof(text) - 1, format, args);
	va_end(args);
	if (len < 0)
		return;
	len = len < (int)sizeof(text) - 1 ? len : (int)sizeof(text) - 2;
	snprintf(text + len, 2, "\n");
	stick_say_text(text);
}

int stick_note(struct stick *st, const char *text)
{
	int ret = session_note(&st->session, "%s", text);

	if (ret && ret != -ENOSPC && ret != -EINVAL) {
		screen_error("the medium takes nothing: put it back, or the run ends here");
		watchdog_progress(&st->appliance->watchdog, 2 * STICK_WAIT_S);
		if (!medium_again(&st->medium, STICK_WAIT_S, st->err, sizeof(st->err)))
			ret = session_note(&st->session, "%s", text);
	}
	if (ret)
		snprintf(st->err, sizeof(st->err), "mdbench/progress.txt: %s",
			 ret == -ENOSPC ? "is full: too many crashes; begin anew" :
			 ret == -EINVAL ? "cannot follow what it says" : medium_why(-ret));
	return ret;
}

static int fill_kernel(struct stick *st, struct summary_kernel *to, unsigned kernel)
{
	const struct session *s = &st->session;
	char leg[32], name[80], path[320];
	unsigned i;
	int ret = 0;

	snprintf(to->key, sizeof(to->key), "%s", s->kernel[kernel].key);
	snprintf(to->release, sizeof(to->release), "%s", s->kernel[kernel].release);
	to->legs = calloc(s->rounds, sizeof(*to->legs));
	if (!to->legs)
		return -ENOMEM;
	for (i = 0; !ret && i < s->nlegs; i++) {
		if (s->leg[i].kernel != kernel)
			continue;
		session_leg_name(s, &s->leg[i], leg, sizeof(leg));
		snprintf(name, sizeof(name), "%s/%s.jsonl", st->folder, leg);
		ret = medium_path(&st->medium, name, path, sizeof(path));
		if (!ret)
			ret = recscan_file(path, &to->legs[to->nlegs]);
		to->nlegs += !ret;
	}
	return ret;
}

static void name_state(const struct session *s, char *buf, size_t size)
{
	const struct session_leg *leg = &s->leg[s->current];

	if (s->current >= s->nlegs)
		snprintf(buf, size, "finished");
	else
		snprintf(buf, size, "running: round %u of %u, %s", leg->round, s->rounds,
			 s->kernel[leg->kernel].key);
}

static int print_summary(const struct summary *sum, char **text, size_t *len)
{
	FILE *out = open_memstream(text, len);
	int ret;

	if (!out)
		return -ENOMEM;
	ret = summary_print(sum, out);
	if (fclose(out) && !ret)
		ret = -ENOMEM;
	return ret;
}

int stick_write_summary(struct stick *st, char **text, char *qr, unsigned long qr_size)
{
	static struct summary sum;
	const struct session *s = &st->session;
	char *printed = NULL, name[64];
	size_t len = 0;
	unsigned i, k;
	int ret = 0;

	memset(&sum, 0, sizeof(sum));
	snprintf(sum.session, sizeof(sum.session), "S%04u", s->number);
	name_state(s, sum.state, sizeof(sum.state));
	for (i = 0; !ret && i < s->nkernels; i++) {
		if (s->only < 0 || (unsigned)s->only == i)
			ret = fill_kernel(st, &sum.kernel[sum.nkernels++], i);
	}
	if (!ret)
		ret = print_summary(&sum, &printed, &len);
	snprintf(name, sizeof(name), "%s/summary.txt", st->folder);
	if (!ret)
		ret = medium_write(&st->medium, name, printed, len);
	if (ret)
		stick_say("mdbench: %s: %s", name, medium_why(-ret));
	if (text && printed) {
		*text = printed;
		printed = NULL;
		summary_short(&sum, qr, qr_size);
	}
	free(printed);
	for (i = 0; i < sum.nkernels; i++) {
		for (k = 0; k < sum.kernel[i].nlegs; k++)
			recscan_free(&sum.kernel[i].legs[k]);
		free(sum.kernel[i].legs);
	}
	return ret;
}

/* Wait for all there may be: nobody knows how many are to come. */
static bool never(const struct disk_list *list, void *arg)
{
	(void)list;
	(void)arg;
	return false;
}

void stick_list_disks(struct stick *st)
{
	struct appliance *a = st->appliance;
	const struct consent_words words = { a->opt.disks, (int)a->opt.erase };
	char err[256] = "", *text = NULL;
	size_t len;
	FILE *out;

	disk_wait(&a->disks, "/", &words, (unsigned)a->opt.wait_s, never, NULL, err, sizeof(err));
	out = open_memstream(&text, &len);
	if (!out)
		return;
	disks_print(&a->disks, out);
	if (err[0])
		fprintf(out, "mdbench: %s\n", err);
	if (!fclose(out))
		stick_say_text(text);
	free(text);
}

void stick_set_after(const char *what)
{
	const int fd = open(AFTER, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);

	if (fd < 0 || dprintf(fd, "%s\n", what) < 0)
		fprintf(stderr, "mdbench: %s: %s\n", AFTER, strerror(errno));
	if (fd >= 0)
		close(fd);
}
