// SPDX-License-Identifier: GPL-2.0-only
/*
 * The folder of a matrix: found again or named, locked, and seen through for
 * what is there. A run without its verdict was cut off; it is removed, file by
 * known file, so that nothing of anybody else's goes with it.
 */
#include "matrix_parts.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include "runfolder.h"
#include "store.h"
#include "text.h"
#include "units.h"

#define LOCK_PATIENCE_MS 10000	/* for guests of a matrix that was killed */
#define NUMBERS_MAX 1000	/* of folders of the same name */

void matrix_folder_file(char *buf, size_t size, const struct matrix *m,
			const struct matrix_run *run, const char *name)
{
	char folder[96];

	matrix_run_name(folder, sizeof(folder), &m->options, run);
	snprintf(buf, size, "%s/%s%s%s", m->path, folder, name[0] ? "/" : "", name);
}

/* A name that is not taken: PATH, PATH-2, … */
static int folder_number(struct matrix *m, struct fail *f)
{
	char base[sizeof(m->path)];
	struct stat st;
	const char *slash;

	snprintf(base, sizeof(base), "%s", m->path);
	for (unsigned n = 2; lstat(m->path, &st) == 0; n++) {
		if (n > NUMBERS_MAX || snprintf(m->path, sizeof(m->path), "%.*s-%u",
						(int)sizeof(m->path) - 8, base, n) < 0)
			return fail_set(f, STATUS_USAGE, "%s: has too many successors: give "
					"--out", base);
	}
	slash = strrchr(m->path, '/');
	if (m->name[0] && slash)
		snprintf(m->name, sizeof(m->name), "%.127s", slash + 1);
	return 0;
}

/*
 * Among the collections: the one begun last that is this matrix. old is named
 * where one was asked for likewise, but of other content.
 */
static void folders_scan(struct matrix *m, char *found, size_t size, char *old, size_t old_size)
{
	DIR *dir = opendir(m->runs_folder);
	char path[PATH_MAX], why[192], name[104], began[40] = "";
	const struct dirent *e;

	while (dir && (e = readdir(dir))) {
		json_t *plan;

		if (strncmp(e->d_name, "matrix-", 7) != 0 ||
		    snprintf(path, sizeof(path), "%s/%s", m->runs_folder, e->d_name) >=
		    (int)sizeof(path))
			continue;
		plan = planfile_read(path);
		if (plan && matrix_plan_same_request(plan, m->plan)) {
			if (!matrix_plan_same_content(plan, m->plan, why, sizeof(why))) {
				snprintf(old, old_size, "%s: %s",
					 text_escape(name, sizeof(name), e->d_name), why);
			} else if (strcmp(value_text(plan, "started"), began) >= 0) {
				snprintf(began, sizeof(began), "%s", value_text(plan, "started"));
				snprintf(found, size, "%.127s", e->d_name);
			}
		}
		json_decref(plan);
	}
	if (dir)
		closedir(dir);
}

static int choose_default(struct matrix *m, struct fail *f)
{
	char hash[16], old[320] = "", suites[64] = "";
	size_t len = 0;

	folders_scan(m, m->name, sizeof(m->name), old, sizeof(old));
	if (m->name[0] && !m->options.fresh) {
		snprintf(m->path, sizeof(m->path), "%.*s/%s", (int)sizeof(m->path) - 130,
			 m->runs_folder, m->name);
		return 0;
	}
	if (old[0] && !m->name[0])
		fprintf(stderr, "mdlab: matrix: not going on in %s: a new collection begins\n",
			old);
	for (size_t i = 0; i < m->options.suites.count && len < sizeof(suites); i++)
		len += (size_t)snprintf(suites + len, sizeof(suites) - len, "%s%s", i ? "-" : "",
					m->options.suites.word[i]);
	matrix_plan_hash(m->plan, hash, sizeof(hash));
	snprintf(m->name, sizeof(m->name), "matrix-%s-%s", suites, hash);
	snprintf(m->path, sizeof(m->path), "%.*s/%s", (int)sizeof(m->path) - 130, m->runs_folder,
		 m->name);
	/* Without a plan it was killed before it wrote one, and is as good as new. */
	if (!m->options.fresh) {
		json_t *plan = planfile_read(m->path);

		json_decref(plan);
		if (!plan)
			return 0;
	}
	return folder_number(m, f);
}

