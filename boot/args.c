// SPDX-License-Identifier: GPL-2.0-only
/*
 * Lists of words, and the two ways to quote one: for a shell and for QEMU.
 */
#include "args.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static bool args_grow(struct args *a)
{
	size_t size = a->size ? 2 * a->size : 64;
	char **word;

	if (a->count + 2 <= a->size)
		return true;
	word = realloc(a->word, size * sizeof(*word));
	if (!word)
		return false;
	a->word = word;
	a->size = size;
	return true;
}

/* Takes the word over; NULL means that there was no memory for it. */
static void args_take(struct args *a, char *word)
{
	if (!word || !args_grow(a)) {
		free(word);
		a->failed = true;
		return;
	}
	a->word[a->count++] = word;
	a->word[a->count] = NULL;
}

void args_add(struct args *a, const char *word)
{
	args_take(a, strdup(word));
}

void args_addf(struct args *a, const char *format, ...)
{
	char *word = NULL;
	va_list args;

	va_start(args, format);
	if (vasprintf(&word, format, args) < 0)
		word = NULL;
	va_end(args);
	args_take(a, word);
}

void args_free(struct args *a)
{
	for (size_t i = 0; i < a->count; i++)
		free(a->word[i]);
	free(a->word);
	memset(a, 0, sizeof(*a));
}

void args_print_quoted(FILE *out, const char *word)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				    "0123456789_-+=./:,@%";

	if (*word && strspn(word, plain) == strlen(word)) {
		fputs(word, out);
		return;
	}
	fputc('\'', out);
	for (; *word; word++) {
		if (*word == '\'')
			fputs("'\\''", out);
		else
			fputc(*word, out);
	}
	fputc('\'', out);
}

int args_escape_commas(char *buf, size_t size, const char *text)
{
	size_t len = 0;

	for (; *text; text++) {
		if (len + 3 > size)
			return -ENAMETOOLONG;
		buf[len++] = *text;
		if (*text == ',')
			buf[len++] = ',';
	}
	buf[len] = '\0';
	return 0;
}
