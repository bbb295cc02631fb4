// SPDX-License-Identifier: GPL-2.0-only
/*
 * Takes runs out of a source. Each records file is read by the records' reader
 * in a private folder, written anew from what the reader took, and the folder
 * then gets its name: nobody ever sees half a run, and nothing that was there is
 * written to.
 */
#include "import.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/param.h>
#include <sys/stat.h>
#include <unistd.h>
#include "frame.h"
#include "text.h"
#include "units.h"

#define RECORDS_MAX (256u << 20)
#define SUMMARY_MAX (1u << 20)
#define SAME_MAX 99		/* runs of one id, with other contents */
#define LOG_RUNS 64		/* of one serial log */
#define LOG_LINE (256u << 10)

/* Digits between lead and tail: their number; 0: another name. */
static unsigned name_number(const char *name, const char *lead, const char *tail, unsigned most)
{
	size_t n;

	if (strncmp(name, lead, strlen(lead)))
		return 0;
	name += strlen(lead);
	n = strspn(name, "0123456789");
	return n && n <= most && !strcmp(name + n, tail) ? (unsigned)strtoul(name, NULL, 10) : 0;
}

static bool is_session(const char *name)
{
	return strlen(name) == 5 && name_number(name, "S", "", 4);
}

/* rROUND-kKERNEL.jsonl */
static bool is_leg(const char *name)
{
	const char *dash = strchr(name, '-');
	char round[8];

	if (!dash || (size_t)(dash - name) >= sizeof(round))
		return false;
	snprintf(round, sizeof(round), "%.*s", (int)(dash - name), name);
	return name_number(round, "r", "", 3) && name_number(dash, "-k", ".jsonl", 2);
}

static bool is_good_id(const char *id)
{
	size_t len = strlen(id);

	for (const char *p = id; *p; p++) {
		if (!isalnum((unsigned char)*p) && !strchr("._-+:", *p))
			return false;
	}
	return len && len < RUN_ID_MAX && isalnum((unsigned char)id[0]);
}

static struct import_run *add_run(struct import *im, const char *from, unsigned session)
{
	struct import_run *more = realloc(im->run, (im->runs + 1) * sizeof(*more));

	if (!more)
		return NULL;
	im->run = more;
	more += im->runs++;
	memset(more, 0, sizeof(*more));
	snprintf(more->from, sizeof(more->from), "%s", from);
	more->session = session;
	return more;
}

static char *records_join(const struct records *r, size_t *len)
{
	char *text = NULL;
	const char *json;
	FILE *out = open_memstream(&text, len);

	if (!out)
		return NULL;
	for (uint64_t seq = 1; seq <= records_last(r); seq++) {
		json = records_text(r, seq);
		if (json)
			fprintf(out, "%s\n", json);
	}
	if (fclose(out) == 0)
		return text;
	free(text);
	return NULL;
}

static bool has_content(const char *folder, const char *text, size_t len)
{
	char path[PATH_MAX + 16];
	char *there = NULL;
	size_t n = 0;
	struct source s = { .fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) };
	bool is_same;

	snprintf(path, sizeof(path), "records.jsonl");
	is_same = s.fd >= 0 && source_read(&s, path, RECORDS_MAX, &there, &n) == 0 && n == len &&
		  !memcmp(there, text, len);
	free(there);
	source_close(&s);
	return is_same;
}

/* The folder's name: ID, or ID-2 … where another run has it. */
static int choose_folder(struct import_run *run, const char *into, const char *id,
			 const char *text, size_t len)
{
	struct stat st;
	int n;

	for (unsigned i = 1; i <= SAME_MAX; i++) {
		n = i == 1 ? snprintf(run->folder, sizeof(run->folder), "%s/%s", into, id) :
			snprintf(run->folder, sizeof(run->folder), "%s/%s-%u", into, id, i);
		if (n < 0 || (size_t)n >= sizeof(run->folder) - 32)
			return -ENAMETOOLONG;
		if (lstat(run->folder, &st) < 0)
			return errno == ENOENT ? 0 : -errno;
		run->was_there = has_content(run->folder, text, len);
		if (run->was_there)
			return 0;
	}
	return -EEXIST;
}

int import_write_verdict(const char *path, const struct verdict *v, const struct tally *t,
			 const char *more)
{
	char text[2048];
	int len;

	len = snprintf(text, sizeof(text), "%s %d\nreason: %s\n"
		       "results: pass=%" PRIu64 " fail=%" PRIu64 " broken=%" PRIu64
		       " unsupported=%" PRIu64 " void=%" PRIu64 "\nkernel: %s\n%s", v->word,
		       v->status, v->reason[0] ? v->reason : "none", t->pass, t->fail, t->broken,
		       t->unsupported, t->void_, t->release[0] ? t->release : "unknown", more);
	return runfolder_write(path, text, MIN((unsigned long)len, sizeof(text) - 1));
}

