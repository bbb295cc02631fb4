// SPDX-License-Identifier: GPL-2.0-only
/*
 * The list of modules, its rules and the devices that ask for them. One process
 * for all of them: a program a module takes most of the time in a slow machine.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "modload.h"
#include "sysfile.h"

#define TEXT_MAX (1u << 20)
#define PASSES_MAX 8	/* of a device that brings a device that brings … */

enum { ORDER, RULES, CMDLINE };

static int load_by_kernel(const char *path, const char *params)
{
	int fd, ret;

	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	ret = syscall(SYS_finit_module, fd, params, 0) < 0 ? -errno : 0;
	close(fd);
	return ret;
}

/* NULL with errno; ended by NUL. */
static char *read_text(const char *root, const char *name)
{
	char path[PATH_MAX], *text;
	size_t len = 0;
	ssize_t n = 0;
	int fd;

	if ((size_t)snprintf(path, sizeof(path), "%s%s", root, name) >= sizeof(path)) {
		errno = ENAMETOOLONG;
		return NULL;
	}
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return NULL;
	text = malloc(TEXT_MAX);
	while (text && len < TEXT_MAX - 1) {
		n = read(fd, text + len, TEXT_MAX - 1 - len);
		if (n <= 0)
			break;
		len += (size_t)n;
	}
	if (text && (n < 0 || len == TEXT_MAX - 1)) {
		errno = n < 0 ? errno : EFBIG;
		free(text);
		text = NULL;
	}
	close(fd);
	if (text)
		text[len] = '\0';
	return text;
}

/* Lines of text, each cut off in place; blank ones are left out. */
static char *next_line(char **rest)
{
	char *line;

	do {
		line = strsep(rest, "\n");
	} while (line && !*line);
	return line;
}

/* One word more of *rest, NULL after the last. */
static char *next_word(char **rest)
{
	char *word;

	do {
		word = strsep(rest, " ");
	} while (word && !*word);
	return word;
}

static size_t count_lines(const char *text)
{
	size_t n = 1;

	for (; *text; text++)
		n += *text == '\n';
	return n;
}

static bool same_name(const char *a, const char *b, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (a[i] != b[i] && !((a[i] == '-' || a[i] == '_') &&
				      (b[i] == '-' || b[i] == '_')))
			return false;
	return true;
}

static struct modload_module *find(struct modload *m, const char *name)
{
	const size_t len = strlen(name);
	size_t i;

	for (i = 0; i < m->modules; i++)
		if (strlen(m->module[i].name) == len && same_name(m->module[i].name, name, len))
			return &m->module[i];
	return NULL;
}

static int read_order(struct modload *m)
{
	char *rest = m->text[ORDER], *line, *slash, *dot;
	struct modload_module *mod;

	m->module = calloc(count_lines(rest), sizeof(*m->module));
	if (!m->module)
		return -ENOMEM;
	while ((line = next_line(&rest))) {
		mod = &m->module[m->modules];
		mod->path = next_word(&line);
		if (!mod->path)
			continue;
		mod->params = line ? line : "";
		mod->needs = "";
		slash = strrchr(mod->path, '/');
		mod->name = strdup(slash ? slash + 1 : mod->path);
		if (!mod->name)
			return -ENOMEM;
		dot = strchr(mod->name, '.');
		if (dot)
			*dot = '\0';
		m->modules++;
	}
	return 0;
}

static int read_rules(struct modload *m)
{
	char *rest = m->text[RULES], *line, *verb, *name;
	struct modload_module *mod;
	struct modload_alias *alias;

	m->alias = calloc(count_lines(rest), sizeof(*m->alias));
	if (!m->alias)
		return -ENOMEM;
	while ((line = next_line(&rest))) {
		verb = next_word(&line);
		name = verb ? next_word(&line) : NULL;
		mod = name ? find(m, name) : NULL;
		if (!mod)
			return -EINVAL;
		if (!strcmp(verb, "needs")) {
			mod->needs = line ? line : "";
		} else if (!strcmp(verb, "always")) {
			mod->is_wanted = true;
		} else if (!strcmp(verb, "net")) {
			mod->is_net = true;
		} else if (!strcmp(verb, "alias") && line) {
			alias = &m->alias[m->aliases++];
			alias->pattern = line;
			alias->module = (size_t)(mod - m->module);
			alias->fixed = strcspn(line, "*?[\\");
		} else {
			return -EINVAL;
		}
	}
	return 0;
}

