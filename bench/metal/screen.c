// SPDX-License-Identifier: GPL-2.0-only
/*
 * The screen of a real machine: /dev/tty0, which is the virtual terminal that
 * is seen now. page.c says what stands on it, keys.c listens. Pages are drawn
 * between tests only, each with one write, and messages of the kernel scroll
 * below them.
 */
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "keys.h"
#include "page.h"
#include "screen.h"
#include "screenqr.h"
#include "sysfile.h"

#define CONSOLES "/sys/class/tty/console/active"
#define SCREEN "/dev/tty0"
#define CONSOLE "/dev/console"
#define BILLION 1000000000ll
#define PATIENCE_MS 200		/* a screen that was stopped by a key takes nothing */
#define TURN_S 15		/* pages of the end, when nobody turns them */
#define PLAIN "\033[0m"
#define YELLOW "\033[0;1;33m"
#define ALARM "\033[0;1;37;41m"
/* UTF-8; never blank, never sleep (VESA); no cursor. */
#define WAKE "\033%G\033[9;0]\033[14;0]\033[?25l"

enum shown { SHOWN_LINES, SHOWN_PROGRESS, SHOWN_SUMMARY };

static struct {
	int fd;
	bool is_console, is_known;
	enum shown shown;
	struct page_size size;
	int64_t begun_ns, tested_ns;	/* 0: not yet */
	unsigned page;
	struct page_state state;
	struct qr qr;
	char text[32768];	/* of the summary */
	char drawing[PAGE_BYTES];
} screen = { .fd = -1 };

/* The last name is /dev/console's; tty0, tty1 are the screen, ttyS0 is not. */
static bool is_screen(const char *consoles)
{
	const char *name = strrchr(consoles, ' ');

	name = name ? name + 1 : consoles;
	return !strncmp(name, "tty", 3) && name[3] >= '0' && name[3] <= '9';
}

bool screen_is_console(void)
{
	char text[256];

	if (!screen.is_known) {
		screen.is_known = true;
		screen.is_console = sysfile_read(CONSOLES, text, sizeof(text)) > 0 &&
			is_screen(text);
	}
	return screen.is_console;
}

static void put(const char *text, size_t len)
{
	struct pollfd p = { .fd = screen.fd, .events = POLLOUT };
	ssize_t n;

	while (screen.fd >= 0 && len) {
		n = write(screen.fd, text, len);
		if (n > 0) {
			text += n;
			len -= (size_t)n;
		} else if (poll(&p, 1, PATIENCE_MS) <= 0) {
			return;
		}
	}
}

static void put_text(const char *text)
{
	put(text, strlen(text));
}

/* A driver that comes late may change it. True if it did. */
static bool measure(void)
{
	const struct page_size was = screen.size;
	struct winsize w;

	screen.size = (struct page_size){ 80, 25 };
	if (!ioctl(screen.fd, TIOCGWINSZ, &w) && w.ws_col >= 20 && w.ws_row >= 4)
		screen.size = (struct page_size){ w.ws_col, w.ws_row };
	return was.columns != screen.size.columns || was.rows != screen.size.rows;
}

/* An empty screen, where lines scroll from this row on, the first of them there. */
static void divide(unsigned row)
{
	char text[64];

	snprintf(text, sizeof(text), "\033[0m\033[r\033[2J\033[%u;%ur\033[%u;1H", row,
		 screen.size.rows, row);
	put_text(text);
}

/* Where lines go on is kept, as what was drawn is. */
static void draw(size_t (*fill)(char *buf, size_t size))
{
	size_t len = 2;

	memcpy(screen.drawing, "\0337", len);
	len += fill(screen.drawing + len, sizeof(screen.drawing) - 4);
	memcpy(screen.drawing + len, "\0338", 2);
	put(screen.drawing, len + 2);
}

static size_t fill_progress(char *buf, size_t size)
{
	return page_progress(&screen.state, &screen.size, buf, size);
}

