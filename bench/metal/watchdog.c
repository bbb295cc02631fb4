// SPDX-License-Identifier: GPL-2.0-only
/*
 * The watchdog of the machine and its feeder. The feeder is a process of its
 * own with locked memory that the kernel does not kill for want of memory; a
 * scheduling class of its own it needs not, since it has a third of the timeout
 * to be late. When the deadline is over it makes the kernel crash, if it still
 * can: then the log goes to pstore, with the tasks that hang in it. The hardware
 * resets the machine if even that hangs.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/watchdog.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "modload.h"
#include "sysfile.h"
#include "watchdog.h"

#define TIMEOUT_S 30	/* the first iTCO cannot do more than 38 */
#define DOGS 16
#define CLASS "/sys/class/watchdog"

struct dog {
	char name[24], identity[40];
	unsigned rank;
};

static long long now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_BOOTTIME, &ts);
	return ts.tv_sec * 1000000000ll + ts.tv_nsec;
}

static unsigned rank_of(const char *identity)
{
	if (!strncasecmp(identity, "iTCO_wdt", 8))
		return 0;
	if (!strncasecmp(identity, "i6300ESB", 8))
		return 1;
	return strcmp(identity, "Software Watchdog") && strcmp(identity, "softdog") ? 2 : 3;
}

/*
 * To open one starts it, so it is told by /sys: its own name for itself, or that
 * of its driver where the kernel shows no more.
 */
static void name_dog(struct dog *d)
{
	char path[320], target[256];
	const char *slash;
	ssize_t n;

	snprintf(path, sizeof(path), CLASS "/%.23s/identity", d->name);
	if (sysfile_read(path, d->identity, sizeof(d->identity)) > 0)
		return;
	snprintf(path, sizeof(path), CLASS "/%.23s/device/driver", d->name);
	n = readlink(path, target, sizeof(target) - 1);
	target[n > 0 ? n : 0] = '\0';
	slash = strrchr(target, '/');
	snprintf(d->identity, sizeof(d->identity), "%.*s", (int)sizeof(d->identity) - 1,
		 slash ? slash + 1 : d->name);
}

/* The dogs there are, the best first. */
static unsigned find_dogs(struct dog *dog)
{
	struct dirent *e;
	unsigned n = 0, i;
	struct dog d;
	DIR *dir;

	dir = opendir(CLASS);
	if (!dir)
		return 0;
	while (n < DOGS && (e = readdir(dir))) {
		if (strncmp(e->d_name, "watchdog", 8) || strlen(e->d_name) >= sizeof(d.name))
			continue;
		memset(&d, 0, sizeof(d));
		memcpy(d.name, e->d_name, strlen(e->d_name));
		name_dog(&d);
		d.rank = rank_of(d.identity);
		for (i = n++; i > 0 && dog[i - 1].rank > d.rank; i--)
			dog[i] = dog[i - 1];
		dog[i] = d;
	}
	closedir(dir);
	return n;
}

/* As long as is asked for, or the nearest to that that the driver takes. */
static void set_timeout(int fd, unsigned seconds)
{
	int s;

	do {
		s = (int)seconds;
		seconds = seconds / 4 * 3;
	} while (ioctl(fd, WDIOC_SETTIMEOUT, &s) < 0 && seconds >= TIMEOUT_S);
	ioctl(fd, WDIOC_KEEPALIVE, NULL);
}

static int open_dog(struct watchdog *w, const struct dog *d)
{
	char path[40];
	int s = 0;

	snprintf(path, sizeof(path), "/dev/%.23s", d->name);
	w->fd = open(path, O_WRONLY | O_CLOEXEC);
	if (w->fd < 0)
		return -errno;
	set_timeout(w->fd, TIMEOUT_S);
	w->timeout_s = ioctl(w->fd, WDIOC_GETTIMEOUT, &s) < 0 || s < 1 ? TIMEOUT_S : (unsigned)s;
	s = 0;
	w->was_reset = !ioctl(w->fd, WDIOC_GETBOOTSTATUS, &s) && s > 0 && (s & WDIOF_CARDRESET);
	snprintf(w->identity, sizeof(w->identity), "%s", d->identity);
	return 0;
}

