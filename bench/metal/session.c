// SPDX-License-Identifier: GPL-2.0-only
/*
 * The state of a session from its journal, event by event. Each event must be
 * one that this program could have written at that point: all else is damage
 * and ends the journal there. Also kernels.txt, which is as little trusted.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "session.h"
#include "units.h"

#define FIELDS 12

uint64_t session_sum(uint64_t sum, const void *data, size_t len)
{
	const unsigned char *p = data;

	while (len--)
		sum = (sum ^ *p++) * 0x100000001b3u;
	return sum;
}

/* A name below the medium: no way out of it, nothing that a menu would take apart. */
static bool is_name(const char *text)
{
	const char *p;

	for (p = text; *p; p++) {
		if (!((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') ||
		      (*p >= '0' && *p <= '9') || strchr("._+~-/", *p)))
			return false;
	}
	return *text && *text != '/' && !strstr(text, "..");
}

static bool is_key(const char *text)
{
	return is_name(text) && !strchr(text, '/') && strlen(text) < 16;
}

static bool is_list_of_names(const char *text)
{
	char copy[sizeof(((struct session_kernel *)0)->initrd)], *rest = copy, *part;

	if ((size_t)snprintf(copy, sizeof(copy), "%s", text) >= sizeof(copy))
		return false;
	while ((part = strsep(&rest, ","))) {
		if (!is_name(part))
			return false;
	}
	return true;
}

static bool is_plain(const char *text)
{
	for (; *text; text++) {
		if (*text < ' ' || *text > '~')
			return false;
	}
	return true;
}

static bool keep(char *to, size_t size, const char *text)
{
	return (size_t)snprintf(to, size, "%s", text) < size;
}

static const char *read_kernel(struct session_kernel *k, char *line)
{
	char *key = strsep(&line, " "), *release = strsep(&line, " ");
	char *image = strsep(&line, " "), *initrd = strsep(&line, " ");

	if (!line)
		return "fewer than 5 fields";
	if (!is_key(key) || !keep(k->key, sizeof(k->key), key))
		return "a key that is none";
	if (!is_plain(release) || !keep(k->release, sizeof(k->release), release))
		return "a release that is none";
	if (!is_name(image) || !keep(k->image, sizeof(k->image), image))
		return "a name of an image that is none";
	if (!is_list_of_names(initrd) || !keep(k->initrd, sizeof(k->initrd), initrd))
		return "a list of segments that is none";
	if (!is_plain(line) || !keep(k->append, sizeof(k->append), line))
		return "a command line that is none";
	return NULL;
}

int session_kernel_find(const struct session *s, const char *key)
{
	unsigned i;

	for (i = 0; i < s->nkernels; i++) {
		if (!strcmp(s->kernel[i].key, key))
			return (int)i;
	}
	return -1;
}

int session_read_kernels(struct session *s, char *text, char *err, size_t size)
{
	const char *what = NULL;
	unsigned number = 0;
	char *line;

	s->nkernels = 0;
	while (!what && (line = strsep(&text, "\n"))) {
		number++;
		line[strcspn(line, "\r")] = '\0';
		if (!*line)
			continue;
		if (s->nkernels == SESSION_KERNELS) {
			what = "more than 16 kernels";
			break;
		}
		what = read_kernel(&s->kernel[s->nkernels], line);
		if (!what && session_kernel_find(s, s->kernel[s->nkernels].key) >= 0)
			what = "a key for the second time";
		s->nkernels += !what;
	}
	if (!what && !s->nkernels)
		what = "no kernel";
	if (!what)
		return 0;
	snprintf(err, size, "mdbench/kernels.txt: line %u: %s: write the medium anew", number, what);
	return -EINVAL;
}

/* Fields parted by one space each; the last has the rest. Returns how many. */
static unsigned split(char *text, char **field, unsigned most)
{
	unsigned n = 0;

	while (text && n < most) {
		field[n++] = text;
		if (n == most)
			break;
		text = strchr(text, ' ');
		if (text)
			*text++ = '\0';
	}
	return n;
}

static bool read_sum(const char *text, uint64_t *sum)
{
	unsigned i;

	*sum = 0;
	for (i = 0; i < 16; i++) {
		const char *digits = "0123456789abcdef";
		const char *digit = text[i] ? strchr(digits, text[i]) : NULL;

		if (!digit)
			return false;
		*sum = *sum << 4 | (uint64_t)(digit - digits);
	}
	return !text[16];
}

static bool read_number(const char *text, uint64_t most, unsigned *value)
{
	uint64_t v;

	if (parse_u64(text, 1, most, &v))
		return false;
	*value = (unsigned)v;
	return true;
}

/* Round 1 with each kernel, round 2 with each … */
static bool make_legs(struct session *s)
{
	unsigned round, k;

	s->nlegs = s->current = 0;
	memset(s->leg, 0, sizeof(s->leg));
	for (round = 1; round <= s->rounds; round++) {
		for (k = 0; k < s->nkernels; k++) {
			if (s->only >= 0 && (unsigned)s->only != k)
				continue;
			if (s->nlegs == SESSION_LEGS)
				return false;
			s->leg[s->nlegs++] = (struct session_leg){ .round = round, .kernel = k };
		}
	}
	return s->nlegs > 0;
}

/* session N rounds R kernels K words SUM disks SUM [only KEY] */
static int apply_session(struct session *s, char **f, unsigned n)
{
	static const char *const names[] = { "session", "rounds", "kernels", "words", "disks", "only" };
	unsigned i, kernels, number, rounds;
	uint64_t words, disks;
	int only = -1;

	if ((n != 10 && n != 12) || s->number)
		return -EINVAL;
	for (i = 0; i < n; i += 2) {
		if (strcmp(f[i], names[i / 2]))
			return -EINVAL;
	}
	if (!read_number(f[1], SESSION_NUMBERS, &number) ||
	    !read_number(f[3], SESSION_ROUNDS, &rounds) ||
	    !read_number(f[5], SESSION_KERNELS, &kernels) ||
	    !read_sum(f[7], &words) || !read_sum(f[9], &disks))
		return -EINVAL;
	s->number = number;
	s->rounds = rounds;
	s->disks_sum = disks;
	if (n == 12)
		only = session_kernel_find(s, f[11]);
	s->only = only;
	/* What another plan's events say is of no use, but its number is taken. */
	s->is_stale = kernels != s->nkernels || words != s->words_sum || (n == 12 && only < 0) ||
		      !make_legs(s);
	return 0;
}

static void leg_ends(struct session *s)
{
	s->crash_cause[0] = s->crash_text[0] = '\0';
	s->current++;
}

/* EVENT ROUND KEY, of the current leg. */
static int apply_leg(struct session *s, char **f, unsigned n)
{
	struct session_leg *leg = &s->leg[s->current];
	unsigned round;

	if (s->current >= s->nlegs || n < 3 || !read_number(f[1], SESSION_ROUNDS, &round) ||
	    round != leg->round || strcmp(f[2], s->kernel[leg->kernel].key))
		return -EINVAL;
	if (!strcmp(f[0], "crash")) {
		if (n < 4 || !leg->is_running)
			return -EINVAL;
		leg->is_running = false;
		leg->crashes++;
		snprintf(s->crash_cause, sizeof(s->crash_cause), "%s", f[3]);
		snprintf(s->crash_text, sizeof(s->crash_text), "%s", n > 4 ? f[4] : "");
		return 0;
	}
	if (n != 3)
		return -EINVAL;
	if (!strcmp(f[0], "boot")) {
		leg->boots++;
		leg->is_running = false;
	} else if (!strcmp(f[0], "run")) {
		leg->boots = 0;
		leg->runs++;
		leg->is_running = true;
		s->came_up[leg->kernel] = true;
		s->crash_cause[0] = s->crash_text[0] = '\0';
		leg->was_stopped = false;
	} else if (!strcmp(f[0], "stop") && leg->is_running) {
		leg->is_running = false;
		leg->was_stopped = true;
	} else if (!strcmp(f[0], "done") && leg->runs) {
		leg->is_running = false;
		leg->is_done = true;
		leg_ends(s);
	} else if (!strcmp(f[0], "given-up")) {
		leg->is_running = false;
		leg->is_given_up = true;
		leg_ends(s);
	} else {
		return -EINVAL;
	}
	return 0;
}

int session_apply(struct session *s, const char *text)
{
	char copy[JOURNAL_TEXT], *f[FIELDS];
	unsigned n;

	if (!keep(copy, sizeof(copy), text))
		return -EINVAL;
	/* The text of a crash may have spaces. */
	n = split(copy, f, strncmp(text, "crash ", 6) ? FIELDS : 5);
	if (!strcmp(f[0], "session"))
		return apply_session(s, f, n);
	if (!s->number || s->is_done)
		return -EINVAL;
	if (s->is_stale)
		return 0;
	if (!strcmp(f[0], "disks"))
		return n == 2 && read_sum(f[1], &s->disks_sum) ? 0 : -EINVAL;
	if (!strcmp(f[0], "finished")) {
		if (n != 1 || s->current < s->nlegs)
			return -EINVAL;
		s->is_done = true;
		return 0;
	}
	return apply_leg(s, f, n);
}

static void forget(struct session *s)
{
	s->number = s->rounds = s->nlegs = s->current = s->nevents = 0;
	s->only = -1;
	s->is_done = s->is_stale = s->is_damaged = false;
	s->disks_sum = 0;
	s->crash_cause[0] = s->crash_text[0] = '\0';
	memset(s->came_up, 0, sizeof(s->came_up));
	memset(s->leg, 0, sizeof(s->leg));
}

void session_replay(struct session *s, const char *journal, size_t len)
{
	char text[JOURNAL_TEXT];

	forget(s);
	if (len > JOURNAL_BYTES)
		len = JOURNAL_BYTES;
	for (; len >= JOURNAL_EVENT; len -= JOURNAL_EVENT, journal += JOURNAL_EVENT) {
		if (!journal_parse(journal, text) || session_apply(s, text))
			break;
		s->nevents++;
	}
	s->is_damaged = !journal_is_blank(journal, len);
}

bool session_is_lost(const struct session *s)
{
	const struct session_leg *leg = &s->leg[s->current];

	return s->current < s->nlegs &&
	       leg->boots >= (s->came_up[leg->kernel] ? SESSION_BOOTS_KNOWN : SESSION_BOOTS);
}

void session_leg_name(const struct session *s, const struct session_leg *leg, char *buf,
		      size_t size)
{
	snprintf(buf, size, "r%u-%s", leg->round, s->kernel[leg->kernel].key);
}

void session_leg_event(const struct session *s, const char *event, char text[JOURNAL_TEXT])
{
	const struct session_leg *leg = &s->leg[s->current];

	snprintf(text, JOURNAL_TEXT, "%s %u %s", event, leg->round, s->kernel[leg->kernel].key);
}
