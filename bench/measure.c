// SPDX-License-Identifier: GPL-2.0-only
/*
 * Snapshots of /proc and /sys. Two of them surround a measurement, so they are
 * cheap: one open and read for each file, no stdio. What a kernel does not say
 * stays NOT_KNOWN. A kernel thread that ends in between only loses its share;
 * a kworker's whole share goes to the work that it was last seen with.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "measure.h"
#include "units.h"

#define PATH_SIZE 320
#define SECTOR_BYTES 512u
#define NS_PER_MS 1000000u
#define PF_KTHREAD 0x00200000u	/* include/linux/sched.h, since 2.6.27 */

static const struct {
	const char *glob;
	enum kthread_group group;
} kthread_groups[] = {	/* first match wins */
	{ "md*_raid*", KT_MD },
	{ "md*_resync", KT_MD },
	{ "md*_reshape", KT_MD },
	{ "kworker/*kdmflush*", KT_DM },
	{ "kworker/*flush-*", KT_FLUSHER },
	{ "kworker/*", KT_KWORKER },
	{ "dm-*", KT_DM },
	{ "kdmflush*", KT_DM },
	{ "flush-*", KT_FLUSHER },
	{ "nfsd", KT_NFSD },
	{ "kswapd*", KT_KSWAPD },
	{ "jbd2/*", KT_JBD2 },
	{ "*", KT_OTHER },
};

static enum kthread_group kthread_group(const char *comm)
{
	unsigned i;

	for (i = 0; !glob_match(kthread_groups[i].glob, comm); i++)
		;
	return kthread_groups[i].group;
}

static int open_below(const struct measure *m, const char *path)
{
	char full[PATH_SIZE];

	snprintf(full, sizeof(full), "%s%s", m->root ? m->root : "", path);
	return open(full, O_RDONLY);
}

/* A file of one read, cut to size - 1; empty if it cannot be read. */
static void read_line(const struct measure *m, const char *path, char *buf, size_t size)
{
	const int fd = open_below(m, path);
	ssize_t n;

	buf[0] = '\0';
	if (fd < 0)
		return;
	n = read(fd, buf, size - 1);
	close(fd);
	buf[n > 0 ? n : 0] = '\0';
}

/* Until its end: /proc gives a page at a time. */
static void read_file(const struct measure *m, const char *path, char *buf, size_t size)
{
	const int fd = open_below(m, path);
	size_t len = 0;
	ssize_t n;

	buf[0] = '\0';
	if (fd < 0)
		return;
	do {
		n = read(fd, buf + len, size - 1 - len);
		if (n > 0)
			len += (size_t)n;
	} while (n > 0 || (n < 0 && errno == EINTR));
	close(fd);
	buf[len] = '\0';
}

/* Cut the next word off; NULL at the end. */
static char *next_word(char **text)
{
	char *word = *text + strspn(*text, " \n");

	if (!*word)
		return NULL;
	*text = word + strcspn(word, " \n");
	if (**text)
		*(*text)++ = '\0';
	return word;
}

/* Parse up to count numbers; how many there were. The rest stays as it is. */
static unsigned next_numbers(char **text, uint64_t *value, unsigned count)
{
	unsigned i;
	char *word;

	for (i = 0; i < count; i++) {
		word = next_word(text);
		if (!word || parse_u64(word, 0, UINT64_MAX, &value[i]))
			break;
	}
	return i;
}

static uint64_t tick_ns(void)
{
	return 1000000000u / (uint64_t)sysconf(_SC_CLK_TCK);
}

static void read_cpu(const struct measure *m, struct snapshot *s)
{
	char buf[512], *line, *text = buf;	/* the first line is all we want */
	unsigned i, n;

	read_line(m, "/proc/stat", buf, sizeof(buf));
	line = strsep(&text, "\n");
	if (strncmp(line, "cpu ", 4))
		return;
	line += 4;
	n = next_numbers(&line, s->cpu_ns, CPU_STATES);
	for (i = 0; i < n; i++)
		s->cpu_ns[i] *= tick_ns();
}