/* Fill a folder of a temporary name, then give it its own. 0 or -errno. */
static int make_folder(const struct import_run *run, const char *into, const char *source,
		       const char *text, size_t len)
{
	char temporary[PATH_MAX], path[PATH_MAX + 16], more[640], name[512];
	int ret;

	if (snprintf(temporary, sizeof(temporary), "%s/.import-XXXXXX", into) >=
	    (int)sizeof(temporary))
		return -ENAMETOOLONG;
	if (!mkdtemp(temporary))
		return -errno;
	chmod(temporary, 0755);
	snprintf(path, sizeof(path), "%s/records.jsonl", temporary);
	ret = runfolder_write(path, text, len);
	snprintf(more, sizeof(more), "imported: %s from %s\n", run->from,
		 text_escape(name, sizeof(name), source));
	snprintf(path, sizeof(path), "%s/verdict", temporary);
	if (ret == 0)
		ret = import_write_verdict(path, &run->verdict, &run->tally, more);
	if (ret == 0 && renameat2(AT_FDCWD, temporary, AT_FDCWD, run->folder,
				  RENAME_NOREPLACE) < 0)
		ret = -errno;
	if (ret < 0) {
		unlink(path);
		snprintf(path, sizeof(path), "%s/records.jsonl", temporary);
		unlink(path);
		rmdir(temporary);
	}
	return ret;
}

static void fail_run(struct import_run *run, const char *reason)
{
	run->folder[0] = '\0';
	if (reason != run->reason)
		snprintf(run->reason, sizeof(run->reason), "%s", reason);
}

/* Records that the reader took: judge them, and make their folder. */
static void take_records(struct import_run *run, const struct records *r, const char *into,
			 const char *source)
{
	struct facts facts = { .started = true, .guest_spoke = true };
	const char *id = records_run(r);
	sigset_t stops, before;
	size_t len = 0;
	char *text;
	int ret;

	sigemptyset(&stops);
	sigaddset(&stops, SIGINT);
	sigaddset(&stops, SIGTERM);
	sigaddset(&stops, SIGHUP);
	if (!records_last(r) || !id) {
		fail_run(run, run->reason[0] ? run->reason : "no record is in it");
		return;
	}
	if (!is_good_id(id)) {
		fail_run(run, "the run's id is none that a folder can have");
		return;
	}
	snprintf(facts.shutdown, sizeof(facts.shutdown), "guest-shutdown");
	verdict_tally(r, &run->tally);
	verdict_decide(&facts, &run->tally, &run->verdict);
	text = records_join(r, &len);
	ret = text ? choose_folder(run, into, id, text, len) : -ENOMEM;
	if (ret == 0 && !run->was_there) {
		/* Short, and whoever stops it in between finds nothing half made. */
		sigprocmask(SIG_BLOCK, &stops, &before);
		ret = make_folder(run, into, source, text, len);
		sigprocmask(SIG_SETMASK, &before, NULL);
	}
	free(text);
	if (ret < 0)
		fail_run(run, strerror(-ret));
}

/* The reader takes a file by its name. */
static int load_text(struct records *r, const char *text, size_t len, char *why, size_t size)
{
	char path[64];
	int fd = memfd_create("records", MFD_CLOEXEC), ret = 0;
	ssize_t n;

	if (fd < 0)
		return -errno;
	while (len && ret == 0) {
		n = write(fd, text, len);
		if (n <= 0)
			ret = n < 0 ? -errno : -EIO;
		text += n > 0 ? n : 0;
		len -= n > 0 ? (size_t)n : 0;
	}
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	if (ret == 0)
		ret = records_load(r, path, why, size);
	close(fd);
	return ret;
}

static void take_text(struct import_run *run, const char *text, size_t len, const char *into,
		      const char *source)
{
	struct records *r = records_new();
	int ret = r ? load_text(r, text, len, run->reason, sizeof(run->reason)) : -ENOMEM;

	/* A line that is no record does not spoil the others. */
	if (ret < 0 && ret != -EINVAL)
		fail_run(run, strerror(-ret));
	else
		take_records(run, r, into, source);
	records_free(r);
}

static int import_session(struct import *im, const struct source *s, const char *name,
			  const char *into, const char *source)
{
	char folder[64], path[160], **legs = NULL, *text = NULL;
	size_t count = 0, len = 0;
	int ret;

	snprintf(folder, sizeof(folder), "results/%.16s", name);
	ret = source_list(s, folder, is_leg, &legs, &count);
	if (ret == -ENOTDIR)
		return 0;
	for (size_t i = 0; ret == 0 && i < count; i++) {
		struct import_run *run;

		snprintf(path, sizeof(path), "%s/%.64s", folder, legs[i]);
		run = add_run(im, path, name_number(name, "S", "", 4));
		if (!run) {
			ret = -ENOMEM;
			break;
		}
		ret = source_read(s, path, RECORDS_MAX, &text, &len);
		if (ret == 0)
			take_text(run, text, len, into, source);
		else
			fail_run(run, ret == -EFBIG ? "larger than a run can be" : strerror(-ret));
		free(text);
		ret = ret == -ENOMEM ? ret : 0;
	}
	source_names_free(legs, count);
	snprintf(path, sizeof(path), "%s/summary.txt", folder);
	if (ret == 0 && source_read(s, path, SUMMARY_MAX, &text, &len) == 0) {
		free(im->summary);
		im->summary = text;
	}
	return ret;
}

