// SPDX-License-Identifier: GPL-2.0-only
// This test will parse options and boot words from a table and look at values,
// at messages, at help and at the settings object.
// needs: none
// timeout: 10
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"
#include "json.h"
#include "opt.h"
#include "units.h"

struct values {
	const char *name;
	uint64_t count, size, wait;
	unsigned mode, flags;
	bool dry_run;
};

static const char *const modes[] = { "poweroff", "reboot", NULL };
static const char *const flags[] = { "direct", "dsync", "sync", NULL };

#define AT(field) offsetof(struct values, field)

static const struct opt table[] = {
	{ "name", OPT_STRING, AT(name), 0, 0, NULL, NULL, "TEXT", "a name", false },
	{ "count", OPT_U64, AT(count), 1, 100, NULL, "3", "N", "how many", false },
	{ "size", OPT_BYTES, AT(size), 512, 1 << 20, NULL, "4K", "SIZE", "how large", false },
	{ "wait", OPT_SECONDS, AT(wait), 0, 3600, NULL, "1m", "TIME", "how long", false },
	{ "mode", OPT_CHOICE, AT(mode), 0, 0, modes, "reboot", "MODE", "what then", false },
	{ "flags", OPT_FLAGS, AT(flags), 0, 0, flags, NULL, "FLAGS", "which", false },
	{ "dry-run", OPT_YES, AT(dry_run), 0, 0, NULL, NULL, NULL, "stop before", true },
	{ .name = NULL }
};

static const char preset_text[] =
	"{\"name\":null,\"count\":3,\"size\":4096,\"wait\":60,\"mode\":\"reboot\","
	"\"flags\":[],\"dry-run\":false}";

/* Words parted by '|', and the settings that they leave or the message. */
static const struct {
	const char *words, *error, *json;
} argv_rows[] = {
	{ "", NULL, preset_text },
	{ "--name=a|--count=5|--size=1M|--wait=2m|--mode=poweroff|--flags=direct,sync|--dry-run",
	  NULL, "{\"name\":\"a\",\"count\":5,\"size\":1048576,\"wait\":120,"
	  "\"mode\":\"poweroff\",\"flags\":[\"direct\",\"sync\"],\"dry-run\":true}" },
	{ "--name|a b|--count|5|size=512|flags=dsync|dry-run=yes|mode=poweroff|--wait|0",
	  NULL, "{\"name\":\"a b\",\"count\":5,\"size\":512,\"wait\":0,"
	  "\"mode\":\"poweroff\",\"flags\":[\"dsync\"],\"dry-run\":true}" },
	{ "--count=5|--count=6|--dry_run|--dry-run=no|name=a=b|--flags=direct|--flags=",
	  NULL, "{\"name\":\"a=b\",\"count\":6,\"size\":4096,\"wait\":60,"
	  "\"mode\":\"reboot\",\"flags\":[],\"dry-run\":false}" },
	{ "--bogus=1", "bogus: unknown option", NULL },
	{ "--bogus", "bogus: unknown option", NULL },
	{ "bogus=1", "bogus: unknown option", NULL },
	{ "--coun=1", "coun: unknown option", NULL },
	{ "--countx=1", "countx: unknown option", NULL },
	{ "stray", "stray: unknown operand", NULL },
	{ "dry-run", "dry-run: unknown operand", NULL },
	{ "--", "--: unknown operand", NULL },
	{ "=1", "=1: unknown operand", NULL },
	{ "--count", "count: needs a value: count=N", NULL },
	{ "--count|--dry-run", "count: needs a value: count=N", NULL },
	{ "--count=0", "count: '0': not from 1 to 100", NULL },
	{ "--count=101", "count: '101': not from 1 to 100", NULL },
	{ "--count=5x", "count: '5x': not a number", NULL },
	{ "--count=", "count: '': not a number", NULL },
	{ "--size=511", "size: '511': not from 512 to 1M", NULL },
	{ "--size=1Q", "size: '1Q': not a size such as 512, 16K or 1M", NULL },
	{ "--wait=soon", "wait: 'soon': not a time such as 90, 90s or 5m", NULL },
	{ "--mode=halt", "mode: 'halt': not one of poweroff, reboot", NULL },
	{ "--mode=power", "mode: 'power': not one of poweroff, reboot", NULL },
	{ "--flags=direct,nope", "flags: 'nope': not among direct, dsync, sync", NULL },
	{ "--flags=direct,", "flags: 'direct,': ends in a comma", NULL },
	{ "--flags=,direct", "flags: '': not among direct, dsync, sync", NULL },
	{ "--dry-run=maybe", "dry-run: 'maybe': not yes or no", NULL },
};

