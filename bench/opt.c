// SPDX-License-Identifier: GPL-2.0-only
/*
 * Parses options, boot words and dd's operands from one table. A word sets one
 * value or is an error; nothing is guessed, nothing is half set: the caller
 * stops at the first error.
 */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "json.h"
#include "opt.h"
#include "units.h"

#define HELP_WIDTH 78
#define HELP_COLUMN 26

static int __attribute__((format(printf, 2, 3)))
fail(struct opt_error *err, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(err->text, sizeof(err->text), format, args);
	va_end(args);
	return -EINVAL;
}

static void *value_of(const struct opt *o, void *values)
{
	return (char *)values + o->offset;
}

static const void *const_value_of(const struct opt *o, const void *values)
{
	return (const char *)values + o->offset;
}

static char dash(char c)
{
	return c == '_' ? '-' : c;
}

/* The kernel takes '-' and '_' in its words for the same, so do we. */
static const struct opt *find(const struct opt *table, const char *text, size_t len)
{
	size_t i;

	for (; table->name; table++) {
		for (i = 0; i < len && table->name[i]; i++)
			if (dash(table->name[i]) != dash(text[i]))
				break;
		if (i == len && !table->name[i])
			return table;
	}
	return NULL;
}

static int choice_find(const struct opt *o, const char *text, size_t len)
{
	int i;

	for (i = 0; o->choices[i]; i++)
		if (strlen(o->choices[i]) == len && !memcmp(o->choices[i], text, len))
			return i;
	return -1;
}

/* "one of a, b, c" for messages and help. */
static void choices_list(const struct opt *o, char *buf, size_t size)
{
	size_t len = 0;
	int i;

	buf[0] = '\0';
	for (i = 0; o->choices[i] && len < size; i++)
		len += (size_t)snprintf(buf + len, size - len, "%s%s", i ? ", " : "",
					o->choices[i]);
}

static int set_choice(const struct opt *o, unsigned *value, const char *text,
		      struct opt_error *err)
{
	int i = choice_find(o, text, strlen(text));
	char list[96];

	if (i >= 0) {
		*value = (unsigned)i;
		return 0;
	}
	choices_list(o, list, sizeof(list));
	return fail(err, "%s: '%.40s': not one of %s", o->name, text, list);
}

static int set_flags(const struct opt *o, unsigned *value, const char *text,
		     struct opt_error *err)
{
	unsigned flags = 0;
	const char *p = text;
	char list[96];
	size_t len;
	int i;

	while (*p) {
		len = strcspn(p, ",");
		i = choice_find(o, p, len);
		if (i < 0) {
			choices_list(o, list, sizeof(list));
			return fail(err, "%s: '%.*s': not among %s", o->name,
				    (int)(len < 40 ? len : 40), p, list);
		}
		flags |= 1u << i;
		p += len;
		if (*p && !*++p)
			return fail(err, "%s: '%.40s': ends in a comma", o->name, text);
	}
	*value = flags;
	return 0;
}

static void format_value(const struct opt *o, uint64_t value, char *buf, size_t size)
{
	if (o->type == OPT_BYTES)
		format_bytes(buf, size, value);
	else
		snprintf(buf, size, "%" PRIu64, value);
}

static int set_number(const struct opt *o, uint64_t *value, const char *text,
		      struct opt_error *err)
{
	static const struct {
		int (*parse)(const char *, uint64_t, uint64_t, uint64_t *);
		const char *form;
	} kinds[] = {
		[OPT_U64] = { parse_u64, "a number" },
		[OPT_BYTES] = { parse_bytes, "a size such as 512, 16K or 1M" },
		[OPT_SECONDS] = { parse_seconds, "a time such as 90, 90s or 5m" },
	};
	char low[24], high[24];
	int ret;

	ret = kinds[o->type].parse(text, o->min, o->max, value);
	if (ret == -ERANGE) {
		format_value(o, o->min, low, sizeof(low));
		format_value(o, o->max, high, sizeof(high));
		return fail(err, "%s: '%.40s': not from %s to %s", o->name, text, low,
			    high);
	}
	if (ret)
		return fail(err, "%s: '%.40s': not %s", o->name, text,
			    kinds[o->type].form);
	return 0;
}

static int set_yes(const struct opt *o, bool *value, const char *text,
		   struct opt_error *err)
{
	if (strcmp(text, "yes") && strcmp(text, "no"))
		return fail(err, "%s: '%.40s': not yes or no", o->name, text);
	*value = text[0] == 'y';
	return 0;
}