static int import_medium(struct import *im, const struct source *s, const char *into,
			 const char *source, struct fail *f)
{
	char **sessions = NULL, *text = NULL;
	size_t count = 0, len = 0;
	int ret = source_list(s, "results", is_session, &sessions, &count);

	if (s->is_fat)
		snprintf(im->medium, sizeof(im->medium), "%s", s->fat.id);
	if (source_read(s, "mdbench/progress.txt", SUMMARY_MAX, &text, &len) == 0)
		source_journal(text, len, &im->journal);
	free(text);
	for (size_t i = 0; ret == 0 && i < count; i++)
		ret = import_session(im, s, sessions[i], into, source);
	source_names_free(sessions, count);
	if (ret == 0)
		return 0;
	if (ret == -ENOENT)
		return fail_set(f, STATUS_USAGE, "%s: no folder results in it: not a stick of ours",
				source);
	return fail_set(f, STATUS_NOT_STARTED, "%s: %s", source, strerror(-ret));
}

/* The runs of a serial log, in the order of their first records. */
struct log_runs {
	struct records *records[LOG_RUNS];
	char id[LOG_RUNS][RUN_ID_MAX];
	size_t count;
};

static int log_frame(struct log_runs *l, const char *piece, size_t len, const struct frame *frame)
{
	json_t *json = json_loadb(frame->json, frame->len, 0, NULL);
	const char *id = value_string(json, "run");
	size_t i;
	int ret = 0;

	if (id && strlen(id) < RUN_ID_MAX) {
		for (i = 0; i < l->count && strcmp(l->id[i], id); i++)
			;
		if (i == l->count && i < LOG_RUNS) {
			l->records[i] = records_new();
			l->count += l->records[i] != NULL;
			ret = l->records[i] ? 0 : -ENOMEM;
			snprintf(l->id[i], sizeof(l->id[i]), "%s", id);
		}
		if (ret == 0 && i < LOG_RUNS)
			ret = records_feed(l->records[i], 0, piece, len);
		if (ret == 0 && i < LOG_RUNS)
			ret = records_feed(l->records[i], 0, "\n", 1);
	}
	json_decref(json);
	return ret;
}

static int log_line(struct log_runs *l, const char *line, size_t len)
{
	struct frame frame = { .end = 0 };
	size_t start = 0;
	int ret = 0;

	while (ret == 0 && frame_next(line, len, &frame)) {
		if (frame.is_right) {
			ret = log_frame(l, line + start, frame.end - start, &frame);
			start = frame.end;
		}
	}
	return ret;
}

static int import_log(struct import *im, const char *path, const char *into, struct fail *f)
{
	struct log_runs *l = calloc(1, sizeof(*l));
	FILE *in = fopen(path, "re");
	char *line = malloc(LOG_LINE);
	size_t len = 0;
	int ret = l && in && line ? 0 : -errno, c = 0;

	/* A line that is longer than any of ours is taken in pieces. */
	while (ret == 0 && c != EOF) {
		c = getc(in);
		if (c != EOF && c != '\n')
			line[len++] = (char)c;
		if (c == EOF || c == '\n' || len == LOG_LINE) {
			ret = log_line(l, line, len);
			len = 0;
		}
	}
	free(line);
	for (size_t i = 0; ret == 0 && i < l->count; i++) {
		struct import_run *run = add_run(im, "serial log", 0);

		if (run)
			take_records(run, l->records[i], into, path);
		ret = run ? 0 : -ENOMEM;
	}
	for (size_t i = 0; l && i < l->count; i++)
		records_free(l->records[i]);
	free(l);
	if (in)
		fclose(in);
	if (ret < 0)
		return fail_set(f, STATUS_NOT_STARTED, "%s: %s", path, strerror(-ret));
	if (!im->runs)
		return fail_set(f, STATUS_USAGE, "%s: neither a stick, nor its image, nor a serial "
				"log with records", path);
	return 0;
}

int import_source(struct import *im, const char *source, const char *into, struct fail *f)
{
	struct source s;
	struct stat st;
	int ret;

	memset(im, 0, sizeof(*im));
	if (stat(source, &st) < 0)
		return fail_set(f, STATUS_USAGE, "%s: %s", source, strerror(errno));
	ret = source_open(&s, source);
	if (ret == -ENOENT && S_ISREG(st.st_mode))
		return import_log(im, source, into, f);
	if (ret == -ENOENT)
		return fail_set(f, STATUS_USAGE, "%s: %s", source, S_ISBLK(st.st_mode) ?
				"no FAT32 file system on it: not a stick of ours" :
				"neither a folder, nor a file, nor a block device");
	if (ret < 0)
		return fail_set(f, STATUS_NOT_STARTED, "%s: %s", source, strerror(-ret));
	ret = import_medium(im, &s, into, source, f);
	source_close(&s);
	return ret;
}

void import_free(struct import *im)
{
	free(im->summary);
	free(im->run);
	memset(im, 0, sizeof(*im));
}
