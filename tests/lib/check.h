/* SPDX-License-Identifier: GPL-2.0-only */
/* For unit tests: check() counts and goes on, check_done() gives the status. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>

static unsigned check_made, check_failed;

#define check(cond, ...) do {						\
	check_made++;							\
	if (!(cond)) {							\
		check_failed++;						\
		printf("%s:%d: %s: ", __FILE__, __LINE__, #cond);	\
		printf(__VA_ARGS__);					\
		printf("\n");						\
	}								\
} while (0)

static inline int check_done(void)
{
	printf("%u checks, %u failed\n", check_made, check_failed);
	return check_failed || !check_made;
}

#endif
