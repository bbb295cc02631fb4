// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will write the journal of a session, cut it at every byte and damage
 * every byte of it, and look for a state that was written at some time.
 * needs: none
 * timeout: 60
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"
#include "metal/session.h"

#define KERNELS "k1 6.1.0 mdbench/k1/vmlinuz mdbench/base.gz,mdbench/metal.gz console=tty0 mem=1G\n" \
	"k2 7.3.0 mdbench/k2/vmlinuz mdbench/base.gz console=tty0\n"
#define SUM 0x1234

static char file[JOURNAL_BYTES];
static bool is_broken;
static unsigned writes;

/* In the medium's place: the file in memory. */
int medium_patch(struct medium *m, const char *name, uint64_t at, const char *data, size_t len)
{
	(void)m;
	check(!strcmp(name, "mdbench/progress.txt"), "%s", name);
	check(at + len <= sizeof(file), "%zu bytes at %zu", len, (size_t)at);
	if (is_broken)
		return -EIO;
	writes++;
	memcpy(file + at, data, len);
	return 0;
}

static const char *const events[] = {
	"boot 1 k1", "run 1 k1", "disks 00000000000000ab", "done 1 k1", "boot 1 k2", "boot 1 k2",
	"given-up 1 k2", "boot 2 k1", "run 2 k1", "crash 2 k1 panic Kernel panic - not syncing: it",
	"boot 2 k1", "run 2 k1", "done 2 k1", "boot 2 k2", "run 2 k2", "done 2 k2", "finished",
};
#define EVENTS (sizeof(events) / sizeof(events[0]))

static void begin(struct session *s)
{
	char text[] = KERNELS, err[160];

	memset(s, 0, sizeof(*s));
	s->words_sum = SUM;
	check(!session_read_kernels(s, text, err, sizeof(err)), "%s", err);
}

static void write_all(struct session *s)
{
	size_t i;

	begin(s);
	check(!session_begin(s, 7, 2, -1), "begin");
	for (i = 0; i < EVENTS; i++)
		check(!session_note(s, "%s", events[i]), "%s", events[i]);
	check(s->is_done && s->current == 4 && s->number == 7, "%u", s->current);
	check(s->disks_sum == 0xab, "disks");
	check(s->leg[1].is_given_up && !s->leg[1].is_done && s->leg[2].is_done, "legs");
	check(s->leg[2].crashes == 1 && s->leg[2].runs == 2, "%u", s->leg[2].crashes);
}

static void check_cuts(void)
{
	static struct session s;
	size_t len;

	begin(&s);
	for (len = 0; len < (EVENTS + 2) * JOURNAL_EVENT; len++) {
		const size_t whole = len / JOURNAL_EVENT;

		session_replay(&s, file, len);
		check(s.nevents == (whole < EVENTS + 1 ? whole : EVENTS + 1), "%u of %zu",
		      s.nevents, len);
		check(s.is_done == (whole >= EVENTS + 1), "cut at %zu", len);
	}
}

/* An event that is damaged ends it, and what is added then is the last. */
static void check_damage(void)
{
	static char whole[JOURNAL_BYTES];
	static struct session s;
	const size_t used = (EVENTS + 1) * JOURNAL_EVENT;
	size_t at;
	int bit;

	memcpy(whole, file, sizeof(whole));
	for (at = 0; at < used; at++) {
		for (bit = 0; bit < 8; bit++) {
			memcpy(file, whole, sizeof(file));
			file[at] = (char)(file[at] ^ 1 << bit);
			begin(&s);
			session_replay(&s, file, sizeof(file));
			check(s.nevents == at / JOURNAL_EVENT && s.is_damaged,
			      "bit %d of byte %zu: %u events", bit, at, s.nevents);
		}
		if (s.number && s.current < s.nlegs && !s.leg[s.current].is_running) {
			char text[JOURNAL_TEXT];
			const unsigned before = s.nevents;

			session_leg_event(&s, "boot", text);
			check(!session_note(&s, "%s", text), "%s", text);
			begin(&s);
			session_replay(&s, file, sizeof(file));
			check(s.nevents == before + 1 && !s.is_damaged, "added to %u: %u", before,
			      s.nevents);
		}
	}
	memcpy(file, whole, sizeof(file));
}

