// SPDX-License-Identifier: GPL-2.0-only
/*
 * records.jsonl: one record a line; or a file with what a sink brought. A line
 * that is no record does not end the reading, so that as much as there is can be
 * shown; the first such line is named and the file counts as damaged. The file
 * may be anything: lines are bounded, and what is no file of records is refused
 * by its first bytes.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "reader.h"
#include "reader-file.h"
#include "record.h"

struct line {
	char text[RECORD_MAX + 2];	/* CR, and one to see that it is too long */
	size_t len;
	bool is_cut;		/* ended by the end of the file */
	uint64_t number;
};

/* True with a line; a line that is too long is cut to the buffer's size. */
static bool line_read(FILE *in, struct line *line)
{
	int c = EOF;

	line->len = 0;
	line->number++;
	while ((c = getc(in)) != EOF && c != '\n') {
		if (line->len < sizeof(line->text))
			line->text[line->len++] = (char)c;
	}
	line->is_cut = c == EOF;
	if (!line->is_cut && line->len && line->text[line->len - 1] == '\r')
		line->len--;
	return !line->is_cut || line->len;
}

static int lines_load(struct records *r, FILE *in, struct line *line, char *why,
		      size_t size)
{
	unsigned faults = 0;
	const char *fault;
	int ret = 0;

	while (line_read(in, line) && faults < RECORDS_FAULTS_MAX) {
		if (ferror(in))
			break;
		if (records_take(r, line->text, line->len, 0, &fault))
			return -ENOMEM;
		if (!fault)
			continue;
		if (line->is_cut && !faults)
			snprintf(why, size, "line %" PRIu64 " is cut off", line->number);
		if (line->is_cut)
			break;
		if (!faults++)
			snprintf(why, size, "line %" PRIu64 " is no record: %s", line->number,
				 fault);
		ret = -EINVAL;
	}
	return ret;
}

/* A sink as it was caught: frames among other lines. */
static bool is_sink(FILE *in)
{
	char head[65536 + 1];
	size_t len = fread(head, 1, sizeof(head) - 1, in);

	rewind(in);
	head[len] = '\0';
	return head[0] != '{' && memmem(head, len, "@mdb1 ", 6);
}

static int sink_load(struct records *r, FILE *in)
{
	char piece[65536];
	size_t len;
	int ret = 0;

	while (!ret && (len = fread(piece, 1, sizeof(piece), in)) > 0)
		ret = records_feed(r, 0, piece, len);
	return ret;
}

/* It may be all holes, which take minutes to read. */
static bool is_too_large(FILE *in)
{
	struct stat st;

	return !fstat(fileno(in), &st) && S_ISREG(st.st_mode) && st.st_size > RECORDS_FILE_MAX;
}

int records_load(struct records *r, const char *path, char *why, size_t size)
{
	struct line *line = calloc(1, sizeof(*line));
	FILE *in;
	int ret;

	if (size)
		why[0] = '\0';
	if (!line)
		return -ENOMEM;
	in = fopen(path, "re");
	if (!in) {
		ret = -errno;
		free(line);
		return ret;
	}
	errno = 0;
	if (is_too_large(in))
		ret = -EFBIG;
	else
		ret = is_sink(in) ? sink_load(r, in) : lines_load(r, in, line, why, size);
	if (!ret && ferror(in))
		ret = errno ? -errno : -EIO;
	fclose(in);
	free(line);
	return ret;
}
