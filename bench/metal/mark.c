// SPDX-License-Identifier: GPL-2.0-only
/*
 * mdbench mark and unmark: an owner's consent, given and taken back by hand, as
 * the name of a GPT partition. Shows what is to be marked, refuses what is in use
 * or not empty, wants the disk's serial typed, changes the name and nothing
 * else, and reads it back. Never part of a run.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include "commands.h"
#include "disk_parts.h"
#include "mark.h"
#include "opt.h"

struct mark_options {
	const char *confirm;
	bool is_signed, help;
};

static const struct opt options[] = {
	{ .name = "confirm", .type = OPT_STRING, .arg = "TEXT",
	  .offset = offsetof(struct mark_options, confirm),
	  .help = "what would have to be typed: the disk's serial, or what is shown for one without" },
	{ .name = "signed", .type = OPT_YES, .preset = "no",
	  .offset = offsetof(struct mark_options, is_signed),
	  .help = "mark it even if something is on it, which will be lost" },
	{ .name = "help", .type = OPT_YES,
	  .offset = offsetof(struct mark_options, help), .help = "this text" },
	{ .name = NULL }
};

struct mark {
	const char *who, *which;	/* "mark", "unmark" */
	bool is_unmark;
	struct mark_options o;
	struct disk_list list;
	struct disk *d, *whole;
	int pin, fd;			/* of the whole disk: holds its name; writes */
};

static bool names(const struct disk *d, const char *which, const struct stat *st)
{
	if (st)
		return d->major == major(st->st_rdev) && d->minor == minor(st->st_rdev);
	if (!strcmp(which, d->id))
		return true;
	if (d->is_partition)
		return d->partuuid[0] && !strcasecmp(which, d->partuuid);
	return (!strncmp(which, "serial:", 7) && d->serial[0] && !strcmp(which + 7, d->serial)) ||
	       (!strncmp(which, "wwn:", 4) && d->wwn[0] && !strcmp(which + 4, d->wwn));
}

/* Looks at the machine anew. 0, or the exit status. */
static int find(struct mark *m)
{
	const bool is_path = m->which[0] == '/';
	struct stat st;
	unsigned i;
	int ret;

	m->d = NULL;
	if (is_path && stat(m->which, &st))
		return complain(EXIT_USAGE, "%s: %s: %m", m->who, m->which);
	if (is_path && !S_ISBLK(st.st_mode))
		return complain(EXIT_USAGE, "%s: %s: is no block device", m->who, m->which);
	ret = disk_scan(&m->list, "");
	if (ret)
		return complain(EXIT_FAILED, "%s: the disks cannot be listed: %s", m->who,
				strerror(-ret));
	for (i = 0; i < m->list.count; i++) {
		if (!names(&m->list.disk[i], m->which, is_path ? &st : NULL))
			continue;
		if (m->d)
			return complain(EXIT_REFUSED, "%s: %s: refused: several disks are called so; name a partition by its partuuid",
					m->who, m->which);
		m->d = &m->list.disk[i];
	}
	if (!m->d)
		return complain(EXIT_USAGE, "%s: %s: there is no such disk or partition; see mdbench disks",
				m->who, m->which);
	m->whole = m->d->is_partition ? disk_parent(&m->list, m->d) : m->d;
	if (!m->whole)
		return complain(EXIT_REFUSED, "%s: %s: refused: its whole disk is not in the list",
				m->who, m->which);
	return 0;
}

static int refused(const struct mark *m, const char *why)
{
	return complain(EXIT_REFUSED, "%s: %s: refused: %s", m->who, m->d->name, why);
}

/* A disk that was never used is zeros where tables and superblocks are. */
static int check_blank(const struct mark *m)
{
	const uint64_t size = m->d->size_bytes;
	const size_t len = size < GPT_ALIGN_BYTES ? (size_t)size : GPT_ALIGN_BYTES;
	uint8_t *buf = malloc(len);
	bool is_blank = buf;
	unsigned end;

	for (end = 0; is_blank && end < 2; end++)
		is_blank = !read_at(m->pin, buf, len, end ? size - len : 0) && !buf[0] &&
			   !memcmp(buf, buf + 1, len - 1);
	free(buf);
	return is_blank ? 0 : refused(m, "its first or last MiB is not blank, so it may be somebody's (encrypted?); signed=yes marks it all the same");
}

