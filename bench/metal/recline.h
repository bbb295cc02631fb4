/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One line of JSON as json.c writes it, and nothing else: one object, no white
 * space, ASCII, integers. Pure, for lines that may be hostile.
 */
#ifndef RECLINE_H
#define RECLINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum recline_kind { RECLINE_STRING, RECLINE_NUMBER, RECLINE_WORD, RECLINE_NESTED };

/* A member of the object; text is as it stands in the line, strings without quotes. */
struct recline_member {
	const char *key;
	size_t key_len;
	enum recline_kind kind;
	const char *text;
	size_t len;
};

/* Call each for every member of the object; false if the line is none of ours. */
bool recline_parse(const char *line, size_t len,
		   void (*each)(void *arg, const struct recline_member *m), void *arg);
bool recline_is(const struct recline_member *m, const char *key);
/* A string's text, cut to size, ? for what is no printable ASCII; "" for another kind. */
void recline_text(const struct recline_member *m, char *buf, size_t size);
/* True with a value that is not negative and fits. */
bool recline_number(const struct recline_member *m, uint64_t *value);

#endif