static void read_meminfo(const struct measure *m, struct snapshot *s)
{
	static const char dirty_key[] = "\nDirty:", writeback_key[] = "\nWriteback:";
	char buf[8192], *dirty, *writeback;
	uint64_t kib;

	read_file(m, "/proc/meminfo", buf, sizeof(buf));
	dirty = strstr(buf, dirty_key);
	writeback = strstr(buf, writeback_key);
	if (dirty) {
		dirty += sizeof(dirty_key) - 1;
		if (next_numbers(&dirty, &kib, 1))
			s->dirty_bytes = kib * 1024;
	}
	if (writeback) {
		writeback += sizeof(writeback_key) - 1;
		if (next_numbers(&writeback, &kib, 1))
			s->writeback_bytes = kib * 1024;
	}
}

/* Fields of Documentation/admin-guide/iostats.rst, counted from 0. */
static void fill_counters(struct disk_counters *c, const uint64_t *field, unsigned n)
{
	if (n < 11)
		return;
	c->reads = field[0];
	c->read_bytes = field[2] * SECTOR_BYTES;
	c->writes = field[4];
	c->write_bytes = field[6] * SECTOR_BYTES;
	c->busy_ns = field[9] * NS_PER_MS;
	if (n > 15)
		c->flushes = field[15];
}

static void read_diskstats(const struct measure *m, struct snapshot *s)
{
	/* A line has up to 200 bytes, and arrays stand behind all their disks. */
	static char buf[512 * 1024];
	char *text = buf, *line, *name;
	uint64_t number[2], field[17];
	unsigned i, n;

	if (!m->ndisks)
		return;
	read_file(m, "/proc/diskstats", buf, sizeof(buf));
	while ((line = strsep(&text, "\n")) && text) {	/* whole lines only */
		if (next_numbers(&line, number, 2) != 2)
			continue;
		name = next_word(&line);
		for (i = 0; name && i < m->ndisks; i++)
			if (!strcmp(m->name[i], name))
				break;
		if (!name || i == m->ndisks)
			continue;
		n = next_numbers(&line, field, ARRAY_SIZE(field));
		for (; i < m->ndisks; i++)	/* the target may be a member too */
			if (!strcmp(m->name[i], name))
				fill_counters(&s->disk[i], field, n);
	}
}

/*
 * A mirror that could not be written stays a member where md can note the
 * place (its bad block list): then less is read and written from there on.
 */
static void read_bad_blocks(const struct measure *m, struct snapshot *s)
{
	char path[160], buf[64];
	unsigned i;

	for (i = 1; i < m->ndisks && !s->bad_member[0]; i++) {
		snprintf(path, sizeof(path), "/sys/class/block/%s/md/dev-%s/bad_blocks",
			 m->name[0], m->name[i]);
		read_line(m, path, buf, sizeof(buf));
		if (buf[0])
			snprintf(s->bad_member, sizeof(s->bad_member), "%s", m->name[i]);
	}
}

static void read_md(const struct measure *m, struct snapshot *s)
{
	char path[128], buf[64], *text = buf;
	uint64_t degraded;

	if (!m->is_array || !m->ndisks)
		return;
	snprintf(path, sizeof(path), "/sys/class/block/%s/md/sync_action", m->name[0]);
	read_line(m, path, buf, sizeof(buf));
	snprintf(s->sync_action, sizeof(s->sync_action), "%.*s",
		 (int)strcspn(buf, "\n"), buf);
	snprintf(path, sizeof(path), "/sys/class/block/%s/md/degraded", m->name[0]);
	read_line(m, path, buf, sizeof(buf));
	if (next_numbers(&text, &degraded, 1))
		s->degraded = degraded;
	read_bad_blocks(m, s);
}

/*
 * CPU time of the kernel thread pid, its name cut out of buf; NOT_KNOWN for
 * anything else. The name may hold spaces and ')', so the last ')' ends it.
 */