#define BARE(WORD)							\
	WORD ": boot words of the appliance begin with mdbench.: write mdbench." WORD

static const struct {
	const char *line, *error, *json;
} word_rows[] = {
	{ "", NULL, preset_text },
	{ "quiet console=ttyS0 mdbenchcount=9 x.mdbench.count=9 root=/dev/vda", NULL, preset_text },
	{ "  quiet\tmdbench.count=7  mdbench.dry-run\n", NULL,
	  "{\"name\":null,\"count\":7,\"size\":4096,\"wait\":60,\"mode\":\"reboot\","
	  "\"flags\":[],\"dry-run\":true}" },
	{ "mdbench.name=\"a b\" \"mdbench.count=8\" foo=\"mdbench.count=9 x\" mdbench.dry_run=yes",
	  NULL, "{\"name\":\"a b\",\"count\":8,\"size\":4096,\"wait\":60,"
	  "\"mode\":\"reboot\",\"flags\":[],\"dry-run\":true}" },
	{ "mdbench.name=\"open end", NULL,
	  "{\"name\":\"open end\",\"count\":3,\"size\":4096,\"wait\":60,"
	  "\"mode\":\"reboot\",\"flags\":[],\"dry-run\":false}" },
	{ "mdbench.name=\"", NULL,
	  "{\"name\":\"\",\"count\":3,\"size\":4096,\"wait\":60,"
	  "\"mode\":\"reboot\",\"flags\":[],\"dry-run\":false}" },
	{ "count=5 mdbench.count=7 dry-running=1 mdbench-dry-run dry-ru", NULL,
	  "{\"name\":null,\"count\":7,\"size\":4096,\"wait\":60,\"mode\":\"reboot\","
	  "\"flags\":[],\"dry-run\":false}" },
	{ "mdbench.count=7 dry-run", BARE("dry-run"), NULL },
	{ "quiet dry_run=no mdbench.count=7", BARE("dry_run=no"), NULL },
	{ "\"dry-run=a b\"", BARE("dry-run=a b"), NULL },
	{ "mdbench.bogus=1", "bogus: unknown option", NULL },
	{ "mdbench.", ": unknown option", NULL },
	{ "mdbench.count", "count: needs a value: count=N", NULL },
	{ "mdbench.count=zwei", "count: 'zwei': not a number", NULL },
};

static void check_outcome(const char *what, int ret, const struct values *v,
			  const struct opt_error *err, const char *error, const char *json)
{
	char buf[512];
	struct json j;

	check(ret == (error ? -EINVAL : 0), "%s gives %d", what, ret);
	if (error) {
		check(!strcmp(err->text, error), "%s: says '%s'", what, err->text);
		return;
	}
	json_init(&j, buf, sizeof(buf));
	json_open(&j, NULL, '{');
	opt_json(table, v, &j);
	json_close(&j, '}');
	check(!json_error(&j) && !strcmp(buf, json), "%s: leaves %s", what, buf);
}

static void check_argv(void)
{
	struct opt_error err;
	struct values v;
	char *argv[16], *copy, *text;
	size_t i;
	int argc, ret;

	for (i = 0; i < ARRAY_SIZE(argv_rows); i++) {
		text = copy = strdup(argv_rows[i].words);
		for (argc = 0; *copy && text; argc++)
			argv[argc] = strsep(&text, "|");
		err.text[0] = '\0';
		opt_defaults(table, &v);
		ret = opt_parse_argv(table, &v, argc, argv, &err);
		check_outcome(argv_rows[i].words, ret, &v, &err, argv_rows[i].error,
			      argv_rows[i].json);
		free(copy);
	}
}

