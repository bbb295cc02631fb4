// SPDX-License-Identifier: GPL-2.0-only
/*
 * A walk over one object. Blanks, escapes, characters that are not ASCII, numbers
 * that are not whole or very long: all are JSON, and none is written by us where
 * it matters, so they end the walk.
 */
#include "prune.h"

#include <stdbool.h>
#include <string.h>

#include "units.h"

#define DEPTH_MAX 8
#define KEYS_MAX 96		/* of an object; results have about 45 */
#define DIGITS_MAX 18		/* fit 64 bits, whatever they are */
#define HEAD "{\"schema\":1,\"type\":\"result\","

struct walk {
	const char *at, *end;
	char *out;		/* where kept text goes on */
};

struct word {
	const char *text;
	size_t len;
};

/* Of one object: a key that stands there twice is an error, which the parser tells. */
struct keys {
	struct word key[KEYS_MAX];
	size_t count;
};

#define WORD(S) { S, sizeof(S) - 1 }

static const struct word kept[] = {
	WORD("schema"), WORD("type"), WORD("seq"), WORD("run"), WORD("id"), WORD("repeat"),
	WORD("verdict"), WORD("reason"), WORD("cached"), WORD("bytes"), WORD("ops"),
	WORD("counts"), WORD("wall_ns"), WORD("rate_bytes_per_s"), WORD("latency"), WORD("cpu"),
};

/* Of the members that are objects. */
static const struct word kept_below[] = {
	WORD("count"), WORD("p50_ns"), WORD("p99_ns"), WORD("user_ns"), WORD("nice_ns"), WORD("system_ns"),
	WORD("irq_ns"), WORD("softirq_ns"),
};

static bool is_among(const struct word *list, size_t count, const char *text, size_t len)
{
	for (size_t i = 0; i < count; i++) {
		if (list[i].len == len && !memcmp(list[i].text, text, len))
			return true;
	}
	return false;
}

static bool next_is(struct walk *w, char c)
{
	if (w->at == w->end || *w->at != c)
		return false;
	w->at++;
	return true;
}

static bool skip_string(struct walk *w)
{
	if (!next_is(w, '"'))
		return false;
	while (w->at < w->end && *w->at != '"') {
		if (*w->at < ' ' || *w->at > '~' || *w->at == '\\')
			return false;
		w->at++;
	}
	return next_is(w, '"');
}

static bool skip_number(struct walk *w)
{
	const char *first;

	next_is(w, '-');
	first = w->at;
	while (w->at < w->end && *w->at >= '0' && *w->at <= '9')
		w->at++;
	return w->at > first && w->at - first <= DIGITS_MAX &&
		(*first != '0' || w->at - first == 1);
}

static bool skip_literal(struct walk *w)
{
	static const struct word words[] = { WORD("null"), WORD("true"), WORD("false") };

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		if ((size_t)(w->end - w->at) < words[i].len ||
		    memcmp(w->at, words[i].text, words[i].len))
			continue;
		w->at += words[i].len;
		return true;
	}
	return false;
}

/* A key and its colon, which is none of those before it. */
static bool skip_key(struct walk *w, struct keys *keys)
{
	const char *key = w->at + 1;
	size_t len;

	if (!skip_string(w) || !next_is(w, ':') || keys->count == KEYS_MAX)
		return false;
	len = (size_t)(w->at - key) - 2;
	if (is_among(keys->key, keys->count, key, len))
		return false;
	keys->key[keys->count++] = (struct word){ key, len };
	return true;
}

static bool skip_value(struct walk *w, unsigned depth);

/* An object, or a list: what follows its first bracket. */
static bool skip_members(struct walk *w, unsigned depth, bool is_object)
{
	const char last = is_object ? '}' : ']';
	struct keys keys;

	keys.count = 0;
	if (next_is(w, last))
		return true;
	do {
		if (is_object && !skip_key(w, &keys))
			return false;
		if (!skip_value(w, depth))
			return false;
	} while (next_is(w, ','));
	return next_is(w, last);
}

static bool skip_value(struct walk *w, unsigned depth)
{
	if (w->at == w->end || depth == DEPTH_MAX)
		return false;
	switch (*w->at) {
	case '"':
		return skip_string(w);
	case '{':
	case '[':
		return skip_members(w, depth + 1, *w->at++ == '{');
	case 't':
	case 'f':
	case 'n':
		return skip_literal(w);
	default:
		return skip_number(w);
	}
}

static void keep(struct walk *w, const char *from)
{
	memcpy(w->out, from, (size_t)(w->at - from));
	w->out += w->at - from;
}

/* An object, some members of which are left out; of those that stay, again. */
static bool keep_members(struct walk *w, unsigned depth)
{
	bool is_kept, is_first = true;
	const struct word *key;
	const char *member;
	struct keys keys;

	keys.count = 0;
	if (!next_is(w, '{'))
		return false;
	*w->out++ = '{';
	do {
		member = w->at;
		if (!skip_key(w, &keys))
			return false;
		key = &keys.key[keys.count - 1];
		is_kept = depth ?
			is_among(kept_below, ARRAY_SIZE(kept_below), key->text, key->len) :
			is_among(kept, ARRAY_SIZE(kept), key->text, key->len);
		if (is_kept && !is_first)
			*w->out++ = ',';
		if (is_kept && !depth && w->at < w->end && *w->at == '{') {
			keep(w, member);
			if (!keep_members(w, depth + 1))
				return false;
		} else if (!skip_value(w, depth)) {
			return false;
		} else if (is_kept) {
			keep(w, member);
		}
		is_first &= !is_kept;
	} while (next_is(w, ','));
	*w->out++ = '}';
	return next_is(w, '}');
}

size_t prune_result(const char *text, size_t len, char *out)
{
	struct walk w = { .at = text, .end = text + len, .out = out };

	if (len < sizeof(HEAD) || memcmp(text, HEAD, sizeof(HEAD) - 1))
		return 0;
	return keep_members(&w, 0) && w.at == w.end ? (size_t)(w.out - out) : 0;
}
