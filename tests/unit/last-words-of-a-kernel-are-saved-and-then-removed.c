// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will save made-up files of pstore: the line that says why is found,
 * files of one name are kept apart, what was not saved stays. And it will look
 * for memory that no kernel uses in made-up maps of memory.
 * needs: none
 * timeout: 30
 */
#include <unistd.h>
#include "check.h"
#include "tree.h"
#include "metal/pstore.h"

static char from[600], to[600];

static int exists(const char *path)
{
	return !access(tree_path(path), F_OK);
}

static void check_panic(void)
{
	static const struct { const char *text, *want; } rows[] = {
		{ "", "" },
		{ "Panic#1 Part1\n<6>[    1.0] fine\n", "" },
		{ "<0>[   12.345678] Kernel panic - not syncing: sysrq triggered crash\n",
		  "Kernel panic - not syncing: sysrq triggered crash" },
		{ "<0>[1] Kernel panic - not syncing: Fatal exception\n<1>[1] BUG: unable\n<1>[2] BUG: later",
		  "BUG: unable" },
		{ "[  2.0] mdbench: watchdog: nothing moved\n<1>[3.0] BUG: x\n",
		  "mdbench: watchdog: nothing moved" },
		{ "BUG: a\033[2Jb\r", "BUG: a?[2Jb?" },
		{ "a BUG: in the middle\n", "" },
	};
	struct pstore_saved saved;
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		saved = (struct pstore_saved){ 0 };
		pstore_read_panic(rows[i].text, &saved);
		check(!strcmp(saved.panic, rows[i].want), "%zu: '%s'", i, saved.panic);
	}
}

static void check_long_line(void)
{
	struct pstore_saved saved = { 0 };
	char text[900];

	memset(text, 'x', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	memcpy(text, "BUG:", 4);
	pstore_read_panic(text, &saved);
	check(strlen(saved.panic) == sizeof(saved.panic) - 1, "%zu", strlen(saved.panic));
}

static void check_save(void)
{
	struct pstore_saved saved;
	int ret;

	tree_begin();
	snprintf(from, sizeof(from), "%s/from", tree_root);
	snprintf(to, sizeof(to), "%s/to/pstore", tree_root);
	check(!pstore_save_from(from, to, NULL, &saved) && !saved.files, "none there");
	tree_text("from/dmesg-ramoops-0", "<0>[1] Kernel panic - not syncing: first\n");
	tree_text("from/..bad: name*", "text");
	ret = pstore_save_from(from, to, NULL, &saved);
	check(ret == -ENOENT && !saved.files, "%d", ret);
	check(exists("from/dmesg-ramoops-0"), "kept");
	tree_text("to/x", "");
	ret = pstore_save_from(from, to, NULL, &saved);
	check(!ret && saved.files == 1, "%d %u", ret, saved.files);
	check(!strcmp(saved.panic, "Kernel panic - not syncing: first"), "'%s'", saved.panic);
	check(exists("to/pstore/dmesg-ramoops-0.txt") && !exists("from/dmesg-ramoops-0"), "moved");
	tree_text("from/dmesg-ramoops-0", "second");
	tree_text("from/a:b c", "third");
	ret = pstore_save_from(from, to, NULL, &saved);
	check(!ret && saved.files == 2, "%d %u", ret, saved.files);
	check(exists("to/pstore/dmesg-ramoops-0-2.txt"), "second copy");
	check(exists("to/pstore/a_b_c.txt"), "clean name");
	tree_end();
}

/* What was there before is its owner's: neither taken for a crash nor removed. */
static void check_before(void)
{
	struct pstore_saved saved;
	char before[4096];
	int ret;

	tree_begin();
	snprintf(from, sizeof(from), "%s/from", tree_root);
	snprintf(to, sizeof(to), "%s/to", tree_root);
	check(!pstore_list_of(from, before, sizeof(before)) && !before[0], "none there");
	tree_text("from/dmesg-efi-1", "Kernel panic - not syncing: theirs\n");
	tree_text("from/dmesg-ramoops-0", "old");
	ret = pstore_list_of(from, before, sizeof(before));
	check(!ret && strstr(before, "dmesg-efi-1 35 ") && strstr(before, "dmesg-ramoops-0 3 "),
	      "%d '%s'", ret, before);
	check(pstore_list_of(from, before, 20) == -E2BIG, "room");
	check(!pstore_list_of(from, before, sizeof(before)), "again");
	tree_text("from/dmesg-efi-12", "Kernel panic - not syncing: ours\n");
	tree_text("from/dmesg-ramoops-0", "new crash");
	ret = pstore_save_from(from, to, before, &saved);
	check(!ret && saved.files == 2, "%d %u", ret, saved.files);
	check(!strcmp(saved.panic, "Kernel panic - not syncing: ours"), "'%s'", saved.panic);
	check(exists("from/dmesg-efi-1") && !exists("to/dmesg-efi-1.txt"), "theirs");
	check(!exists("from/dmesg-efi-12") && exists("to/dmesg-efi-12.txt"), "ours");
	check(exists("to/dmesg-ramoops-0.txt"), "a name that is used again");
	tree_end();
}

static void lay_range(unsigned i, const char *start, const char *end, const char *type)
{
	char path[80];

	snprintf(path, sizeof(path), "sys/firmware/memmap/%u/start", i);
	tree_text(path, start);
	snprintf(path, sizeof(path), "sys/firmware/memmap/%u/end", i);
	tree_text(path, end);
	snprintf(path, sizeof(path), "sys/firmware/memmap/%u/type", i);
	tree_text(path, type);
}

static void check_address(void)
{
	unsigned long long at;

	tree_begin();
	check(!pstore_ramoops_address(tree_root, 1 << 20), "no iomem");
	tree_text("proc/iomem", "00001000-0009fbff : System RAM\n"
		  "00100000-3fffffff : System RAM\n  01000000-01e00000 : Kernel code\n"
		  "fed00000-fed003ff : HPET 0\n");
	check(!pstore_ramoops_address(tree_root, 1 << 20), "no map");
	lay_range(0, "0x1000\n", "0x9fbff\n", "System RAM\n");
	lay_range(1, "0x100000\n", "0x7ffdffff\n", "System RAM\n");
	lay_range(2, "0x7ffe0000\n", "0x7fffffff\n", "Reserved\n");
	lay_range(3, "0x100000000\n", "0x17fffffff\n", "System RAM\n");
	at = pstore_ramoops_address(tree_root, 1 << 20);
	check(at == 0x41000000, "%llx", at);
	at = pstore_ramoops_address(tree_root, 1ull << 30);
	check(at == 0x100000000, "%llx", at);
	check(!pstore_ramoops_address(tree_root, 1ull << 40), "too large");
	tree_text("proc/iomem", "00100000-7ffdffff : System RAM\n100000000-17fffffff : System RAM\n");
	check(!pstore_ramoops_address(tree_root, 1 << 20), "all in use");
	tree_text("proc/iomem", "00000000-00000000 : System RAM\n");
	check(!pstore_ramoops_address(tree_root, 1 << 20), "hidden");
	tree_end();
}

static void check_backend(void)
{
	tree_begin();
	check(!pstore_has_backend(tree_root), "no pstore");
	tree_text("sys/module/pstore/parameters/backend", "(null)\n");
	check(!pstore_has_backend(tree_root), "none");
	tree_text("sys/module/pstore/parameters/backend", "efi_pstore\n");
	check(pstore_has_backend(tree_root), "efi");
	tree_end();
}

int main(void)
{
	check_backend();
	check_panic();
	check_long_line();
	check_save();
	check_before();
	check_address();
	return check_done();
}
