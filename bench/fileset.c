// SPDX-License-Identifier: GPL-2.0-only
/*
 * The names follow from the seed alone, so that a later row finds the files of
 * an earlier one without anything being kept.
 */
#include "fileset.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "data.h"

#define LETTERS_MAX 12

enum { STREAM_NAMES = 0x66696c65, STREAM_ORDER };

const char *fileset_folder(const struct files_plan *p, uint64_t i, char *buf, size_t size)
{
	if (p->folders <= 1)
		buf[0] = '\0';
	else
		snprintf(buf, size, "%05u", (unsigned)i & 0xffffff);
	return buf;
}

/* bonnie++ puts one file too many into all folders but the last. */
uint64_t fileset_folder_of(const struct files_plan *p, uint64_t file)
{
	if (p->folders <= 1)
		return 0;
	if (p->is_round_robin)
		return file % p->folders;
	return file / (p->files / p->folders + 1);
}

static void make_name(const struct files_plan *p, uint64_t file, struct prng *prng, char *name)
{
	static const char letters[] =
		"abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	char folder[FILESET_FOLDER], number[12], text[LETTERS_MAX + 1];
	size_t n = p->naming == NAMES_PLAIN ? 0 : prng_below(prng, LETTERS_MAX + 1), i;

	for (i = 0; i < n; i++)
		text[i] = letters[prng_below(prng, sizeof(letters) - 1)];
	text[n] = '\0';
	fileset_folder(p, fileset_folder_of(p, file), folder, sizeof(folder));
	if (p->naming == NAMES_HEX)
		snprintf(number, sizeof(number), "%010x", (unsigned)file);
	else if (p->naming == NAMES_DECIMAL)
		snprintf(number, sizeof(number), "%07u", (unsigned)file);
	else
		snprintf(number, sizeof(number), "%010u", (unsigned)file);
	snprintf(name, FILESET_NAME, "%s%s%s%s", folder, folder[0] ? "/" : "",
		 p->is_random ? text : number, p->is_random ? number : text);
}

static void make_order(struct fileset *s)
{
	struct prng prng = prng_of(s->seed, STREAM_ORDER);
	uint64_t i, j;
	uint32_t swap;

	for (i = 0; i < s->plan->files; i++)
		s->order[i] = (uint32_t)i;
	for (i = s->plan->files; i > 1; i--) {
		j = prng_below(&prng, i);
		swap = s->order[i - 1];
		s->order[i - 1] = s->order[j];
		s->order[j] = swap;
	}
}

int fileset_begin(struct fileset *s, const struct work *w, const struct files_plan *p)
{
	struct prng prng = prng_of(w->seed, STREAM_NAMES + p->is_random);
	uint64_t i;

	*s = (struct fileset){
		.plan = p, .work = w, .dir = -1, .seed = w->seed,
		.chunk_bytes = p->chunk_bytes ? p->chunk_bytes : 8192,
	};
	if (!p->files || p->files > UINT32_MAX)
		return -EINVAL;
	s->name = malloc(p->files * sizeof(*s->name));
	s->order = p->is_random ? malloc(p->files * sizeof(*s->order)) : NULL;
	s->buf = malloc(s->chunk_bytes);
	s->list = malloc(FILESET_LIST_BYTES);
	if (!s->name || (p->is_random && !s->order) || !s->buf || !s->list)
		return -ENOMEM;
	data_fill(s->buf, s->chunk_bytes, 0, w->row->pattern, w->seed);
	for (i = 0; i < p->files; i++)
		make_name(p, i, &prng, s->name[i]);
	if (s->order)
		make_order(s);
	return 0;
}

void fileset_end(struct fileset *s)
{
	uint64_t i;

	for (i = 0; s->sub && i < s->plan->folders; i++)
		if (s->sub[i] >= 0)
			close(s->sub[i]);
	if (s->dir >= 0)
		close(s->dir);
	free(s->sub);
	free(s->name);
	free(s->order);
	free(s->buf);
	free(s->list);
}

static int open_folder(int at, const char *path)
{
	const int fd = openat(at, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	if (fd < 0)
		return -errno;
	return fd;
}

int fileset_make_folders(struct fileset *s)
{
	const struct files_plan *p = s->plan;
	char name[FILESET_FOLDER];
	uint64_t i;

	if (mkdir(p->path, 0700))
		return -errno;
	s->dir = open_folder(AT_FDCWD, p->path);
	if (s->dir < 0)
		return s->dir;
	for (i = 0; p->folders > 1 && i < p->folders; i++)
		if (mkdirat(s->dir, fileset_folder(p, i, name, sizeof(name)), 0700))
			return -errno;
	return 0;
}

int fileset_open_folders(struct fileset *s)
{
	const struct files_plan *p = s->plan;
	char name[FILESET_FOLDER];
	uint64_t i;

	if (s->dir < 0)
		s->dir = open_folder(AT_FDCWD, p->path);
	if (s->dir < 0)
		return s->dir;
	if (!p->fsync_each || p->folders <= 1)
		return 0;
	s->sub = malloc(p->folders * sizeof(*s->sub));
	if (!s->sub)
		return -ENOMEM;
	for (i = 0; i < p->folders; i++)
		s->sub[i] = -1;
	for (i = 0; i < p->folders; i++) {
		s->sub[i] = open_folder(s->dir, fileset_folder(p, i, name, sizeof(name)));
		if (s->sub[i] < 0)
			return s->sub[i];
	}
	return 0;
}
