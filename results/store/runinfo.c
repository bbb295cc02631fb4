// SPDX-License-Identifier: GPL-2.0-only
/*
 * A run without its results: the head of its records up to the first test, the
 * end record, the word of its verdict, and its place in a matrix's plan.
 */
#include "store_parts.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "reader.h"
#include "recfile.h"
#include "text.h"
#include "units.h"

#define PLAN_BYTES (1u << 20)
#define VERDICT_BYTES 4096
#define ROUNDS_MAX 100000
#define WORD_MAX 16

/* A small file of a run's folder, cut at size. Its length, 0 where there is none. */
static size_t read_small(const char *folder, const char *name, char *buf, size_t size)
{
	char path[STORE_PATH_MAX];
	struct stat st;
	ssize_t n = 0;
	int fd;

	buf[0] = '\0';
	if ((size_t)snprintf(path, sizeof(path), "%s/%s", folder, name) >= sizeof(path))
		return 0;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return 0;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode))
		n = pread(fd, buf, size - 1, 0);
	close(fd);
	buf[n > 0 ? n : 0] = '\0';
	return n > 0 ? (size_t)n : 0;
}

json_t *planfile_read(const char *folder)
{
	char *text = malloc(PLAN_BYTES);
	size_t len = text ? read_small(folder, "plan.json", text, PLAN_BYTES) : 0;
	json_t *plan = NULL;

	/* One that fills the room is no plan of ours. */
	if (len && len < PLAN_BYTES - 1)
		plan = json_loadb(text, len, JSON_REJECT_DUPLICATES, NULL);
	free(text);
	if (!plan || (value_count(plan, "schema") == 1 &&
		      !strcmp(value_text(plan, "type"), "matrix")))
		return plan;
	json_decref(plan);
	return NULL;
}

bool run_is_of_key(const char *name, const char *key, uint64_t *round)
{
	size_t digits = strspn(name + (*name == 'r'), "0123456789"), len = strlen(key);
	uint64_t number;
	char text[8];

	if (*name != 'r' || !digits || digits >= sizeof(text) || name[1 + digits] != '-' || !len)
		return false;
	snprintf(text, sizeof(text), "%.*s", (int)digits, name + 1);
	name += digits + 2;
	if (parse_u64(text, 1, ROUNDS_MAX, &number) || strcspn(name, "-") != len ||
	    strncmp(name, key, len))
		return false;
	if (round)
		*round = number;
	return true;
}

/* The kernel of the plan that a run's folder of this name is of. */
static const json_t *plan_find(const json_t *plan, const char *name, uint64_t *round)
{
	const json_t *kernels = json_object_get(plan, "kernels"), *kernel;
	size_t i;

	json_array_foreach(kernels, i, kernel) {
		if (run_is_of_key(name, value_text(kernel, "key"), round))
			return kernel;
	}
	return NULL;
}

static int take_plan(struct runinfo *r, const json_t *plan)
{
	const char *slash = strrchr(r->path, '/'), *key;
	const json_t *kernel;
	uint64_t round = 0;
	int ret;

	kernel = plan_find(plan, slash ? slash + 1 : r->path, &round);
	key = value_text(kernel, "key");
	if (!kernel || strlen(key) >= sizeof(r->key))
		return 0;
	snprintf(r->key, sizeof(r->key), "%s", key);
	r->round = (unsigned)round;
	ret = trait_set(&r->trait[TRAIT_SPEC], value_text(kernel, "spec"));
	if (!ret && !r->trait[TRAIT_KERNEL][0])
		ret = trait_set(&r->trait[TRAIT_KERNEL], value_text(kernel, "release"));
	return ret;
}

bool path_parent(char *buf, size_t size, const char *path)
{
	const char *slash = strrchr(path, '/');
	int len = slash > path ? (int)(slash - path) : 1;

	return (size_t)snprintf(buf, size, "%.*s", len, slash ? path : ".") < size;
}

static bool is_word(const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (!islower((unsigned char)text[i]) && text[i] != '-')
			return false;
	}
	return len && len <= WORD_MAX;
}

bool run_verdict(const char *folder, char *word, size_t size)
{
	char text[VERDICT_BYTES];

	if (!read_small(folder, "verdict", text, sizeof(text)))
		return false;
	snprintf(word, size, "%.*s", (int)strcspn(text, " \n"), text);
	return true;
}

/*
 * What the launcher saw is more than records know: a panic, a hang. Without an
 * env record it also knows the kernel's name.
 */
static int take_verdict(struct runinfo *r, bool *is_there)
{
	static const char key[] = "\nkernel: ";
	char text[VERDICT_BYTES], *kernel;
	size_t len;
	int ret;

	read_small(r->path, "verdict", text, sizeof(text));
	kernel = strstr(text, key);
	len = strcspn(text, " \n");
	*is_there = is_word(text, len);
	if (!*is_there)
		return 0;
	text[len] = '\0';
	ret = trait_set(&r->trait[TRAIT_VERDICT], text);
	if (ret || !kernel || r->trait[TRAIT_KERNEL][0])
		return ret;
	kernel += strlen(key);
	kernel[strcspn(kernel, "\n")] = '\0';
	return strcmp(kernel, "unknown") ? trait_set(&r->trait[TRAIT_KERNEL], kernel) : 0;
}