static int judge_disk(const struct mark *m)
{
	struct disk *d = m->d;

	if (d->has_partitions)
		return refused(m, "it has partitions; name one of them");
	if (d->signature[0] || d->sb.found)
		return complain(EXIT_REFUSED, "%s: %s: refused: it carries %s, and only an empty disk is given a table",
				m->who, d->name, d->signature[0] ? d->signature : "md");
	return m->o.is_signed ? 0 : check_blank(m);
}

/* Whatever forbids it, by the same rules as for a run. 0, or the exit status. */
static int judge(struct mark *m)
{
	struct disk *d = m->d;

	if (m->is_unmark) {
		/* To take a consent back does no harm to anybody. */
		if (!d->is_partition)
			return complain(EXIT_USAGE, "unmark: %s: is a whole disk; name the partition",
					d->name);
		return m->whole->read_only ? refused(m, "its disk is read-only") : 0;
	}
	if (!disk_may_erase(&m->list, d, ERASE_SIGNED))
		return refused(m, d->why);
	if (disk_check_claims(&m->list))
		return refused(m, "it is in use by another program");
	if (!d->is_partition)
		return judge_disk(m);
	if (!m->o.is_signed && !disk_may_erase(&m->list, d, ERASE_YES))
		return complain(EXIT_REFUSED, "mark: %s: refused: it carries %s, which would be lost; signed=yes marks it all the same",
				d->name, d->signature);
	return 0;
}

static const char *or_none(const char *text)
{
	return text[0] ? text : "none known";
}

static const char *used_by(const struct disk *d)
{
	return d->mounted ? "mounted" : d->swap ? "swap" : d->holder[0] ? d->holder : "nobody";
}

static void show(const struct mark *m, const struct gpt_partition *p)
{
	char size[24], name[GPT_NAME_UNITS + 1];

	printf("disk       %s, %s, %s\n", m->whole->name, or_none(m->whole->model),
	       format_bytes(size, sizeof(size), m->whole->size_bytes));
	printf("serial     %s\n", or_none(m->whole->serial));
	if (m->whole->wwn[0])
		printf("wwn        %s\n", m->whole->wwn);
	printf("attached   %s\n", m->whole->transport);
	if (p)
		printf("partition  %s, %s, named '%s'\n", m->d->name,
		       format_bytes(size, sizeof(size), m->d->size_bytes),
		       gpt_name_text(p, name, sizeof(name)));
	printf("carries    %s\n", m->d->signature[0] ? m->d->signature : "nothing that is known");
	printf("used by    %s\n", used_by(m->d));
	fflush(stdout);
}

static const char *word_of(const struct mark *m)
{
	return m->whole->serial[0] ? m->whole->serial : m->whole->wwn[0] ? m->whole->wwn :
	       m->d->partuuid[0] ? m->d->partuuid : m->d->id;
}

/* 0, or the exit status. */
static int confirm(const struct mark *m)
{
	char line[192] = "";
	const char *typed = m->o.confirm;

	if (!typed) {
		if (!isatty(STDIN_FILENO))
			return complain(EXIT_USAGE, "%s: %s: nobody is there to type '%s': give confirm=TEXT",
					m->who, m->d->name, word_of(m));
		printf("\n%s\nType %s to %s %s: ", m->is_unmark ?
		       "Its name will be what it was before, and nothing is written to it by a run." :
		       "A run of mdbench will overwrite all of it, without asking again.",
		       word_of(m), m->who, m->d->name);
		fflush(stdout);
		if (!fgets(line, sizeof(line), stdin))
			line[0] = '\0';
		line[strcspn(line, "\r\n")] = '\0';
		typed = line;
	}
	if (!strcmp(typed, word_of(m)))
		return 0;
	return complain(EXIT_REFUSED, "%s: %s: refused: '%s' was wanted, nothing was changed",
			m->who, m->d->name, word_of(m));
}