int modload_open(struct modload *m, const char *root)
{
	size_t i;
	int ret;

	*m = (struct modload){ .root = root, .load = load_by_kernel };
	m->text[ORDER] = read_text(root, MODLOAD_FOLDER "/order");
	if (!m->text[ORDER])
		return errno ? -errno : -ENOMEM;
	m->text[CMDLINE] = read_text(root, "/proc/cmdline");
	m->text[RULES] = read_text(root, MODLOAD_FOLDER "/rules");
	ret = !m->text[RULES] && errno != ENOENT ? -errno : read_order(m);
	if (!ret && m->text[RULES]) {
		ret = read_rules(m);
	} else {
		for (i = 0; i < m->modules; i++)
			m->module[i].is_wanted = true;
	}
	if (ret)
		modload_close(m);
	return ret;
}

void modload_close(struct modload *m)
{
	size_t i;

	for (i = 0; i < m->modules; i++)
		free((char *)(uintptr_t)m->module[i].name);
	free(m->module);
	free(m->alias);
	for (i = 0; i < sizeof(m->text) / sizeof(m->text[0]); i++)
		free(m->text[i]);
	*m = (struct modload){ .root = "" };
}

/* The end of a word that may have "quoted parts". */
static size_t word_length(const char *s)
{
	bool is_quoted = false;
	size_t n;

	for (n = 0; s[n] && s[n] != '\n' && (is_quoted || s[n] != ' '); n++)
		if (s[n] == '"')
			is_quoted = !is_quoted;
	return n;
}

bool modload_params(const char *cmdline, const char *name, char *buf, size_t size)
{
	const size_t len = strlen(name);
	size_t n, used = 0;
	int more;

	buf[0] = '\0';
	for (; *cmdline; cmdline += n) {
		n = word_length(cmdline);
		if (!n) {
			n = 1;
			continue;
		}
		/* What follows is for the program that the kernel starts. */
		if (n == 2 && !strncmp(cmdline, "--", 2))
			break;
		if (n <= len + 1 || cmdline[len] != '.' || !same_name(cmdline, name, len))
			continue;
		more = snprintf(buf + used, size - used, "%s%.*s", used ? " " : "",
				(int)(n - len - 1), cmdline + len + 1);
		if (more < 0 || (size_t)more >= size - used)
			return false;
		used += (size_t)more;
	}
	return true;
}

static int load_one(struct modload *m, struct modload_module *mod, const char *params)
{
	char path[PATH_MAX], given[2048], all[4096];
	int ret;

	if (mod->is_done)
		return 0;
	mod->is_done = true;
	if (!modload_params(m->text[CMDLINE] ? m->text[CMDLINE] : "", mod->name,
			    given, sizeof(given)))
		return -E2BIG;
	snprintf(path, sizeof(path), "%s%s%s", m->root,
		 mod->path[0] == '/' ? "" : MODLOAD_FOLDER "/", mod->path);
	if ((size_t)snprintf(all, sizeof(all), "%s%s%s%s%s", mod->params,
			     *mod->params && *given ? " " : "", given,
			     params ? " " : "", params ? params : "") >= sizeof(all))
		return -E2BIG;
	ret = m->load(path, all);
	return ret == -EEXIST ? 0 : ret;
}