/* Does what is in the folder go on with this plan? */
static int check_plan(const struct matrix *m, json_t **old, struct fail *f)
{
	char why[192] = "other kernels, suites or options were asked for";

	*old = planfile_read(m->path);
	if (!*old || (matrix_plan_same_request(*old, m->plan) &&
		      matrix_plan_same_content(*old, m->plan, why, sizeof(why))))
		return 0;
	json_decref(*old);
	*old = NULL;
	return fail_set(f, STATUS_USAGE, "%.300s: holds another matrix: %s; give another --out, or "
			"--fresh=yes for a new folder beside it", m->path, why);
}

/* A folder without a plan must be empty, but for what a killed matrix leaves. */
static int check_empty(const struct matrix *m, struct fail *f)
{
	DIR *dir = opendir(m->path);
	const struct dirent *e;
	bool is_ours = true;

	if (!dir && errno == ENOENT)
		return 0;
	if (!dir)
		return fail_set(f, STATUS_USAGE, "out: %.300s: %s", m->path, strerror(errno));
	while (is_ours && (e = readdir(dir)))
		is_ours = !strcmp(e->d_name, ".") || !strcmp(e->d_name, "..") ||
			  !strcmp(e->d_name, "lock") || !strcmp(e->d_name, "plan.json.new") ||
			  !strcmp(e->d_name, "lost+found");
	closedir(dir);
	if (is_ours)
		return 0;
	return fail_set(f, STATUS_USAGE, "out: %.300s: holds no plan of a matrix that can be read, "
			"and is not empty; give a new folder", m->path);
}

int matrix_folder_choose(struct matrix *m, struct fail *f)
{
	const char *out = m->options.out;
	int ret = folder_of_runs(m->runs_folder, sizeof(m->runs_folder), f);
	json_t *old;

	if (ret == 0 && !out)
		ret = choose_default(m, f);
	else if (ret == 0)
		ret = folder_name(m->path, sizeof(m->path), out, f);
	if (ret == 0 && out && m->options.fresh)
		ret = folder_number(m, f);
	if (ret == 0)
		ret = check_plan(m, &old, f);
	if (ret < 0)
		return ret;
	if (!old)
		return check_empty(m, f);
	matrix_plan_merge(m->plan, old);
	json_decref(old);
	return 0;
}

/* Of the matrix that has the lock; 0: it is not known, or is gone. */
static pid_t lock_owner(int fd)
{
	char text[24] = "";
	uint64_t pid = 0;
	ssize_t n = pread(fd, text, sizeof(text) - 1, 0);

	text[n > 0 ? n : 0] = '\0';
	text[strcspn(text, "\n")] = '\0';
	if (parse_u64(text, 1, 1 << 30, &pid) != 0 || (kill((pid_t)pid, 0) < 0 && errno == ESRCH))
		return 0;
	return (pid_t)pid;
}

/*
 * The guests inherit the lock, so that it is free only when the last one of a
 * killed matrix is gone, which takes them a moment.
 */
static int folder_lock(struct matrix *m, struct fail *f)
{
	const long long end = now_ms() + LOCK_PATIENCE_MS;
	char path[PATH_MAX], text[24];
	pid_t owner;
	int len;

	snprintf(path, sizeof(path), "%s/lock", m->path);
	m->lock_fd = open(path, O_RDWR | O_CREAT | O_NOFOLLOW, 0666);
	if (m->lock_fd < 0)
		return fail_set(f, STATUS_NOT_STARTED, "%.400s: %s", path, strerror(errno));
	while (flock(m->lock_fd, LOCK_EX | LOCK_NB) < 0) {
		if (errno != EWOULDBLOCK && errno != EINTR)
			return fail_set(f, STATUS_NOT_STARTED, "%.400s: %s", path,
					strerror(errno));
		owner = lock_owner(m->lock_fd);
		if (owner)
			return fail_set(f, STATUS_NOT_STARTED, "%.300s: another mdlab matrix "
					"(process %d) is at it; wait until it has ended", m->path,
					(int)owner);
		if (now_ms() > end)
			return fail_set(f, STATUS_NOT_STARTED, "%.300s: guests of a matrix that is "
					"gone still run in it; end them", m->path);
		poll(NULL, 0, 20);
	}
	len = snprintf(text, sizeof(text), "%d\n", (int)getpid());
	if (ftruncate(m->lock_fd, 0) < 0 || pwrite(m->lock_fd, text, (size_t)len, 0) != len)
		return fail_set(f, STATUS_NOT_STARTED, "%.400s: %s", path, strerror(errno));
	return 0;
}

