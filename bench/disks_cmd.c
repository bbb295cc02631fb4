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

#define WIDTH 80
#define ID_WIDTH 39
#define ROW "%-12s %8s %-9s %s"

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

/* A sentence, no line of it wider than a screen. */
static void print_why(const struct disk *d, FILE *out)
{
	const char *text = d->why;
	size_t at, len;

	at = (size_t)fprintf(out, "    why %s:", d->consent ? "yes" : "no");
	for (; *text; text += len + (text[len] == ' ')) {
		len = strcspn(text, " ");
		if (at + 1 + len > WIDTH)
			at = (size_t)fprintf(out, "\n       ") - 1;
		at += (size_t)fprintf(out, " %.*s", (int)len, text);
	}
	fputc('\n', out);
}

/* An id may be long: a partuuid, a way to a disk that has neither serial nor wwn. */
static void print_disk(const struct disk *d, FILE *out)
{
	char size[24];

	fprintf(out, ROW, d->name, format_bytes(size, sizeof(size), d->size_bytes),
		d->transport, d->consent ? "yes" : "no");
	if (strlen(d->id) > ID_WIDTH)
		fprintf(out, "\n    id: %s\n", d->id);
	else
		fprintf(out, "%*s%s\n", d->consent ? 5 : 6, "", d->id);
	if (d->model[0])
		fprintf(out, "    model: %s\n", d->model);
	if (d->serial[0] && strncmp(d->id, "serial:", 7))
		fprintf(out, "    serial: %s\n", d->serial);
	if (d->wwn[0] && strncmp(d->id, "wwn:", 4))
		fprintf(out, "    wwn: %s\n", d->wwn);
	if (!d->is_partition && !d->serial[0] && !d->wwn[0])
		fprintf(out, "    no serial, no wwn: no word can name it, but mdbench mark can\n");
	if (d->partname[0])
		fprintf(out, "    partition name: %s\n", d->partname);
	if (d->signature[0])
		fprintf(out, "    carries: %s\n", d->signature);
	print_why(d, out);
}

void disks_print(const struct disk_list *list, FILE *out)
{
	unsigned i;

	fprintf(out, ROW " ID\n", "NAME", "SIZE", "TRANSPORT", "CONSENT");
	for (i = 0; i < list->count; i++)
		print_disk(&list->disk[i], out);
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