/* What it needs becomes wanted too. ORDER has it earlier, so one way back is enough. */
static void want_needs(struct modload *m)
{
	struct modload_module *need;
	char words[1024], *rest, *word;
	size_t i;

	for (i = m->modules; i-- > 0;) {
		if (!m->module[i].is_wanted || m->module[i].is_done)
			continue;
		snprintf(words, sizeof(words), "%s", m->module[i].needs);
		rest = words;
		while ((word = next_word(&rest))) {
			need = find(m, word);
			if (need)
				need->is_wanted = true;
		}
	}
}

static void want_modalias(struct modload *m, const char *modalias)
{
	const struct modload_alias *a;
	size_t i;

	for (i = 0; i < m->aliases; i++) {
		a = &m->alias[i];
		if (!m->module[a->module].is_wanted &&
		    m->module[a->module].is_net == m->only_net &&
		    !strncmp(a->pattern, modalias, a->fixed) &&
		    !fnmatch(a->pattern, modalias, 0))
			m->module[a->module].is_wanted = true;
	}
}

static void want_file(struct modload *m, const char *path)
{
	char modalias[4096];

	if (sysfile_read(path, modalias, sizeof(modalias)) > 0)
		want_modalias(m, modalias);
}

static void want_bus(struct modload *m, const char *folder)
{
	char path[PATH_MAX];
	struct dirent *e;
	DIR *d;

	d = opendir(folder);
	if (!d)
		return;
	while ((e = readdir(d))) {
		if (e->d_name[0] != '.' && (size_t)snprintf(path, sizeof(path), "%s/%s/modalias",
				folder, e->d_name) < sizeof(path))
			want_file(m, path);
	}
	closedir(d);
}

/* What the devices that are here now ask for. */
static void want_devices(struct modload *m)
{
	char path[PATH_MAX];
	struct dirent *e;
	DIR *d;

	snprintf(path, sizeof(path), "%s/sys/devices/system/cpu/modalias", m->root);
	want_file(m, path);
	snprintf(path, sizeof(path), "%s/sys/bus", m->root);
	d = opendir(path);
	if (!d)
		return;
	while ((e = readdir(d))) {
		if (e->d_name[0] != '.' && (size_t)snprintf(path, sizeof(path),
				"%s/sys/bus/%s/devices", m->root, e->d_name) < sizeof(path))
			want_bus(m, path);
	}
	closedir(d);
}

void modload_run(struct modload *m)
{
	unsigned pass, loaded;
	size_t i;
	int ret;

	for (pass = 0; pass < PASSES_MAX; pass++) {
		if (m->aliases)
			want_devices(m);
		want_needs(m);
		loaded = 0;
		for (i = 0; i < m->modules; i++) {
			if (!m->module[i].is_wanted || m->module[i].is_done)
				continue;
			loaded++;
			ret = load_one(m, &m->module[i], NULL);
			/* No such device is an answer of the driver, and no error. */
			if (ret && ret != -ENODEV && m->failed)
				m->failed(m->module[i].name, ret);
		}
		if (!loaded || !m->aliases)
			break;
	}
}

int modload_name(struct modload *m, const char *name, const char *params)
{
	struct modload_module *mod = find(m, name);
	size_t i;

	if (!mod)
		return -ENOENT;
	for (i = 0; i < m->modules; i++)
		m->module[i].is_wanted = &m->module[i] == mod;
	want_needs(m);
	for (i = 0; &m->module[i] < mod; i++)
		if (m->module[i].is_wanted)
			load_one(m, &m->module[i], NULL);
	return load_one(m, mod, params);
}

int modload_now(const char *name, const char *params)
{
	struct modload m;
	int ret;

	ret = modload_open(&m, "");
	if (ret)
		return ret;
	ret = modload_name(&m, name, params);
	modload_close(&m);
	return ret;
}

int modload_network(void)
{
	struct modload m;
	size_t i;
	int ret;

	ret = modload_open(&m, "");
	if (ret)
		return ret;
	m.only_net = true;
	/* All else was loaded by /init. */
	for (i = 0; i < m.modules; i++)
		m.module[i].is_wanted = false;
	modload_run(&m);
	modload_close(&m);
	return 0;
}