void matrix_folder_read(const struct matrix *m, struct matrix_run *run)
{
	char path[PATH_MAX], text[4096];
	ssize_t n = 0;
	int fd;

	matrix_folder_file(path, sizeof(path), m, run, "verdict");
	/* What is no file must not hold us up. */
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd >= 0) {
		n = read(fd, text, sizeof(text) - 1);
		close(fd);
	}
	text[n > 0 ? n : 0] = '\0';
	run->state = matrix_verdict_parse(run, text) == 0 ? RUN_DONE : RUN_MISSING;
	/* What never came to measure, for want of room as it were, is tried again. */
	if (run->state == RUN_DONE && !run->start_ms && run->status &&
	    (m->options.retry || run->status == STATUS_NOT_STARTED))
		run->state = RUN_MISSING;
}

void matrix_folder_look(struct matrix *m)
{
	for (size_t i = 0; i < m->runs; i++) {
		matrix_folder_read(m, &m->run[i]);
		/* A kernel that is not to be had cannot be made again. */
		if (m->kernel[m->run[i].kernel].error[0] && m->run[i].state == RUN_MISSING)
			m->run[i].state = RUN_NOT_MADE;
	}
}

static void remove_disks(const char *folder)
{
	char path[PATH_MAX], file[PATH_MAX + 300];
	const struct dirent *e;
	DIR *dir;

	snprintf(path, sizeof(path), "%.*s/disks", PATH_MAX - 8, folder);
	dir = opendir(path);
	while (dir && (e = readdir(dir))) {
		snprintf(file, sizeof(file), "%s/%s", path, e->d_name);
		if (!strncmp(e->d_name, "disk-", 5))
			unlink(file);
	}
	if (dir)
		closedir(dir);
	rmdir(path);
}

/* What was cut off, and what is to be made again. */
static int run_remove(const struct matrix *m, const struct matrix_run *run, struct fail *f)
{
	static const char *const names[] = {
		"console.raw", "records.raw", "initrd", "records.jsonl", "console.log", "command",
		"verdict", "said"
	};
	char folder[PATH_MAX], file[PATH_MAX + 32];
	struct stat st;

	matrix_folder_file(folder, sizeof(folder), m, run, "");
	if (lstat(folder, &st) < 0 && errno == ENOENT)
		return 0;
	if (!S_ISDIR(st.st_mode))
		return fail_set(f, STATUS_USAGE, "%.400s: not a folder; move it away", folder);
	remove_disks(folder);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		snprintf(file, sizeof(file), "%s/%s.new", folder, names[i]);
		unlink(file);
		file[strlen(file) - 4] = '\0';
		unlink(file);
	}
	if (rmdir(folder) < 0)
		return fail_set(f, STATUS_USAGE, "%.400s: was cut off, and cannot be removed: %s; "
				"move it away", folder, strerror(errno));
	return 0;
}

int matrix_folder_open(struct matrix *m, struct fail *f)
{
	char path[PATH_MAX];
	json_t *old = NULL;
	int ret = folder_make(m->path);

	if (ret < 0)
		return fail_set(f, STATUS_NOT_STARTED, "out: %.300s: %s", m->path, strerror(-ret));
	ret = folder_lock(m, f);
	/* Another may have been here between our look and our lock. */
	if (ret == 0)
		ret = check_plan(m, &old, f);
	if (ret == 0 && !old)
		ret = check_empty(m, f);
	if (ret < 0)
		return ret;
	if (old)
		matrix_plan_merge(m->plan, old);
	json_decref(old);
	snprintf(path, sizeof(path), "%s/plan.json.new", m->path);
	unlink(path);
	ret = matrix_plan_write(m->path, m->plan);
	if (ret < 0)
		return fail_set(f, STATUS_NOT_STARTED, "%.300s/plan.json: %s", m->path,
				strerror(-ret));
	matrix_folder_look(m);
	for (size_t i = 0; i < m->runs && ret == 0; i++) {
		if (m->run[i].state == RUN_MISSING)
			ret = run_remove(m, &m->run[i], f);
	}
	return ret;
}

int matrix_folder_latest(const struct matrix *m)
{
	struct runfolder *r;
	int ret;

	if (!m->name[0] || strlen(m->name) >= sizeof(r->id))
		return 0;
	r = calloc(1, sizeof(*r));
	if (!r)
		return -ENOMEM;
	snprintf(r->id, sizeof(r->id), "%.*s", (int)sizeof(r->id) - 1, m->name);
	snprintf(r->runs, sizeof(r->runs), "%s", m->runs_folder);
	ret = runfolder_set_latest(r);
	free(r);
	return ret;
}