struct head {
	json_t *run, *env;
	struct diskgroups disks;
	bool is_any, is_over;	/* a record; what comes behind the head */
};

static int take_head(const json_t *record, void *arg)
{
	const char *type = value_text(record, "type");
	struct head *head = arg;
	json_t **copy = !strcmp(type, "run") ? &head->run :
		!strcmp(type, "env") ? &head->env : NULL;

	head->is_any = true;
	if (copy && !*copy) {
		*copy = json_deep_copy(record);
		return *copy ? 0 : -ENOMEM;
	}
	head->is_over = !strcmp(type, "step") || !strcmp(type, "result");
	if (head->is_over || !strcmp(type, "crash"))
		return -ECANCELED;
	diskgroups_take(&head->disks, record);
	return 0;
}

/* 20261130T144912Z-…, 20261130-144912-…: -1 for an id that does not tell. */
static int64_t time_of_id(const char *id)
{
	char digits[16] = "";
	struct tm tm = { 0 };
	const char *end;
	size_t n = 0;

	if (strspn(id, "0123456789") != 8)
		return -1;
	for (const char *p = id; n < 14 && (isdigit((unsigned char)*p) || p == id + 8); p++) {
		if (isdigit((unsigned char)*p))
			digits[n++] = *p;
	}
	end = strptime(digits, n == 14 ? "%Y%m%d%H%M%S" : "%Y%m%d", &tm);
	return end ? (int64_t)timegm(&tm) : -1;
}

static int take_records(struct runinfo *r, struct recfile *f)
{
	struct head head = { .run = NULL };
	struct trait_source from = { .run = NULL };
	json_t *end = NULL;
	const char *id;
	int ret = recfile_each(f, take_head, &head);

	id = value_string(head.run ? head.run : head.env, "run");
	if (!ret)
		end = recfile_end(f, id);
	from = (struct trait_source){
		.run = head.run, .env = head.env, .end = end, .disks = head.disks,
	};
	r->is_empty = !head.is_any;
	r->is_whole = end != NULL;
	r->has_env = head.env != NULL;
	r->has_disks = head.is_over || end;
	r->tests = value_count(head.run, "tests");
	for (unsigned v = 0; v < VERDICTS; v++)
		r->verdicts[v] = value_count(end, figure_verdict_name((enum verdict)v));
	if (!ret)
		ret = traits_take(r->trait, &from);
	json_decref(head.run);
	json_decref(head.env);
	json_decref(end);
	return ret;
}

static int take_all(struct runinfo *r, const json_t *plan)
{
	const char *slash = strrchr(r->path, '/');
	bool has_verdict = false;
	char file[STORE_PATH_MAX], folder[STORE_PATH_MAX];
	json_t *parent = NULL;
	struct recfile f;
	int ret = recfile_find(r->path, file, sizeof(file));

	if (!ret)
		ret = recfile_open(&f, file);
	if (ret)
		return ret;
	r->device = f.device;
	r->inode = f.inode;
	ret = take_records(r, &f);
	recfile_close(&f);
	/* A run that was named by itself may be of a matrix, too. */
	if (!plan && !ret && path_parent(folder, sizeof(folder), r->path))
		plan = parent = planfile_read(folder);
	if (!ret)
		ret = take_plan(r, plan);
	json_decref(parent);
	if (!ret)
		ret = take_verdict(r, &has_verdict);
	if (!ret && r->is_empty && !has_verdict)
		ret = -ENODATA;
	if (!ret && !r->trait[TRAIT_ID][0])
		ret = trait_set_id(r->trait, slash ? slash + 1 : r->path);
	r->when = ret ? -1 : time_of_id(r->trait[TRAIT_ID]);
	if (r->when < 0)
		r->when = f.changed;
	return ret;
}

int runinfo_read(struct runinfo *r, const char *path, const json_t *plan)
{
	size_t len = strlen(path);
	int ret = 0;

	*r = (struct runinfo){ .path = strdup(path) };
	for (unsigned t = 0; t < TRAITS; t++)
		ret |= trait_set(&r->trait[t], "");
	if (ret || !r->path)
		ret = -ENOMEM;
	while (!ret && len > 1 && r->path[len - 1] == '/')
		r->path[--len] = '\0';
	if (!ret)
		ret = take_all(r, plan);
	if (ret)
		runinfo_free(r);
	return ret;
}

void runinfo_free(struct runinfo *r)
{
	for (unsigned t = 0; t < TRAITS; t++)
		free(r->trait[t]);
	free(r->path);
	*r = (struct runinfo){ .path = NULL };
}