/* The sound table and its entry that the kernel's partition is. 0, or the status. */
static int read_table(const struct mark *m, struct gpt *g, struct gpt_partition *p,
		      unsigned *number)
{
	char dir[SYS_PATH], err[160];
	int ret = gpt_read(g, m->pin, m->whole->logical_block_bytes, m->whole->size_bytes, err,
			   sizeof(err));

	if (ret)
		return refused(m, err);
	text_put(dir, sizeof(dir), "/sys/class/block/%s", m->d->name);
	*number = (unsigned)sys_number(dir, "partition", 0);
	ret = gpt_partition(g, *number, p);
	if (ret == -EINVAL)
		ret = refused(m, "its name in the table has no end");
	else if (ret || p->start_bytes / 512 != sys_number(dir, "start", 0) ||
		 p->size_bytes != m->d->size_bytes)
		ret = refused(m, "the table on the disk is not the one that the kernel goes by; start the machine anew");
	if (ret)
		gpt_free(g);
	return ret;
}

/* 0 with what is to be written, or the exit status; -1: nothing to do. */
static int choose_name(const struct mark *m, const struct gpt_partition *p, uint16_t *name,
		       unsigned *units)
{
	const char *role = m->is_unmark ? NULL : mark_boot_role(p);
	int ret = m->is_unmark ? unmark_name(p, name) : mark_name(p, name);

	if (role)
		return refused(m, role);
	if (ret == -EALREADY) {
		printf("it is marked already\n");
		return -1;
	}
	if (ret == -ENAMETOOLONG)
		return refused(m, "its name is longer than 28 characters, so there is no room to keep it; shorten it");
	if (ret < 0)
		return refused(m, "its name is none that mdbench mark has given");
	*units = (unsigned)ret;
	return 0;
}

/* The disk's own node, for writing; the pin keeps its name. */
static int open_disk(struct mark *m)
{
	struct stat a, b;

	m->fd = open(m->whole->path, O_RDWR | O_CLOEXEC | (m->d->is_partition ? 0 : O_EXCL));
	if (m->fd < 0)
		return complain(EXIT_FAILED, "%s: %s: %m", m->who, m->whole->name);
	if (fstat(m->fd, &a) || fstat(m->pin, &b) || a.st_rdev != b.st_rdev)
		return refused(m, "another disk has taken its name");
	return 0;
}

/* Time has passed: all over again, and it must be the same disk still. */
static int again(struct mark *m)
{
	const struct disk before = *m->d;
	int status = find(m);

	if (!status && (before.major != m->d->major || before.minor != m->d->minor ||
			strcmp(before.id, m->d->id) ||
			disk_check_same(&m->list, m->d, "")))
		status = refused(m, "another disk has taken its name");
	if (!status)
		status = judge(m);
	return status ? status : open_disk(m);
}

static int written(const struct mark *m, int ret, bool is_begun)
{
	if (!ret)
		return 0;
	return complain(EXIT_FAILED, "%s: %s: its table: %s: %s", m->who, m->whole->name,
			strerror(-ret), !is_begun ? "nothing was written" :
			"one of its two copies is whole: check the disk with a partition tool");
}

/* 0, or the exit status. */
static int verify(const struct mark *m, unsigned number, const uint16_t *name)
{
	struct gpt_partition p;
	char err[160];
	struct gpt g;
	int ret;

	ioctl(m->fd, BLKFLSBUF, 0);
	ret = gpt_read(&g, m->pin, m->whole->logical_block_bytes, m->whole->size_bytes, err,
		       sizeof(err));
	if (ret)
		return complain(EXIT_FAILED, "%s: %s: read back: %s", m->who, m->whole->name, err);
	ret = gpt_partition(&g, number, &p);
	gpt_free(&g);
	if (ret || memcmp(p.name, name, sizeof(p.name)))
		return complain(EXIT_FAILED, "%s: %s: read back: another name is there", m->who,
				m->whole->name);
	/* Only where nothing on the disk is in use: the kernel says so by itself. */
	if (ioctl(m->fd, BLKRRPART))
		printf("done; this kernel sees it when nothing on %s is in use, or after the next start\n",
		       m->whole->name);
	else
		printf("done; mdbench disks shows it\n");
	return EXIT_PASS;
}

