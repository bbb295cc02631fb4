// SPDX-License-Identifier: GPL-2.0-only
/* See stopsig.h. No SA_RESTART: a call that waits comes back with EINTR. */
#include "stopsig.h"
#include "units.h"

volatile sig_atomic_t stopsig_caught;

static void catch_signal(int signum)
{
	stopsig_caught = signum;
}

void stopsig_catch(void)
{
	struct sigaction action = { .sa_handler = catch_signal, .sa_flags = (int)SA_RESETHAND };
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction old;
	unsigned i;

	for (i = 0; i < ARRAY_SIZE(signals); i++)
		if (!sigaction(signals[i], NULL, &old) && old.sa_handler != SIG_IGN)
			sigaction(signals[i], &action, NULL);
	/* ulimit -f is an error of the write, or it would leave our files behind */
	signal(SIGXFSZ, SIG_IGN);
}