static size_t fill_summary(char *buf, size_t size)
{
	return page_summary(screen.text, &screen.qr, screen.page, &screen.size, buf, size);
}

static void draw_progress(void)
{
	const int64_t now = keys_now_ns();
	bool is_new;

	if (screen.fd < 0)
		return;
	is_new = measure() || screen.shown != SHOWN_PROGRESS;
	screen.state.elapsed_s = (uint64_t)((now - screen.begun_ns) / BILLION);
	if (screen.tested_ns)
		screen.state.tested_ms = (uint64_t)((now - screen.tested_ns) / 1000000);
	if (is_new && page_rows(&screen.size) < screen.size.rows)
		divide(page_rows(&screen.size) + 1);
	screen.shown = SHOWN_PROGRESS;
	draw(fill_progress);
}

static void draw_summary(void)
{
	if (screen.fd < 0)
		return;
	if (measure() || screen.shown != SHOWN_SUMMARY)
		divide(screen.size.rows);
	screen.shown = SHOWN_SUMMARY;
	draw(fill_summary);
}

void screen_open(void)
{
	if (screen.fd >= 0)
		return;
	screen.fd = open(SCREEN, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	screen.begun_ns = keys_now_ns();
	measure();
	put_text(WAKE);
}

void screen_close(void)
{
	char text[64];

	if (screen.fd < 0)
		return;
	snprintf(text, sizeof(text), PLAIN "\033[r\033[%u;1H\033[?25h", screen.size.rows);
	put_text(text);
	close(screen.fd);
	screen.fd = -1;
	screen.shown = SHOWN_LINES;
}

/* The line ends plain: a new row takes the background of the moment. */
static void say(const char *style, const char *text)
{
	char clean[512];

	page_escape(clean, sizeof(clean), text);
	put_text(style);
	put_text(clean);
	put_text(PLAIN "\r\n");
}

void screen_say(const char *format, ...)
{
	char text[512];
	va_list args;

	if (screen.fd < 0)
		return;
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	text[strcspn(text, "\n")] = '\0';
	say(PLAIN, text);
}

/* A title begins another leg. */
void screen_title(const char *title)
{
	memset(&screen.state, 0, sizeof(screen.state));
	screen.begun_ns = keys_now_ns();
	screen.tested_ns = 0;
	page_escape(screen.state.title, sizeof(screen.state.title), title);
	if (screen.shown == SHOWN_PROGRESS)
		draw_progress();
	else
		screen_say("%s", title);
}

void screen_step(size_t index, size_t tests, const char *id, unsigned deadline_s)
{
	struct page_state *s = &screen.state;

	if (!screen.tested_ns)
		screen.tested_ns = keys_now_ns();
	s->index = index;
	s->tests = tests;
	s->deadline_s = deadline_s;
	page_escape(s->id, sizeof(s->id), id);
	draw_progress();
}

/* Drawn with the next step; the last one has none. */
void screen_result(const char *id, const char *verdict, const char *figure)
{
	page_add_result(&screen.state, id, verdict, figure);
	screen.state.id[0] = '\0';
	if (screen.state.index >= screen.state.tests)
		draw_progress();
}

void screen_error(const char *text)
{
	page_escape(screen.state.error, sizeof(screen.state.error), text);
	if (screen.shown == SHOWN_PROGRESS)
		draw_progress();
	if (text[0])
		say(ALARM, text);
}

void screen_summary(const char *text, const char *qr)
{
	page_reorder(screen.text, sizeof(screen.text), text);
	screen.qr.modules = 0;
	if (screen.fd >= 0 && qr && *qr) {
		measure();
		screenqr_make(&screen.qr, qr, &screen.size);
	}
	screen.page = 0;
	draw_summary();
}

/* Listen on the screen's keyboard and on the console; the latter's descriptor, or -1. */
static int listen_to_all(struct keys *k)
{
	int fd = -1;

	*k = (struct keys){ 0 };
	keys_add(k, screen.fd);
	if (!screen_is_console() || screen.fd < 0)
		fd = open(CONSOLE, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	keys_add(k, fd);
	return fd;
}

static void listen_no_more(struct keys *k, int fd)
{
	keys_end(k);
	if (fd >= 0)
		close(fd);
}

/* Nobody may be reading there, so it is not waited for. */
static void __attribute__((format(printf, 2, 3))) say_there(int fd, const char *format, ...)
{
	va_list args;

	if (fd < 0)
		return;
	va_start(args, format);
	vdprintf(fd, format, args);
	va_end(args);
}

bool screen_countdown(unsigned seconds, const char *what)
{
	const int64_t end_ns = keys_now_ns() + seconds * BILLION;
	enum key key = KEY_NONE;
	char clean[128], line[192];
	struct keys keys;
	unsigned left;
	int fd;

	if (!seconds)
		return true;
	page_escape(clean, sizeof(clean), what && *what ? what : "writing begins");
	fd = listen_to_all(&keys);
	say_there(fd, "mdbench: %s in %u s: press a key to stop\n", clean, seconds);
	for (left = seconds; left && key == KEY_NONE; left--) {
		snprintf(line, sizeof(line), "\r\033[2K" YELLOW "%s in %u s: press a key to stop" PLAIN,
			 clean, left);
		put_text(line);
		key = keys_wait(&keys, end_ns - (left - 1) * BILLION);
	}
	snprintf(line, sizeof(line), "\r\033[2K%s%s\r\n", clean,
		 key == KEY_NONE ? " now" : ": stopped by a key");
	put_text(line);
	say_there(fd, "mdbench: %s%s\n", clean, key == KEY_NONE ? " now" : ": stopped by a key");
	listen_no_more(&keys, fd);
	return key == KEY_NONE;
}

static void put_hold(unsigned pages, unsigned left_s)
{
	char line[160];
	int n = 0;

	if (pages > 1)
		n = snprintf(line, sizeof(line), "\r\033[2Kpage %u of %u, space: next page; ",
			     screen.page + 1, pages);
	else
		n = snprintf(line, sizeof(line), "\r\033[2K");
	snprintf(line + n, sizeof(line) - (size_t)n, "Enter: go on; goes on in %u s", left_s);
	put_text(line);
}

/* Any key goes on from a single page; of several, Enter, Esc and q do. */
static bool is_last_key(enum key key, unsigned pages)
{
	return key == KEY_END || (key == KEY_OTHER && pages < 2);
}

void screen_hold(unsigned seconds)
{
	const int64_t end_ns = keys_now_ns() + seconds * BILLION;
	int64_t turn_ns = keys_now_ns() + TURN_S * BILLION, now;
	unsigned pages = 1;
	struct keys keys;
	enum key key;
	int fd;

	if (!seconds)
		return;
	if (screen.shown == SHOWN_SUMMARY)
		pages = page_summary_count(screen.text, &screen.qr, &screen.size);
	fd = listen_to_all(&keys);
	say_there(fd, "mdbench: press Enter, or it goes on in %u s\n", seconds);
	for (now = keys_now_ns(); now < end_ns; now = keys_now_ns()) {
		put_hold(pages, (unsigned)((end_ns - now + BILLION - 1) / BILLION));
		key = keys_wait(&keys, end_ns - (end_ns - now - 1) / BILLION * BILLION);
		if (is_last_key(key, pages))
			break;
		if (pages < 2 || (key == KEY_NONE && keys_now_ns() < turn_ns))
			continue;
		screen.page = (screen.page + 1) % pages;
		turn_ns = keys_now_ns() + TURN_S * BILLION;
		draw_summary();
	}
	put_text("\r\033[2K");
	listen_no_more(&keys, fd);
}