static uint64_t kthread_read(const struct measure *m, const char *pid, char *buf,
			     size_t size, const char **comm)
{
	uint64_t field[12];	/* ppid, field 4 of proc(5), to stime, field 15 */
	char path[64], *text, *word;
	unsigned i;

	snprintf(path, sizeof(path), "/proc/%.20s/stat", pid);
	read_line(m, path, buf, size);
	*comm = strchr(buf, '(');
	text = strrchr(buf, ')');
	if (!*comm || !text || text < *comm || strlen(text) < 5)
		return NOT_KNOWN;
	++*comm;
	*text = '\0';
	text += 4;	/* over ") S " */
	for (i = 0; i < ARRAY_SIZE(field); i++) {
		word = next_word(&text);
		/* tpgid (i 4) is -1 */
		if (!word || (parse_u64(word, 0, UINT64_MAX, &field[i]) && i != 4))
			return NOT_KNOWN;
	}
	if (!(field[5] & PF_KTHREAD))
		return NOT_KNOWN;
	return (field[10] + field[11]) * tick_ns();
}

/*
 * NULL if it was not there. /proc lists by pid, so the next one asked for is
 * mostly the next one kept.
 */
static const struct kthread_time *thread_before(struct measure *m, uint64_t pid)
{
	unsigned i, at;

	for (i = 0; i < m->nthreads; i++) {
		at = (m->next_thread + i) % m->nthreads;
		if (m->thread[at].pid == pid) {
			m->next_thread = at + 1;
			return &m->thread[at];
		}
	}
	return NULL;
}

static void count_kthread(struct measure *m, struct snapshot *s, uint64_t pid,
			  uint64_t ns, const char *comm)
{
	const struct kthread_time *before;

	if (s == &m->before) {
		if (m->nthreads < MEASURE_THREADS)
			m->thread[m->nthreads++] = (struct kthread_time){ pid, ns };
		return;
	}
	before = thread_before(m, pid);
	if (!before && m->nthreads == MEASURE_THREADS)
		return;		/* perhaps old: its whole life would be counted */
	if (!before)
		s->kthread_ns[kthread_group(comm)] += ns;
	else if (ns > before->ns)
		s->kthread_ns[kthread_group(comm)] += ns - before->ns;
}

static void read_kthreads(struct measure *m, struct snapshot *s)
{
	char path[PATH_SIZE], buf[512];
	struct dirent *entry;
	const char *comm;
	uint64_t pid, ns;
	DIR *dir;

	snprintf(path, sizeof(path), "%s/proc", m->root ? m->root : "");
	dir = opendir(path);
	if (!dir)
		return;
	memset(s->kthread_ns, 0, sizeof(s->kthread_ns));
	while ((entry = readdir(dir))) {
		if (parse_u64(entry->d_name, 1, UINT32_MAX, &pid))
			continue;
		ns = kthread_read(m, entry->d_name, buf, sizeof(buf), &comm);
		if (ns != NOT_KNOWN)
			count_kthread(m, s, pid, ns, comm);
	}
	closedir(dir);
}

static void clear(struct snapshot *s)
{
	memset(s, 0xff, sizeof(*s));	/* every number is NOT_KNOWN */
	memset(s->sync_action, 0, sizeof(s->sync_action));
	memset(s->bad_member, 0, sizeof(s->bad_member));
}

static void take(const struct measure *m, struct snapshot *s)
{
	read_md(m, s);
	read_meminfo(m, s);
	read_diskstats(m, s);
	read_cpu(m, s);
}

/* The walk over /proc is the dear part: the other counters do not see it. */
void measure_begin(struct measure *m)
{
	m->nthreads = m->next_thread = 0;
	m->has_window_end = false;
	clear(&m->before);
	read_kthreads(m, &m->before);
	take(m, &m->before);
}

void measure_window_end(void *measure)
{
	struct measure *m = measure;

	clear(&m->after);
	read_diskstats(m, &m->after);
	m->window_end = m->after.disk[0];
	m->has_window_end = true;
}

void measure_end(struct measure *m)
{
	clear(&m->after);
	take(m, &m->after);
	read_kthreads(m, &m->after);
}
