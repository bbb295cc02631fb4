// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will let programs that are called gnuplot print what they were given,
 * print without end, hang before and after they close their output, die of a
 * signal, and be missing: each is gone afterwards, and nobody waits for good.
 * needs: none
 * timeout: 60
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "report_parts.h"

#define SHORT 300
#define LONG 30000

static const struct {
	const char *program;	/* NULL: there is none */
	unsigned deadline_ms;
	int ret;
	const char *out;
} rows[] = {
	{ "exec cat", LONG, 0, "plot 1\n" },
	{ "exec sed s/1/2/", LONG, 0, "plot 2\n" },
	{ "exit 0", LONG, 0, "" },
	{ "exit 3", LONG, -EIO, NULL },
	{ "kill -SEGV $$", LONG, -EIO, NULL },
	{ "exec sleep 1000", SHORT, -ETIME, NULL },
	{ "echo; exec sleep 1000", SHORT, -ETIME, NULL },
	{ "exec >&-; trap '' TERM INT HUP; exec sleep 1000", SHORT, -ETIME, NULL },
	{ "exec yes", LONG, -EFBIG, NULL },
	/* Nothing of the user's is handed on. */
	{ "echo ${HOME-none} ${GNUTERM-none} $LC_ALL", LONG, 0, "none none C\n" },
	{ NULL, LONG, -ENOENT, NULL },
};

static void put_program(const char *path, const char *text)
{
	FILE *out;

	if (!text) {
		check(!unlink(path), "%s", path);
		return;
	}
	out = fopen(path, "w");
	check(out && fprintf(out, "#!/bin/sh\nPATH=/usr/bin:/bin\n%s\n", text) > 0 &&
	      !fclose(out) && !chmod(path, 0755), "%s", path);
}

int main(void)
{
	char folder[] = "/tmp/gnuplot-XXXXXX", path[64];
	FILE *script = tmpfile();
	size_t len;
	char *out;
	int ret;

	check(script && fputs("plot 1\n", script) > 0, "a script");
	check(mkdtemp(folder) && !setenv("PATH", folder, 1), "a folder");
	setenv("GNUTERM", "x11", 1);
	snprintf(path, sizeof(path), "%s/gnuplot", folder);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		put_program(path, rows[i].program);
		ret = gnuplot_run(script, &out, &len, rows[i].deadline_ms);
		check(ret == rows[i].ret, "%s: %d: %s", rows[i].program, ret, strerror(-ret));
		check(!out == !rows[i].out && (!out || !strcmp(out, rows[i].out)), "%s: %s",
		      rows[i].program, out);
		check(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD, "%s: a child is left",
		      rows[i].program);
		free(out);
	}
	rmdir(folder);
	fclose(script);
	return check_done();
}