static int run_partition(struct mark *m)
{
	uint16_t name[GPT_NAME_UNITS] = { 0 };
	struct gpt_partition p;
	unsigned units = 0, number;
	struct gpt g;
	bool is_begun;
	int ret = read_table(m, &g, &p, &number);

	if (ret)
		return ret;
	gpt_free(&g);
	show(m, &p);
	ret = judge(m);
	if (!ret)
		ret = choose_name(m, &p, name, &units);
	if (ret)
		return ret < 0 ? EXIT_PASS : ret;
	ret = confirm(m);
	if (!ret)
		ret = again(m);
	if (!ret)
		ret = read_table(m, &g, &p, &number);
	if (ret)
		return ret;
	g.fd = m->fd;
	ret = choose_name(m, &p, name, &units);
	if (!ret)
		ret = written(m, gpt_rename(&g, number, name, units, &is_begun), is_begun);
	gpt_free(&g);
	return ret < 0 ? EXIT_PASS : ret ? ret : verify(m, number, name);
}

static int run_disk(struct mark *m)
{
	uint16_t name[GPT_NAME_UNITS] = { 'm', 'd', 'b', 'e', 'n', 'c', 'h' };
	uint8_t guids[32];
	bool is_begun;
	int ret;

	show(m, NULL);
	ret = judge(m);
	if (!ret)
		ret = confirm(m);
	if (!ret)
		ret = again(m);
	if (ret)
		return ret;
	if (getrandom(guids, sizeof(guids), 0) != sizeof(guids))
		return complain(EXIT_FAILED, "mark: random numbers: %m");
	ret = gpt_make(m->fd, m->whole->logical_block_bytes, m->whole->size_bytes, MARK_NAME,
		       guids, &is_begun);
	ret = written(m, ret, is_begun);
	return ret ? ret : verify(m, 1, name);
}

static int run(struct mark *m)
{
	int ret = find(m);

	if (ret)
		return ret;
	m->pin = disk_pin(&m->list, m->whole, "");
	if (m->pin < 0)
		return complain(EXIT_FAILED, "%s: %s: %s", m->who, m->whole->name,
				strerror(-m->pin));
	m->fd = -1;
	ret = m->d->is_partition ? run_partition(m) : m->is_unmark ? judge(m) : run_disk(m);
	if (m->fd >= 0 && close(m->fd) && !ret)
		ret = complain(EXIT_FAILED, "%s: %s: %m", m->who, m->whole->name);
	close(m->pin);
	return ret;
}

static int main_of(const char *who, int argc, char **argv)
{
	static struct mark m;
	struct opt_error err;
	const int own = argc > 1 && argv[1][0] != '-' && strncmp(argv[1], "confirm=", 8);

	m.who = who;
	m.is_unmark = !strcmp(who, "unmark");
	m.which = own ? argv[1] : NULL;
	opt_defaults(options, &m.o);
	if (opt_parse_argv(options, &m.o, argc - 1 - own, argv + 1 + own, &err))
		return complain(EXIT_USAGE, "%s: %s", who, err.text);
	if (m.o.help) {
		printf("usage: mdbench %s WHICH [NAME=VALUE]...\n%s\n"
		       "WHICH: a partition by /dev path or partuuid; %s\n\n", who,
		       m.is_unmark ? "Gives a partition the name that it had before mdbench mark." :
		       "Lets runs of mdbench overwrite a GPT partition: its name begins with mdbench then.",
		       m.is_unmark ? "see mdbench disks." :
		       "an empty disk, which gets a table, by serial:, wwn: or path.");
		opt_help(options, "", stdout);
		return EXIT_PASS;
	}
	if (!m.which)
		return complain(EXIT_USAGE, "%s: which partition or disk? see mdbench %s --help",
				who, who);
	return run(&m);
}

int mark_main(int argc, char **argv)
{
	return main_of("mark", argc, argv);
}

int unmark_main(int argc, char **argv)
{
	return main_of("unmark", argc, argv);
}