static int set(const struct opt *o, void *values, const char *text,
	       struct opt_error *err)
{
	void *value = value_of(o, values);

	switch (o->type) {
	case OPT_STRING:
		*(const char **)value = text;
		return 0;
	case OPT_U64:
	case OPT_BYTES:
	case OPT_SECONDS:
		return set_number(o, value, text, err);
	case OPT_CHOICE:
		return set_choice(o, value, text, err);
	case OPT_FLAGS:
		return set_flags(o, value, text, err);
	case OPT_YES:
		return set_yes(o, value, text, err);
	}
	abort();
}

static void set_zero(const struct opt *o, void *values)
{
	void *value = value_of(o, values);

	switch (o->type) {
	case OPT_STRING:
		*(const char **)value = NULL;
		return;
	case OPT_U64:
	case OPT_BYTES:
	case OPT_SECONDS:
		*(uint64_t *)value = 0;
		return;
	case OPT_CHOICE:
	case OPT_FLAGS:
		*(unsigned *)value = 0;
		return;
	case OPT_YES:
		*(bool *)value = false;
		return;
	}
	abort();
}

void opt_defaults(const struct opt *table, void *values)
{
	bool has_choices;
	struct opt_error err;

	for (; table->name; table++) {
		has_choices = table->type == OPT_CHOICE || table->type == OPT_FLAGS;
		if (has_choices != (table->choices != NULL) || table->min > table->max)
			abort();
		if (!table->preset)
			set_zero(table, values);
		else if (set(table, values, table->preset, &err))
			abort();
	}
}

/* A word without its "--" or prefix: "name", "name=value". */
static int parse_word(const struct opt *table, void *values, const char *word,
		      const char *value, bool may_stand_alone, struct opt_error *err)
{
	size_t len = strcspn(word, "=");
	const struct opt *o = find(table, word, len);

	if (!o)
		return fail(err, "%.*s: unknown option", (int)(len < 80 ? len : 80), word);
	if (word[len])
		return set(o, values, word + len + 1, err);
	if (value)
		return set(o, values, value, err);
	if (o->type == OPT_YES && may_stand_alone)
		return set(o, values, "yes", err);
	return fail(err, "%s: needs a value: %s=%s", o->name, o->name,
		    o->type == OPT_YES ? "yes|no" : o->arg ? o->arg : "VALUE");
}

static bool is_dashed(const char *word)
{
	return !strncmp(word, "--", 2) && word[2];
}

const struct opt *opt_find(const struct opt *table, const char *word)
{
	return is_dashed(word) ? find(table, word + 2, strcspn(word + 2, "=")) : NULL;
}

bool opt_takes_next(const struct opt *row, const char *word)
{
	return row->type != OPT_YES && !strchr(word, '=');
}

int opt_part(const struct opt *table, int argc, char **argv, char **option,
	     const char **word, size_t *words)
{
	const struct opt *row;
	int i, n = 0;

	for (i = 0; i < argc; i++) {
		if (!is_dashed(argv[i])) {
			word[(*words)++] = argv[i];
			continue;
		}
		row = opt_find(table, argv[i]);
		option[n++] = argv[i];
		if (row && opt_takes_next(row, argv[i]) && i + 1 < argc)
			option[n++] = argv[++i];
	}
	return n;
}

int opt_parse_argv(const struct opt *table, void *values, int argc,
		   char *const *argv, struct opt_error *err)
{
	const struct opt *o;
	const char *value;
	int i, ret;

	for (i = 0; i < argc; i++) {
		const char *word = argv[i];

		if (!is_dashed(word)) {
			if (!strchr(word, '=') || word[0] == '=')
				return fail(err, "%.80s: unknown operand", word);
			ret = parse_word(table, values, word, NULL, false, err);
		} else {
			value = NULL;
			o = opt_find(table, word);
			if (o && opt_takes_next(o, word) && i + 1 < argc &&
			    strncmp(argv[i + 1], "--", 2))
				value = argv[++i];
			ret = parse_word(table, values, word + 2, value, true, err);
		}
		if (ret)
			return ret;
	}
	return 0;
}

/*
 * Cuts the next word off as the kernel's next_arg() does: quotes hide white
 * space; a pair around the word or around its value is removed.
 */
