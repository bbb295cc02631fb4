// SPDX-License-Identifier: GPL-2.0-only
/*
 * mdbench disks: every disk, what it is, and whether it may be written to and
 * why. Reads only; works for an ordinary user, who is told what he cannot see.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "commands.h"
#include "disk.h"
#include "json.h"
#include "opt.h"
#include "units.h"

#define ID_WIDTH 36
#define ROW "%-*s %-12s %8s %-9s %s\n"

struct disks_options {
	unsigned format;
	const char *disks;
	unsigned erase;
	const char *root;
	bool help;
};

enum { FORMAT_TABLE, FORMAT_JSON };

static const char *const formats[] = { "table", "json", NULL };
/* In the order of the enum of struct consent_words. */
static const char *const erases[] = { "no", "yes", "signed", NULL };

static const struct opt options[] = {
	{ .name = "format", .type = OPT_CHOICE, .choices = formats, .preset = "table",
	  .offset = offsetof(struct disks_options, format), .arg = "FORM",
	  .help = "table or json (one object a line)" },
	{ .name = "disks", .type = OPT_STRING, .arg = "LIST",
	  .offset = offsetof(struct disks_options, disks),
	  .help = "judge as if these serials or wwns were named; comma list" },
	{ .name = "erase", .type = OPT_CHOICE, .choices = erases, .preset = "no",
	  .offset = offsetof(struct disks_options, erase), .arg = "WHAT",
	  .help = "no, yes (blank disks) or signed (disks that carry something)" },
	{ .name = "root", .type = OPT_STRING, .preset = "/", .arg = "DIR",
	  .offset = offsetof(struct disks_options, root),
	  .help = "read DIR/sys, DIR/proc and DIR/dev" },
	{ .name = "help", .type = OPT_YES,
	  .offset = offsetof(struct disks_options, help), .help = "this text" },
	{ .name = NULL }
};

void disks_print(const struct disk_list *list, FILE *out)
{
	const struct disk *d;
	char size[24];
	unsigned i;

	fprintf(out, ROW, ID_WIDTH, "ID", "NAME", "SIZE", "TRANSPORT", "CONSENT");
	for (i = 0; i < list->count; i++) {
		d = &list->disk[i];
		fprintf(out, ROW, ID_WIDTH, d->id, d->name,
		       format_bytes(size, sizeof(size), d->size_bytes), d->transport,
		       d->consent ? "yes" : "no");
		if (d->model[0])
			fprintf(out, "    model: %s\n", d->model);
		if (d->wwn[0] && strncmp(d->id, "wwn:", 4))
			fprintf(out, "    wwn: %s\n", d->wwn);
		if (d->partname[0])
			fprintf(out, "    partition name: %s\n", d->partname);
		if (d->signature[0])
			fprintf(out, "    carries: %s\n", d->signature);
		fprintf(out, "    why %s: %s\n", d->consent ? "yes" : "no", d->why);
	}
	if (!list->count)
		fprintf(out, "no disks\n");
}

static int print_json(const struct disk_list *list)
{
	char buf[4096];
	struct json j;
	unsigned i;

	for (i = 0; i < list->count; i++) {
		json_init(&j, buf, sizeof(buf));
		json_open(&j, NULL, '{');
		disk_json(&list->disk[i], &j);
		json_close(&j, '}');
		if (json_error(&j))
			return -ENOSPC;
		printf("%s\n", buf);
	}
	return 0;
}

static int list_disks(const struct disks_options *o)
{
	struct consent_words words = { .disks = o->disks, .erase = o->erase };
	static struct disk_list list;
	char err[512];
	int refused, ret = disk_scan(&list, o->root);

	if (ret)
		return complain(EXIT_FAILED, "disks: %s: cannot be listed: %s", o->root,
				strerror(-ret));
	refused = disk_consent(&list, &words, err, sizeof(err));
	if (!refused && disk_check_claims(&list))
		refused = disk_consent(&list, &words, err, sizeof(err));
	if (o->format == FORMAT_JSON)
		ret = print_json(&list);
	else
		disks_print(&list, stdout);
	if (ret || fflush(stdout) || ferror(stdout))
		return complain(EXIT_FAILED, "disks: standard output: cannot be written");
	if (refused)
		return complain(refused == -EPERM ? EXIT_REFUSED : EXIT_USAGE, "%s", err);
	return EXIT_PASS;
}

int disks_main(int argc, char **argv)
{
	struct disks_options o;
	struct opt_error err;

	opt_defaults(options, &o);
	if (opt_parse_argv(options, &o, argc - 1, argv + 1, &err))
		return complain(EXIT_USAGE, "disks: %s", err.text);
	if (o.help) {
		opt_help(options, "usage: mdbench disks [--NAME=VALUE]...\n"
			 "Lists all disks and says which may be written to. Writes nothing.\n\n",
			 stdout);
		return EXIT_PASS;
	}
	return list_disks(&o);
}
