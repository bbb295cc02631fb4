// SPDX-License-Identifier: GPL-2.0-only
/*
 * Words of a kernel's command line are parted by white space, and double quotes
 * hide it, as in the kernel's next_arg(). What is not changed stays byte by
 * byte. next.cfg is of the form that boot/stick/lib.sh writes.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "bootentry.h"
#include "units.h"

#define LINE_BYTES 64		/* of the padding */
#define KERNEL_IS_RESERVED "memmap=16T%0-128+2"

const char *bootentry_word(const char *p, size_t *len)
{
	bool is_quoted = false;
	const char *end;

	p += strspn(p, " \t\r\n");
	for (end = p; *end && (is_quoted || !strchr(" \t\r\n", *end)); end++)
		is_quoted ^= *end == '"';
	*len = (size_t)(end - p);
	return *len ? p : NULL;
}

static bool begins(const char *word, size_t len, const char *lead)
{
	return len >= strlen(lead) && !strncmp(word, lead, strlen(lead));
}

struct line {
	char *buf;
	size_t size, len;
	bool is_full;
};

static void line_add(struct line *l, const char *word, size_t len)
{
	if (l->len + len + 2 > l->size) {
		l->is_full = true;
		return;
	}
	if (l->len)
		l->buf[l->len++] = ' ';
	memcpy(l->buf + l->len, word, len);
	l->len += len;
	l->buf[l->len] = '\0';
}

static void line_number(struct line *l, const char *name, uint64_t value)
{
	char word[64];

	snprintf(word, sizeof(word), "%s=0x%" PRIx64, name, value);
	line_add(l, word, strlen(word));
}

int bootentry_cmdline(char *buf, size_t size, const char *append,
		      const struct bootentry_words *w)
{
	struct line l = { .buf = buf, .size = size };
	char word[40], mem[24];
	const char *p;
	size_t len;

	buf[0] = '\0';
	for (p = append; (p = bootentry_word(p, &len)); p += len) {
		if (!(begins(p, len, "mem=") && w->mem_bytes) && !begins(p, len, "ramoops.") &&
		    !begins(p, len, "acpi_rsdp=") && !begins(p, len, KERNEL_IS_RESERVED) &&
		    !begins(p, len, "mdbench.start="))
			line_add(&l, p, len);
	}
	if (w->mem_bytes) {
		snprintf(word, sizeof(word), "mem=%s",
			 format_bytes(mem, sizeof(mem), w->mem_bytes));
		line_add(&l, word, strlen(word));
	}
	if (w->ramoops_address) {
		line_number(&l, "ramoops.mem_address", w->ramoops_address);
		line_number(&l, "ramoops.mem_size", w->ramoops_bytes);
	}
	if (w->acpi_rsdp)
		line_number(&l, "acpi_rsdp", w->acpi_rsdp);
	if (w->is_kexec)
		line_add(&l, KERNEL_IS_RESERVED, strlen(KERNEL_IS_RESERVED));
	line_add(&l, "mdbench.start=auto", strlen("mdbench.start=auto"));
	return l.is_full ? -ENOSPC : 0;
}

int bootentry_next(char buf[BOOTENTRY_NEXT], const struct session_kernel *k,
		   const char *cmdline)
{
	char text[BOOTENTRY_NEXT], initrd[2 * sizeof(k->initrd)];
	const char *p;
	size_t at = 0, i;
	int len;

	initrd[at++] = '/';
	for (p = k->initrd; *p && at < sizeof(initrd) - 2; p++) {
		initrd[at++] = *p;
		if (*p == ',')
			initrd[at++] = '/';
	}
	initrd[at] = '\0';
	len = snprintf(text, sizeof(text), "LABEL next\n\tMENU LABEL Go on, or begin: all kernels\n"
		       "\tLINUX /%s\n\tINITRD %s\n\tAPPEND %s\n", k->image, initrd, cmdline);
	if (len < 0 || (size_t)len >= sizeof(text))
		return -ENOSPC;
	memcpy(buf, text, (size_t)len);
	for (i = (size_t)len; i < BOOTENTRY_NEXT; i++)
		buf[i] = (i - (size_t)len) % LINE_BYTES == LINE_BYTES - 1 ? '\n' : ' ';
	buf[BOOTENTRY_NEXT - 1] = '\n';
	return 0;
}

bool bootentry_mem(const char *cmdline, uint64_t *bytes)
{
	bool is_found = false;
	char text[32];
	const char *p;
	size_t len;

	for (p = cmdline; (p = bootentry_word(p, &len)); p += len) {
		if (!begins(p, len, "mem=") || len - 4 >= sizeof(text))
			continue;
		memcpy(text, p + 4, len - 4);
		text[len - 4] = '\0';
		is_found |= !parse_bytes(text, 1, UINT64_MAX, bytes);
	}
	return is_found;
}

static uint64_t hex_number(const char *p)
{
	static const char digits[] = "0123456789abcdef";
	uint64_t value = 0;
	const char *digit;

	if (strncmp(p, "0x", 2))
		return 0;
	for (p += 2; *p && (digit = strchr(digits, *p | 0x20)); p++) {
		if (value >> 60)
			return 0;
		value = value << 4 | (uint64_t)(digit - digits);
	}
	return value;
}

uint64_t bootentry_rsdp(const char *systab)
{
	const char *at = strstr(systab, "ACPI20=");

	if (at)
		return hex_number(at + strlen("ACPI20="));
	at = strstr(systab, "ACPI=");
	return at ? hex_number(at + strlen("ACPI=")) : 0;
}
