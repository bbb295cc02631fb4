// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will follow sessions event by event: order of legs, kernels that do
 * not come up, plans that changed, lists of kernels that are wrong.
 * needs: none
 * timeout: 10
 */
#include <string.h>
#include "check.h"
#include "metal/session.h"
#include "units.h"

#define K(n) "k" #n " 6." #n " mdbench/k" #n "/vmlinuz mdbench/base.gz a=b c\n"
#define HEAD "session 1 rounds 2 kernels 3 words 0000000000000005 disks 0000000000000000"

static void begin(struct session *s, const char *head)
{
	char text[] = K(1) "\r\n" K(2) K(3), err[160];

	memset(s, 0, sizeof(*s));
	s->words_sum = 5;
	s->only = -1;
	check(!session_read_kernels(s, text, err, sizeof(err)), "%s", err);
	check(s->nkernels == 3 && !strcmp(s->kernel[2].append, "a=b c"), "%u", s->nkernels);
	if (head)
		check(!session_apply(s, head), "%s", head);
}

static void check_order(void)
{
	static const char *const order[] = { "r1-k1", "r1-k2", "r1-k3", "r2-k1", "r2-k2", "r2-k3" };
	static struct session s;
	char name[32], text[JOURNAL_TEXT];
	unsigned i;

	begin(&s, HEAD);
	check(s.nlegs == 6, "%u", s.nlegs);
	for (i = 0; i < 6; i++) {
		session_leg_name(&s, &s.leg[s.current], name, sizeof(name));
		check(!strcmp(name, order[i]), "%s", name);
		session_leg_event(&s, "run", text);
		check(!session_apply(&s, text) && s.leg[i].is_running, "%s", text);
		session_leg_event(&s, "done", text);
		check(!session_apply(&s, text) && s.current == i + 1, "%s", text);
	}
	check(!session_apply(&s, "finished") && s.is_done, "finished");
}

static unsigned boots_until_lost(struct session *s)
{
	char text[JOURNAL_TEXT];
	unsigned n = 0;

	session_leg_event(s, "boot", text);
	while (!session_is_lost(s) && n < 100) {
		check(!session_apply(s, text), "%s", text);
		n++;
	}
	return n;
}

static void check_given_up(void)
{
	static struct session s;

	begin(&s, HEAD);
	check(boots_until_lost(&s) == 4, "a kernel that never came up");
	check(!session_apply(&s, "given-up 1 k1") && s.current == 1, "given-up");
	check(!session_is_lost(&s), "the next is not");
	check(!session_apply(&s, "boot 1 k2") && !session_apply(&s, "run 1 k2"), "k2 comes up");
	check(!session_apply(&s, "crash 1 k2 watchdog"), "crash");
	check(!strcmp(s.crash_cause, "watchdog") && !s.crash_text[0], "%s", s.crash_cause);
	check(boots_until_lost(&s) == SESSION_BOOTS_KNOWN, "one that came up has more tries");
	check(!session_apply(&s, "run 1 k2") && !session_is_lost(&s) && !s.crash_cause[0],
	      "it came up again");
	check(!session_apply(&s, "crash 1 k2 panic not syncing: a b"), "crash");
	check(!strcmp(s.crash_text, "not syncing: a b"), "%s", s.crash_text);
	check(s.leg[1].crashes == 2, "%u", s.leg[1].crashes);
}

static void check_others(void)
{
	static const char *const stale[] = {
		"session 4 rounds 2 kernels 3 words 0000000000000006 disks 0000000000000000",
		"session 4 rounds 2 kernels 2 words 0000000000000005 disks 0000000000000000",
		"session 4 rounds 1 kernels 3 words 0000000000000005 disks 0000000000000000 only k9",
		"session 4 rounds 43 kernels 3 words 0000000000000005 disks 0000000000000000",
	};
	static struct session s;
	unsigned i;

	for (i = 0; i < ARRAY_SIZE(stale); i++) {
		begin(&s, stale[i]);
		check(s.is_stale && s.number == 4, "%s", stale[i]);
		check(!session_apply(&s, "boot 1 k1") && !s.is_done, "its events do not matter");
	}
	begin(&s, "session 4 rounds 3 kernels 3 words 0000000000000005 disks 00000000000000ff only k2");
	check(!s.is_stale && s.nlegs == 3 && s.leg[2].kernel == 1 && s.leg[2].round == 3,
	      "%u legs", s.nlegs);
}

static void check_lists(void)
{
	static const char *const bad[] = {
		"", "\n", "k1", "k1 r i n", " r i n a", "k1 r /i n a", "k1 r ../i n a", "k1 r i n, a",
		"k1 r i n,/x a", "k/1 r i n a", "k1 r i;x n a", "k1 r i n a\x01", K(1) K(1),
		"k123456789012345678 r i n a",
		K(1) K(2) K(3) K(4) K(5) K(6) K(7) K(8) K(9) K(10) K(11) K(12) K(13) K(14) K(15)
			K(16) K(17),
	};
	static struct session s;
	char text[2048], err[160];
	unsigned i;

	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		snprintf(text, sizeof(text), "%s", bad[i]);
		err[0] = '\0';
		check(session_read_kernels(&s, text, err, sizeof(err)) && err[0], "'%s'", bad[i]);
	}
}

int main(void)
{
	check_order();
	check_given_up();
	check_others();
	check_lists();
	return check_done();
}
