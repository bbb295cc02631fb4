// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads plan.txt: bytes to characters (the byte order mark says how), characters
 * to words, each word checked by the option table itself, so that a mistake is
 * said with its line before anything is begun.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "appliance.h"
#include "plantext.h"
#include "units.h"

#define WORD_MAX 1024
#define WORDS_MAX 64
#define FNV_START 0xcbf29ce484222325u
#define FNV_PRIME 0x100000001b3u

enum coding { CODING_BYTES, CODING_LE, CODING_BE };

struct reader {
	const unsigned char *p, *end;
	enum coding coding;
	unsigned line;
	char *out;
	size_t size, len;
	unsigned nwords;
	struct {
		uint64_t name_sum;
		unsigned line;
	} word[WORDS_MAX];
	uint64_t sum;
	char *err;
	size_t err_size;
};

static int __attribute__((format(printf, 2, 3)))
fail(struct reader *r, const char *format, ...)
{
	va_list args;
	int len = snprintf(r->err, r->err_size, "plan.txt: line %u: ", r->line);

	if (len >= 0 && (size_t)len < r->err_size) {
		va_start(args, format);
		vsnprintf(r->err + len, r->err_size - (size_t)len, format, args);
		va_end(args);
	}
	return -EINVAL;
}

static void skip_mark(struct reader *r)
{
	const size_t len = (size_t)(r->end - r->p);

	if (len >= 3 && !memcmp(r->p, "\xef\xbb\xbf", 3)) {
		r->p += 3;
	} else if (len >= 2 && !memcmp(r->p, "\xff\xfe", 2)) {
		r->p += 2;
		r->coding = CODING_LE;
	} else if (len >= 2 && !memcmp(r->p, "\xfe\xff", 2)) {
		r->p += 2;
		r->coding = CODING_BE;
	}
}

/* The next character, all beyond ASCII as 0x80; -1 at the end, not taken. */
static int peek(const struct reader *r, unsigned *bytes)
{
	unsigned c;

	*bytes = r->coding == CODING_BYTES ? 1 : 2;
	if ((size_t)(r->end - r->p) < *bytes)
		return -1;
	c = r->p[0];
	if (r->coding == CODING_LE)
		c |= (unsigned)r->p[1] << 8;
	if (r->coding == CODING_BE)
		c = c << 8 | r->p[1];
	return c < 0x80 ? (int)c : 0x80;
}

static int look(const struct reader *r)
{
	unsigned bytes;

	return peek(r, &bytes);
}

static int take(struct reader *r)
{
	unsigned bytes;
	int c = peek(r, &bytes);

	if (c >= 0)
		r->p += bytes;
	return c;
}

