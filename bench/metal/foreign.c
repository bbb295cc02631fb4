// SPDX-License-Identifier: GPL-2.0-only
/*
 * The read tests of arrays of others: behind the plan's own tests, so that one
 * list and one count hold all. Rows that read the raw device and need nothing
 * prepared on it; no row that writes, and no file system. Members are found by
 * foreignfind.c and brought up by foreignmd.c.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "appliance.h"
#include "foreign_parts.h"
#include "metal/foreign.h"
#include "sysfile.h"
#include "units.h"

#define FOREIGN_MAX 16
#define MIB (1024ull * 1024)

static struct foreign_array arrays[FOREIGN_MAX];
static unsigned narrays;

static void say(const char *text)
{
	printf("mdbench: plan: %s\n", text);
}

static bool is_read_row(const struct row *row)
{
	return row->moves == DIR_READ && row->layers & ON_RAW;
}

/* Not more than there is, in whole blocks of the largest size. */
static void clamp(struct plan_test *t, uint64_t size_bytes)
{
	if (t->bytes > size_bytes)
		t->bytes = size_bytes / MIB * MIB;
	if (t->ops > t->bytes / t->row->block_bytes && !t->row->runtime_ns)
		t->ops = t->bytes / t->row->block_bytes;
}

static size_t add_row(const struct plan_request *rq, unsigned index, const struct row *row,
		      unsigned repeat, struct plan_test *out)
{
	struct plan_test t = { (enum target_index)(TARGETS + index), "raw", row, repeat, 0, 0 };
	char id[128];

	suite_test_id(id, sizeof(id), &arrays[index].target, t.layer, row);
	if (rq->only && *rq->only && !glob_match(rq->only, id))
		return 0;
	suite_row_size(rq->suite, row, plan_file_bytes(rq), rq->size_bytes != 0, &t.bytes,
		       &t.ops);
	clamp(&t, arrays[index].size_bytes);
	if (out)
		*out = t;
	return 1;
}

const struct target *foreign_target(unsigned t)
{
	return t < TARGETS ? &target_list[t] : &arrays[t - TARGETS].target;
}

/* All tests, in the plan's order; how many. out may be NULL. */
static size_t walk(const struct plan_request *rq, struct plan_test *out)
{
	const struct family *const *family;
	const struct row *const *group, *row;
	unsigned i, repeat;
	size_t n = 0;

	for (i = 0; i < narrays; i++)
		for (family = family_list; *family; family++)
			for (repeat = 1; repeat <= rq->repeat; repeat++)
				for (group = rq->suite->groups; *group; group++)
					for (row = *group; row->family; row++)
						if (is_read_row(row) &&
						    !strcmp(row->family, (*family)->name))
							n += add_row(rq, i, row, repeat,
								     out ? out + n : NULL);
	return n;
}

/* Alone, without a disk that may be written to, or with an only= that means these. */
static int plan_rest(struct appliance *a, char *err, size_t size)
{
	const struct plan_request *rq = &a->request;

	if (rq->ndisks && plan_disks_needed(rq))
		return plan_make(&a->plan, rq, err, size);
	memset(&a->plan, 0, sizeof(a->plan));
	a->plan.size_bytes = plan_file_bytes(rq);
	return 0;
}

static void name_members(struct foreign_array *f)
{
	unsigned i;

	for (i = 0; i < f->n; i++) {
		f->member[i]->role = f->name;
		snprintf(f->member[i]->why, sizeof(f->member[i]->why),
			 "nothing lets it be written to; it is only read, as foreign=readonly says");
	}
}