static void crash(int fd)
{
	int kmsg = open("/dev/kmsg", O_WRONLY | O_CLOEXEC);

	if (kmsg >= 0)
		dprintf(kmsg, "<2>mdbench: watchdog: nothing moved until the deadline: the machine is started again\n");
	set_timeout(fd, TIMEOUT_S);
	sysfile_write("/proc/sysrq-trigger", "w");
	sysfile_write("/proc/sysrq-trigger", "c");
	/* It cannot be done: let the dog bite soon. */
	set_timeout(fd, 5);
	for (;;)
		pause();
}

/* Feeds until the deadline is over. Never returns. */
static void feed(const struct watchdog *w)
{
	const long long period = w->timeout_s > 3 ? w->timeout_s * 1000000000ll / 3 : 500000000;
	struct timespec ts;
	long long rest;

	for (;;) {
		rest = __atomic_load_n(w->deadline_ns, __ATOMIC_RELAXED) - now_ns();
		if (rest <= 0)
			crash(w->fd);
		ioctl(w->fd, WDIOC_KEEPALIVE, NULL);
		rest = rest < period ? rest : period;
		ts.tv_sec = (time_t)(rest / 1000000000);
		ts.tv_nsec = (long)(rest % 1000000000);
		nanosleep(&ts, NULL);
	}
}

static int start_feeder(struct watchdog *w)
{
	sigset_t all, old;
	pid_t pid;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &old);
	pid = fork();
	if (!pid) {
		prctl(PR_SET_NAME, "mdbench-feeder");
		sysfile_write("/proc/self/oom_score_adj", "-1000");
		/* Where memory is short it is better that it may be late. */
		mlockall(MCL_CURRENT);
		feed(w);
	}
	sigprocmask(SIG_SETMASK, &old, NULL);
	if (pid < 0)
		return -errno;
	w->feeder = pid;
	return 0;
}

static void stop_feeder(struct watchdog *w)
{
	if (w->feeder > 0) {
		kill(w->feeder, SIGKILL);
		waitpid(w->feeder, NULL, 0);
	}
	w->feeder = 0;
	if (w->deadline_ns)
		munmap(w->deadline_ns, sizeof(*w->deadline_ns));
	w->deadline_ns = NULL;
}

int watchdog_open(struct watchdog *w, unsigned grace_s)
{
	struct dog dog[DOGS];
	unsigned n, i;
	int ret = -ENOENT;

	*w = (struct watchdog){ .fd = -1 };
	n = find_dogs(dog);
	if (!n && !modload_now("softdog", NULL))
		n = find_dogs(dog);
	for (i = 0; i < n && w->fd < 0; i++)
		ret = open_dog(w, &dog[i]);
	if (w->fd < 0)
		return ret;
	w->deadline_ns = mmap(NULL, sizeof(*w->deadline_ns), PROT_READ | PROT_WRITE,
			      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (w->deadline_ns == MAP_FAILED) {
		ret = -errno;
		w->deadline_ns = NULL;
	} else {
		watchdog_progress(w, grace_s);
		ret = start_feeder(w);
	}
	if (ret)
		watchdog_close(w);
	return ret;
}

void watchdog_progress(struct watchdog *w, unsigned seconds)
{
	if (w && w->deadline_ns)
		__atomic_store_n(w->deadline_ns, now_ns() + seconds * 1000000000ll,
				 __ATOMIC_RELAXED);
}

void watchdog_close(struct watchdog *w)
{
	stop_feeder(w);
	if (w->fd < 0)
		return;
	/* A driver that cannot stop goes on: what comes next then has its timeout. */
	if (write(w->fd, "V", 1) < 0)
		ioctl(w->fd, WDIOC_KEEPALIVE, NULL);
	close(w->fd);
	w->fd = -1;
}

void watchdog_leave(struct watchdog *w, unsigned timeout_s)
{
	stop_feeder(w);
	if (w->fd < 0)
		return;
	set_timeout(w->fd, timeout_s);
	close(w->fd);
	w->fd = -1;
}

void crash_policy_set(unsigned reboot_s)
{
	char seconds[16];

	snprintf(seconds, sizeof(seconds), "%u", reboot_s);
	sysfile_write("/proc/sys/kernel/panic", seconds);
	sysfile_write("/proc/sys/kernel/panic_on_oops", "1");
	/* Writing back a full memory to a slow disk takes minutes, and is no hang. */
	sysfile_write("/proc/sys/kernel/hung_task_timeout_secs", "900");
	sysfile_write("/proc/sys/kernel/hung_task_panic", "1");
}
