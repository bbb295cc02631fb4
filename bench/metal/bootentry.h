/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The command line of the next kernel, and the entry of the boot loader's menu
 * that starts by itself. Pure.
 */
#ifndef BOOTENTRY_H
#define BOOTENTRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "session.h"

#define BOOTENTRY_CMDLINE 2048	/* what x86 takes, the NUL included */
#define BOOTENTRY_NEXT 4096	/* size of mdbench/next.cfg, all of it */

/* What changes in a command line; 0: it has none of it, but for mem. */
struct bootentry_words {
	uint64_t mem_bytes;	/* 0: as it is */
	uint64_t ramoops_address, ramoops_bytes;
	uint64_t acpi_rsdp;
	/*
	 * The kernel before us may have marked memory as its own (type 128) in the
	 * map that it hands on. mem= leaves that, and Linux 6.1 takes it for memory
	 * above its limit and panics: have it taken for reserved.
	 */
	bool is_kexec;
};

/*
 * append, without its words mem=, ramoops.*, acpi_rsdp= and mdbench.start=, and
 * with ours behind the others. 0 or -ENOSPC.
 */
int bootentry_cmdline(char *buf, size_t size, const char *append,
		      const struct bootentry_words *w);
/* The whole of next.cfg (no NUL): -ENOSPC if it does not fit. */
int bootentry_next(char buf[BOOTENTRY_NEXT], const struct session_kernel *k,
		   const char *cmdline);
/* The next word at or behind p and its length, or NULL; nothing is changed. */
const char *bootentry_word(const char *p, size_t *len);
/* The last mem= of a command line: false if there is none that is a size. */
bool bootentry_mem(const char *cmdline, uint64_t *bytes);
/* The RSDP's address in the text of /sys/firmware/efi/systab, ACPI 2.0's first; 0: none. */
uint64_t bootentry_rsdp(const char *systab);

#endif