int foreign_plan(struct appliance *a, char *err, size_t size)
{
	struct plan *p = &a->plan;
	struct plan_test *tests;
	size_t n;
	unsigned i;
	int ret;

	narrays = 0;
	if (a->opt.foreign == FOREIGN_READONLY)
		narrays = foreign_find(&a->disks, arrays, FOREIGN_MAX, say);
	n = walk(&a->request, NULL);
	if (!n)
		return plan_make(p, &a->request, err, size);
	ret = plan_rest(a, err, size);
	if (ret)
		return ret;
	tests = realloc(p->tests, (p->ntests + n) * sizeof(*tests));
	if (!tests) {
		plan_free(p);
		snprintf(err, size, "plan: %zu tests: out of memory", n);
		return -ENOMEM;
	}
	p->tests = tests;
	walk(&a->request, tests + p->ntests);
	p->ntests += n;
	for (i = 0; i < narrays; i++)
		name_members(&arrays[i]);
	return 0;
}

/* Whole, all that show a member; and there are some. */
bool foreign_are_here(const struct appliance *a, const struct disk_list *list)
{
	unsigned i, j, n, seen = 0;

	if (a->opt.foreign == FOREIGN_NO)
		return true;
	for (i = 0; i < list->count; i++) {
		const struct md_sb *sb = &list->disk[i].sb;

		if (!sb->found || list->disk[i].consent)
			continue;
		for (j = 0, n = 0; j < list->count; j++)
			n += list->disk[j].sb.found &&
			     !memcmp(list->disk[j].sb.uuid, sb->uuid, sizeof(sb->uuid));
		if (n < sb->raid_disks)
			return false;
		seen++;
	}
	return seen > 0;
}

/* "[raid6]" is in the first line of /proc/mdstat where the kernel has it. */
static void check_kernel(struct foreign_array *f)
{
	char text[1024], name[24];

	snprintf(name, sizeof(name), "[%s]", foreign_level(f->sb->level));
	if (sysfile_read("/proc/mdstat", text, sizeof(text)) < 0)
		text[0] = '\0';
	text[strcspn(text, "\n")] = '\0';
	if (!strstr(text, name))
		snprintf(f->unsupported, sizeof(f->unsupported),
			 "this kernel has no %s, or its module is not loaded",
			 foreign_level(f->sb->level));
}

static void clamp_tests(struct plan *p, unsigned t, uint64_t size_bytes)
{
	size_t i;

	for (i = 0; i < p->ntests; i++)
		if (p->tests[i].target == t)
			clamp(&p->tests[i], size_bytes);
}

static void run_one(struct appliance *a, unsigned index)
{
	struct foreign_array *f = &arrays[index];
	const unsigned t = TARGETS + index;
	struct stage *s = &a->stage;
	const char *broken = NULL;
	char why[320];
	struct json *j;
	unsigned i;

	if (target_is_done(a, t))
		return;		/* in an earlier boot */
	s->target = &f->target;
	s->disks = &a->disks;
	s->is_dead = false;
	for (i = 0; i < f->n; i++)
		s->disk[i] = f->member[i];
	s->device = f->path;
	s->device_name = f->md_name;
	if (!f->unsupported[0])
		check_kernel(f);
	s->is_unsupported = f->unsupported[0];
	if (s->is_unsupported) {
		broken = f->unsupported;
	} else if (foreign_up(f, index, &a->disks)) {
		snprintf(why, sizeof(why), "array %s: %s", f->name, f->error);
		broken = why;
	} else {
		clamp_tests(&a->plan, t, f->size_bytes);
		j = record_begin(&a->out, "array");
		foreign_json(f, j);
		record_end(&a->out);
	}
	target_run_groups(a, t, broken);
	if (!broken && foreign_down(f, &a->disks))
		fprintf(stderr, "mdbench: array %s: %s\n", f->name, f->error);
	s->is_unsupported = false;
	kmsg_collect(&a->kmsg, &a->out, NULL);
}

void foreign_run(struct appliance *a)
{
	const struct run_settings settings = a->stage.settings;
	unsigned i;

	/* Stamps are ours, and these data are not. */
	a->stage.settings.verify = false;
	a->stage.is_read_only = true;
	for (i = 0; i < narrays; i++)
		run_one(a, i);
	a->stage.is_read_only = false;
	a->stage.settings = settings;
}