static bool is_blank(int c)
{
	return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static bool is_end(int c)
{
	return c == '\n' || c == '\r' || c < 0;
}

static void skip_blanks(struct reader *r)
{
	while (is_blank(look(r)))
		take(r);
}

static int put(struct reader *r, char *word, size_t *len, int c)
{
	if (c == 0)
		return fail(r, "a NUL byte: save the file as plain text (UTF-8)");
	if (c < ' ' || c > '~')
		return fail(r, "a character that is not ASCII stands in a word");
	if (*len + 1 >= WORD_MAX)
		return fail(r, "a word of more than %d characters", WORD_MAX);
	word[(*len)++] = (char)c;
	word[*len] = '\0';
	return 0;
}

/* Up to white space, without its quotes; a name ends at "=" too. */
static int take_part(struct reader *r, bool is_name, char *word, size_t *len)
{
	bool quoted = false;
	int c, ret = 0;

	while (!ret) {
		c = look(r);
		if (is_end(c) || (!quoted && (is_blank(c) || (is_name && c == '='))))
			break;
		take(r);
		if (c == '"' && !is_name)
			quoted = !quoted;
		else
			ret = put(r, word, len, c);
	}
	if (!ret && quoted)
		return fail(r, "a quote is not closed on its line");
	return ret;
}

static uint64_t fnv(uint64_t sum, const char *text, size_t len)
{
	while (len--)
		sum = (sum ^ (unsigned char)*text++) * FNV_PRIME;
	return sum;
}

static int note_name(struct reader *r, const char *word, size_t len)
{
	static const char *const of_entry[] = { "medium", "kernel", "start" };
	const uint64_t sum = fnv(FNV_START, word, len);
	unsigned i;

	for (i = 0; i < ARRAY_SIZE(of_entry); i++)
		if (strlen(of_entry[i]) == len && !memcmp(of_entry[i], word, len))
			return fail(r, "%s: is for boot entries, not for plan.txt", of_entry[i]);
	for (i = 0; i < r->nwords; i++)
		if (r->word[i].name_sum == sum)
			return fail(r, "%.*s: was given on line %u already", (int)len, word,
				    r->word[i].line);
	if (r->nwords == WORDS_MAX)
		return fail(r, "more than %d words", WORDS_MAX);
	r->word[r->nwords].name_sum = sum;
	r->word[r->nwords++].line = r->line;
	return 0;
}

/* Quoted, so that white space in it stays; the option table judges it. */
static int append(struct reader *r, const char *name, const char *value)
{
	struct appliance_options scratch;
	struct opt_error why;
	char copy[WORD_MAX + 64];
	int len;

	len = snprintf(r->out + r->len, r->size - r->len, "%s%s%s%s%s%s", r->len ? " " : "",
		       APPLIANCE_PREFIX, name, value ? "=\"" : "", value ? value : "",
		       value ? "\"" : "");
	if (len < 0 || (size_t)len >= r->size - r->len)
		return fail(r, "too many words: they do not fit into %zu bytes", r->size);
	snprintf(copy, sizeof(copy), "%s", r->out + r->len);
	r->len += (size_t)len;
	opt_defaults(appliance_option_list, &scratch);
	if (opt_parse_words(appliance_option_list, &scratch, APPLIANCE_PREFIX, copy, &why))
		return fail(r, "%s", why.text);
	return 0;
}

/* NAME, NAME=VALUE, NAME = VALUE; the word's first character is there. */
static int take_word(struct reader *r)
{
	const size_t lead = strlen(APPLIANCE_PREFIX);
	char name[WORD_MAX] = "", value[WORD_MAX] = "", *p, *given = NULL;
	size_t len = 0, value_len = 0;
	int ret = take_part(r, true, name, &len);
	const bool is_spaced = is_blank(look(r));

	if (ret)
		return ret;
	skip_blanks(r);
	if (look(r) == '=') {
		given = value;
		take(r);
		if (is_spaced)
			skip_blanks(r);
		ret = take_part(r, false, value, &value_len);
	}
	if (ret)
		return ret;
	p = strncmp(name, APPLIANCE_PREFIX, lead) ? name : name + lead;
	for (len = 0; p[len]; len++)
		p[len] = p[len] == '_' ? '-' : p[len];
	ret = note_name(r, p, len);
	if (!ret)
		ret = append(r, p, given);
	r->sum += fnv(fnv(fnv(FNV_START, p, len), "=", 1), given ? value : "yes",
		      given ? value_len : 3);
	return ret;
}

int plantext_parse(const void *data, size_t len, char *line, size_t size, uint64_t *sum,
		   char *err, size_t err_size)
{
	struct reader r = {
		.p = data, .end = (const unsigned char *)data + len, .line = 1,
		.out = line, .size = size, .sum = FNV_START, .err = err, .err_size = err_size,
	};
	int c, ret = 0;

	line[0] = '\0';
	skip_mark(&r);
	while (!ret && (c = look(&r)) >= 0) {
		if (c == '#') {
			while (!is_end(look(&r)))
				take(&r);
		} else if (is_end(c)) {
			take(&r);
			if (c == '\r' && look(&r) == '\n')
				take(&r);
			r.line++;
		} else if (is_blank(c)) {
			take(&r);
		} else {
			ret = take_word(&r);
		}
	}
	if (ret)
		line[0] = '\0';
	*sum = r.sum;
	return ret;
}
