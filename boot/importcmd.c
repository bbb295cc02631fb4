// SPDX-License-Identifier: GPL-2.0-only
/*
 * The command `mdlab import`: words, and what it prints. All that comes from a
 * stick is escaped.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "import.h"
#include "runfolder.h"
#include "text.h"

#define SUMMARY_LINES 200

static void print_run(const struct import_run *run, FILE *out)
{
	char release[128], reason[300];
	const struct tally *t = &run->tally;

	if (!run->folder[0]) {
		fprintf(out, "%s: not imported: %s\n", run->from,
			text_escape(reason, sizeof(reason), run->reason));
		return;
	}
	fprintf(out, "%s: %s %s: %s, %llu of %llu tests passed%s%s\n", run->from,
		run->was_there ? "was here already," : "imported as", run->folder,
		t->release[0] ? text_escape(release, sizeof(release), t->release) : "no kernel",
		(unsigned long long)t->pass, (unsigned long long)t->tests,
		run->verdict.status ? "; " : "", run->verdict.status ? run->verdict.word : "");
	if (run->reason[0])
		fprintf(out, "%s: damaged: %s\n", run->from,
			text_escape(reason, sizeof(reason), run->reason));
}

static void print_summary(const char *summary, FILE *out)
{
	char text[256];

	fputc('\n', out);
	for (unsigned n = 0; *summary && n < SUMMARY_LINES; n++) {
		size_t len = strcspn(summary, "\r\n");
		char *line = strndup(summary, len);

		fprintf(out, "%s\n", line && *line ? text_escape(text, sizeof(text), line) : "");
		free(line);
		summary += len;
		summary += *summary == '\r';
		summary += *summary == '\n';
	}
}

void import_print(const struct import *im, FILE *out)
{
	const struct journal_said *j = &im->journal;

	for (size_t i = 0; i < im->runs; i++)
		print_run(&im->run[i], out);
	if (!im->runs)
		fputs("no results are on it\n", out);
	if (j->session)
		fprintf(out, "session S%04u: %s: %u kernels' runs done, %u given up\n", j->session,
			j->is_finished ? "finished" : "not finished", j->done, j->given_up);
	if (im->summary)
		print_summary(im->summary, out);
}

static const char help_text[] =
	"usage: mdlab import [--out=DIR] SOURCE...\n"
	"\n"
	"Take home the results of a stick. SOURCE is the folder that it is mounted on, its\n"
	"image, its block device (which is only read), or the log of a serial line. Each\n"
	"run becomes a folder for `mdlab show`, below results/runs, or DIR. A run that is\n"
	"there already is left as it is.\n";

static int make_place(char *into, size_t size, const char *out, struct fail *f)
{
	if (out)
		snprintf(into, size, "%s", out);
	else if (folder_of_runs(into, size, f) < 0)
		return -EIO;
	if (strlen(into) > size / 2)
		return fail_set(f, STATUS_USAGE, "out: path too long");
	if (mkdir(into, 0777) < 0 && errno != EEXIST)
		return fail_set(f, STATUS_NOT_STARTED, "out: %s: %s", into, strerror(errno));
	return 0;
}

static int import_one(const char *source, const char *into)
{
	struct import im = { .runs = 0 };
	struct fail f = { 0 };
	int status = STATUS_PASS;
	char text[700];

	if (import_source(&im, source, into, &f) < 0) {
		fprintf(stderr, "mdlab: import: %s\n", text_escape(text, sizeof(text), f.text));
		status = f.status;
	} else {
		import_print(&im, stdout);
	}
	for (size_t i = 0; i < im.runs && status == STATUS_PASS; i++)
		status = im.run[i].folder[0] ? STATUS_PASS : STATUS_FAIL;
	import_free(&im);
	return status;
}

int import_main(int argc, char **argv)
{
	const char *out = NULL;
	struct fail f = { 0 };
	char into[PATH_MAX];
	int worst = STATUS_PASS, ret, sources = 0;

	for (int i = 1; i < argc; i++) {
		if (strncmp(argv[i], "--", 2)) {
			argv[sources++] = argv[i];
			continue;
		}
		if (!strcmp(argv[i], "--help")) {
			fputs(help_text, stdout);
			return STATUS_PASS;
		}
		if (strncmp(argv[i], "--out=", 6) || !argv[i][6]) {
			fprintf(stderr, "mdlab: import: %s: unknown option; "
				"try mdlab import --help\n", argv[i]);
			return STATUS_USAGE;
		}
		out = argv[i] + 6;
	}
	if (!sources) {
		fputs("mdlab: import: no source is named; give the stick's folder, or its image\n",
		      stderr);
		return STATUS_USAGE;
	}
	if (make_place(into, sizeof(into), out, &f) < 0) {
		fprintf(stderr, "mdlab: import: %s\n", f.text);
		return f.status;
	}
	for (int i = 0; i < sources; i++) {
		ret = import_one(argv[i], into);
		worst = ret > worst ? ret : worst;
	}
	return worst;
}
