/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the kernel left of its last words in a crash (pstore: EFI variables,
 * ERST, a part of memory by ramoops): brought to the medium at the next boot.
 */
#ifndef PSTORE_H
#define PSTORE_H

#include <stdbool.h>
#include <stddef.h>

struct pstore_saved {
	unsigned files;
	char panic[160];	/* the line that says why; "" if none does */
	unsigned weight;	/* how well it says so */
};

/*
 * What is in pstore now, a line a file ("NAME BYTES SECONDS"): of others, from
 * before we began. 0 (also where there is no pstore), -E2BIG or -errno.
 */
int pstore_list(char *buf, size_t size);
/*
 * Mount pstore, copy every file but those of such a list (NULL: all) into the
 * folder (made if there is anything), sync, and only then remove them from pstore. 0
 * or -errno (files says how many were saved all the same).
 */
int pstore_save(const char *folder, const char *except, struct pstore_saved *saved);
/* The same from any folder, which is pstore already. */
int pstore_list_of(const char *from, char *buf, size_t size);
int pstore_save_from(const char *from, const char *folder, const char *except,
		     struct pstore_saved *saved);
/* The line of a kernel's log that says best why it crashed, if it beats saved->panic. Pure. */
void pstore_read_panic(const char *text, struct pstore_saved *saved);
/*
 * An address of memory that this kernel does not use (above mem=) and that the
 * firmware says is memory (/sys/firmware/memmap): where ramoops may live. 0 if
 * there is none. root: "" for "/".
 */
unsigned long long pstore_ramoops_address(const char *root, unsigned long long size);
/* Is there one already, as EFI variables? The kernel takes no second one. */
bool pstore_has_backend(const char *root);
/* Load ramoops there if it is a module; 0 or -errno. */
int pstore_ramoops_load(unsigned long long address, unsigned long long size);

#endif