/* Power fails at any write of a new session: nothing of the old one is taken for its own. */
static void check_begin(void)
{
	static struct session s;
	unsigned n;

	for (n = 0; n < 2; n++) {
		memset(file, '\n', sizeof(file));
		write_all(&s);
		if (n == 0)
			memset(file, '\n', 512);
		begin(&s);
		session_replay(&s, file, sizeof(file));
		check(n == 0 ? !s.number && s.is_damaged : s.is_done, "number %u", s.number);
	}
	is_broken = true;
	check(session_begin(&s, 8, 1, -1) == -EIO, "a medium that is gone");
	is_broken = false;
	check(!session_begin(&s, 8, 1, 1), "begin");
	begin(&s);
	session_replay(&s, file, sizeof(file));
	check(s.number == 8 && s.only == 1 && s.nlegs == 1 && s.nevents == 1 && !s.is_damaged,
	      "number %u, kernel %d, %u legs", s.number, s.only, s.nlegs);
	check(s.leg[0].kernel == 1, "%u", s.leg[0].kernel);
	check(session_note(&s, "boot 1 k1") == -EINVAL, "another kernel's event");
}

static void check_full(void)
{
	static struct session s;
	int ret = 0;
	unsigned n;

	begin(&s);
	check(!session_begin(&s, 9, 1, -1), "begin");
	for (n = 1; !ret && n <= JOURNAL_EVENTS; n++)
		ret = session_note(&s, "boot 1 k1");
	check(ret == -ENOSPC && s.nevents == JOURNAL_EVENTS, "%d after %u", ret, s.nevents);
	session_replay(&s, file, sizeof(file));
	check(s.nevents == JOURNAL_EVENTS && s.leg[0].boots == JOURNAL_EVENTS - 1, "%u", s.nevents);
}

static void check_hostile(void)
{
	static const char *const bad[] = {
		"", "boot", "boot 1", "boot 1 k1 x", "boot 2 k1", "boot 1 k9", "boot -1 k1",
		"run  1 k1", "done 1 k1", "finished", "disks 12", "crash 1 k1 panic x",
		"session 8 rounds 1 kernels 2 words 0000000000001234 disks 0000000000000000",
	};
	static const char *const heads[] = {
		"session 0 rounds 1 kernels 2 words 0000000000001234 disks 0000000000000000",
		"session 1 rounds 101 kernels 2 words 0000000000001234 disks 0000000000000000",
		"session 1 rounds 1 kernels 17 words 0000000000001234 disks 0000000000000000",
		"session 1 rounds 1 kernels 2 words 000000000000123G disks 0000000000000000",
		"session 1 rounds 1 kernels 2 words 00000000000012345 disks 0000000000000000",
		"session 1 rounds 1 kernels 2 words 0000000000001234", "boot 1 k1", "finished",
	};
	static struct session s;
	char event[JOURNAL_EVENT], text[JOURNAL_TEXT + 2];
	size_t i;

	begin(&s);
	for (i = 0; i < sizeof(heads) / sizeof(heads[0]); i++) {
		check(session_apply(&s, heads[i]) == -EINVAL, "%s", heads[i]);
		check(!s.number, "%s", heads[i]);
	}
	check(!session_begin(&s, 3, 1, -1), "begin");
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		check(session_apply(&s, bad[i]) == -EINVAL, "'%s'", bad[i]);
	memset(text, 'a', sizeof(text));
	text[JOURNAL_TEXT] = '\0';
	check(journal_format(event, text) == -EINVAL, "too long");
	text[JOURNAL_TEXT - 1] = '\0';
	check(!journal_format(event, text) && event[JOURNAL_EVENT - 1] == '\n', "the longest");
	check(journal_parse(event, text) && strlen(text) == JOURNAL_TEXT - 1, "the longest, back");
	check(journal_format(event, "a|b") == -EINVAL && journal_format(event, "a\nb") == -EINVAL,
	      "what would end the text");
	memset(event, '|', sizeof(event));
	check(!journal_parse(event, text), "bars");
}

int main(void)
{
	static struct session s;

	memset(file, '\n', sizeof(file));
	write_all(&s);
	check_cuts();
	check_damage();
	check_begin();
	check_full();
	check_hostile();
	return check_done();
}