static void check_words(void)
{
	struct opt_error err;
	struct values v;
	size_t i;
	char *line;
	int ret;

	for (i = 0; i < ARRAY_SIZE(word_rows); i++) {
		line = strdup(word_rows[i].line);
		err.text[0] = '\0';
		opt_defaults(table, &v);
		ret = opt_parse_words(table, &v, "mdbench.", line, &err);
		check_outcome(word_rows[i].line, ret, &v, &err, word_rows[i].error,
			      word_rows[i].json);
		free(line);
	}
}

static void check_bare(void)
{
	static const struct {
		const char *line, *error;	/* NULL: may pass */
	} rows[] = {
		{ "", NULL },
		{ "root=/dev/vda init=/x names=1 nam mdbench.count=x mdbench.nope", NULL },
		{ "quiet count=5", BARE("count=5") },
		{ "count", BARE("count") },
		{ "dry_run dry-run", BARE("dry_run") },
	};
	struct opt_error err;
	char line[128];
	size_t i;
	int ret;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		snprintf(line, sizeof(line), "%s", rows[i].line);
		err.text[0] = '\0';
		ret = opt_check_bare(table, "mdbench.", line, &err);
		check(ret == (rows[i].error ? -EINVAL : 0), "%s gives %d", rows[i].line, ret);
		check(!strcmp(err.text, rows[i].error ? rows[i].error : ""), "%s: says '%s'",
		      rows[i].line, err.text);
	}
}

static void check_help(void)
{
	char *text = NULL;
	size_t len, i;
	FILE *out = open_memstream(&text, &len);

	opt_help(table, "lead\n", out);
	fclose(out);
	check(!strncmp(text, "lead\n", 5), "no lead: %s", text);
	for (i = 0; table[i].name; i++)
		check(strstr(text, table[i].name) && strstr(text, table[i].help),
		      "no %s in: %s", table[i].name, text);
	check(strstr(text, "[4K]") && strstr(text, "(poweroff, reboot)"),
	      "no default or choices: %s", text);
	free(text);
}

static void check_long_word(void)
{
	char word[4096] = "--", *argv[1] = { word };
	struct opt_error err;
	struct values v;

	memset(word + 2, 'x', sizeof(word) - 3);
	opt_defaults(table, &v);
	check(opt_parse_argv(table, &v, 1, argv, &err) == -EINVAL, "a long word passes");
	check(strlen(err.text) < sizeof(err.text) && strstr(err.text, "unknown"),
	      "a long word: %s", err.text);
}

/* What is an option's and what is not, whatever order they stand in. */
static void check_part(void)
{
	static const struct {
		const char *line, *option, *word;
	} rows[] = {
		{ "", "", "" },
		{ "a b", "", "a b " },
		{ "a --count 5 b", "--count 5 ", "a b " },
		{ "--count=5 b", "--count=5 ", "b " },
		{ "--dry-run b", "--dry-run ", "b " },
		{ "--dry_run b --wait 5", "--dry_run --wait 5 ", "b " },
		{ "--nosuch b", "--nosuch ", "b " },
		{ "b --count", "--count ", "b " },
		{ "- -- -o", "", "- -- -o " },
		{ "kernel=6*", "", "kernel=6* " },
	};
	char line[80], got_option[80], got_word[80];
	char *argv[8], *option[8], *save;
	const char *word[8];
	size_t words;
	int argc, n;

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		snprintf(line, sizeof(line), "%s", rows[i].line);
		argc = 0;
		for (char *p = strtok_r(line, " ", &save); p; p = strtok_r(NULL, " ", &save))
			argv[argc++] = p;
		words = 0;
		n = opt_part(table, argc, argv, option, word, &words);
		got_option[0] = got_word[0] = '\0';
		for (int k = 0; k < n; k++)
			snprintf(got_option + strlen(got_option), 20, "%s ", option[k]);
		for (size_t k = 0; k < words; k++)
			snprintf(got_word + strlen(got_word), 20, "%s ", word[k]);
		check(!strcmp(got_option, rows[i].option), "%s: options %s", rows[i].line,
		      got_option);
		check(!strcmp(got_word, rows[i].word), "%s: words %s", rows[i].line, got_word);
	}
}

int main(void)
{
	check_argv();
	check_part();
	check_words();
	check_bare();
	check_help();
	check_long_word();
	return check_done();
}