static char *next_word(char **line)
{
	bool quoted = false;
	char *word = *line, *p, *value;

	word += strspn(word, " \t\r\n");
	if (!*word)
		return NULL;
	for (p = word; *p && (quoted || !isspace((unsigned char)*p)); p++)
		if (*p == '"')
			quoted = !quoted;
	*line = *p ? p + 1 : p;
	*p = '\0';
	value = strchr(word, '=');
	if (*word == '"' || (value && value[1] == '"'))
		if (p > word + 1 && p[-1] == '"')
			p[-1] = '\0';
	if (*word == '"')
		return word + 1;
	if (value && value[1] == '"')
		memmove(value + 1, value + 2, strlen(value + 2) + 1);
	return word;
}

/* A word without the prefix: is it an option's name all the same? */
static int check_bare(const struct opt *table, const char *prefix, const char *word,
		      bool all, struct opt_error *err)
{
	const struct opt *o = find(table, word, strcspn(word, "="));

	if (!o || !(all || o->bounds))
		return 0;
	return fail(err, "%.40s: boot words of the appliance begin with %s: write %s%.40s",
		    word, prefix, prefix, word);
}

int opt_check_bare(const struct opt *table, const char *prefix, char *line,
		   struct opt_error *err)
{
	char *word;
	int ret = 0;

	while (!ret && (word = next_word(&line)))
		ret = check_bare(table, prefix, word, true, err);
	return ret;
}

int opt_parse_words(const struct opt *table, void *values, const char *prefix,
		    char *line, struct opt_error *err)
{
	size_t len = strlen(prefix);
	char *word;
	int ret;

	while ((word = next_word(&line))) {
		ret = strncmp(word, prefix, len) ?
			check_bare(table, prefix, word, false, err) :
			parse_word(table, values, word + len, NULL, true, err);
		if (ret)
			return ret;
	}
	return 0;
}

/* Words from *column on, broken so that no line is wider than HELP_WIDTH. */
static void help_words(const char *text, int *column, FILE *out)
{
	int len;

	while (*text) {
		len = (int)strcspn(text, " ");
		if (*column > HELP_COLUMN && *column + 1 + len > HELP_WIDTH) {
			fprintf(out, "\n%*s", HELP_COLUMN, "");
			*column = HELP_COLUMN;
		} else if (*column > HELP_COLUMN) {
			fputc(' ', out);
			++*column;
		}
		fprintf(out, "%.*s", len, text);
		*column += len;
		text += len + (text[len] == ' ');
	}
}

void opt_help(const struct opt *table, const char *lead, FILE *out)
{
	char list[96], note[128];
	int column;

	if (lead)
		fputs(lead, out);
	for (; table->name; table++) {
		column = fprintf(out, "  %s=%s", table->name,
				 table->type == OPT_YES ? "yes" :
				 table->arg ? table->arg : "VALUE");
		if (column >= HELP_COLUMN)
			column = fprintf(out, "\n") - 1;
		fprintf(out, "%*s", HELP_COLUMN - column, "");
		column = HELP_COLUMN;
		help_words(table->help, &column, out);
		if (table->choices) {
			choices_list(table, list, sizeof(list));
			snprintf(note, sizeof(note), "(%s)", list);
			help_words(note, &column, out);
		}
		if (table->preset && *table->preset) {
			snprintf(note, sizeof(note), "[%s]", table->preset);
			help_words(note, &column, out);
		}
		fputc('\n', out);
	}
}

static void flags_json(const struct opt *o, unsigned flags, struct json *j)
{
	int i;

	json_open(j, o->name, '[');
	for (i = 0; o->choices[i]; i++)
		if (flags & 1u << i)
			json_str(j, NULL, o->choices[i]);
	json_close(j, ']');
}

void opt_json(const struct opt *table, const void *values, struct json *j)
{
	const void *value;

	for (; table->name; table++) {
		value = const_value_of(table, values);
		switch (table->type) {
		case OPT_STRING:
			json_str(j, table->name, *(const char *const *)value);
			break;
		case OPT_U64:
		case OPT_BYTES:
		case OPT_SECONDS:
			json_u64(j, table->name, *(const uint64_t *)value);
			break;
		case OPT_CHOICE:
			json_str(j, table->name,
				 table->choices[*(const unsigned *)value]);
			break;
		case OPT_FLAGS:
			flags_json(table, *(const unsigned *)value, j);
			break;
		case OPT_YES:
			json_bool(j, table->name, *(const bool *)value);
			break;
		}
	}
}
