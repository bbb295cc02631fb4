// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will type keys and noise into terminals and want each key to be
 * seen, noise to be none, what was typed before to be forgotten, a line that
 * hung up to be left alone, and the terminal's modes to be as they were.
 * needs: none
 * timeout: 60
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "check.h"
#include "metal/keys.h"

#define SECOND 1000000000ll
#define LONG (30 * SECOND)

static int open_pair(int *other)
{
	const int master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);

	*other = -1;
	if (master < 0 || grantpt(master) || unlockpt(master))
		return -1;
	*other = open(ptsname(master), O_RDWR | O_NOCTTY | O_NONBLOCK);
	return master;
}

static void test_bytes(void)
{
	static const struct { const char *bytes; size_t len; enum key want; } rows[] = {
		{ "", 0, KEY_NONE }, { "\0\0\0", 3, KEY_NONE }, { "\377\200\201", 3, KEY_NONE },
		{ "\021\023\007\177", 4, KEY_NONE }, { "a", 1, KEY_OTHER }, { " ", 1, KEY_OTHER },
		{ "\r", 1, KEY_END }, { "\n", 1, KEY_END }, { "\003", 1, KEY_END },
		{ "\033", 1, KEY_END }, { "q", 1, KEY_END }, { "\033[B", 3, KEY_OTHER },
		{ "\033OP", 3, KEY_OTHER }, { "\0\377x", 3, KEY_OTHER }, { "\0\r", 2, KEY_END },
	};
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		check(keys_judge(rows[i].bytes, rows[i].len) == rows[i].want, "row %zu", i);
}

static void type(int master, const char *bytes, size_t len)
{
	check(write(master, bytes, len) == (ssize_t)len, "cannot type");
}

static void test_terminals(int master, int tty)
{
	struct termios before, after;
	struct keys k = { 0 };

	check(!tcgetattr(tty, &before), "no modes");
	type(master, "early\n", 6);
	keys_add(&k, tty);
	check(k.n == 1, "%u", k.n);
	check(keys_wait(&k, keys_now_ns() + SECOND / 20) == KEY_NONE, "what was typed before counts");
	type(master, "\0\377\200", 3);
	check(keys_wait(&k, keys_now_ns() + SECOND / 20) == KEY_NONE, "noise counts");
	/* Without a line's end, and Ctrl-C as a character. */
	type(master, "x", 1);
	check(keys_wait(&k, keys_now_ns() + LONG) == KEY_OTHER, "x was not seen");
	type(master, "\003", 1);
	check(keys_wait(&k, keys_now_ns() + LONG) == KEY_END, "Ctrl-C was not seen");
	type(master, "\0\377\r", 3);
	check(keys_wait(&k, keys_now_ns() + LONG) == KEY_END, "Enter after noise was not seen");
	keys_end(&k);
	check(!tcgetattr(tty, &after), "no modes");
	check(before.c_lflag == after.c_lflag && before.c_iflag == after.c_iflag,
	      "the modes are not as they were");
}

/* One hangs up, the other still counts; then none is left, and time goes on. */
static void test_hangup(int master, int tty)
{
	int other, second = open_pair(&other);
	struct keys k = { 0 };
	int64_t until;

	check(second >= 0 && other >= 0, "no second terminal");
	keys_add(&k, tty);
	keys_add(&k, other);
	keys_add(&k, -1);
	check(k.n == 2, "%u", k.n);
	close(master);
	type(second, "y", 1);
	check(keys_wait(&k, keys_now_ns() + LONG) == KEY_OTHER, "y was not seen");
	close(second);
	until = keys_now_ns() + SECOND / 20;
	check(keys_wait(&k, until) == KEY_NONE, "a hangup counts");
	check(keys_now_ns() >= until, "a hangup ends the wait");
	check(k.tty[0].fd < 0 && k.tty[1].fd < 0, "a dead line is still looked at");
	keys_end(&k);
	close(other);
}

int main(void)
{
	int tty, master = open_pair(&tty);

	test_bytes();
	check(master >= 0 && tty >= 0, "no terminal");
	if (master < 0 || tty < 0)
		return check_done();
	test_terminals(master, tty);
	test_hangup(master, tty);
	close(tty);
	return check_done();
}
