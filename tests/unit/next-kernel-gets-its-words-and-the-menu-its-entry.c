// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will change command lines for the next kernel, write the entry that
 * starts by itself, and read addresses and sizes out of text.
 * needs: none
 * timeout: 10
 */
#include <errno.h>
#include <string.h>
#include "check.h"
#include "metal/bootentry.h"
#include "units.h"

#define MIB (1ull << 20)

static void check_cmdline(void)
{
	static const struct {
		const char *append;
		struct bootentry_words w;
		const char *line;
	} rows[] = {
		{ "a  mem=1G b", { 0 }, "a mem=1G b mdbench.start=auto" },
		{ "a mem=1G b", { .mem_bytes = 2048 * MIB }, "a b mem=2G mdbench.start=auto" },
		{ "a", { .mem_bytes = 768 * MIB }, "a mem=768M mdbench.start=auto" },
		{ "mem=1G mem=nopentium", { .mem_bytes = 64 * MIB }, "mem=64M mdbench.start=auto" },
		{ "mdbench.start=all x memmap=1G", { 0 }, "x memmap=1G mdbench.start=auto" },
		{ "ramoops.mem_address=0x1 ramoops.ecc=1 x", { 0 }, "x mdbench.start=auto" },
		{ "x", { .ramoops_address = 0x40000000, .ramoops_bytes = MIB },
		  "x ramoops.mem_address=0x40000000 ramoops.mem_size=0x100000 mdbench.start=auto" },
		{ "acpi_rsdp=0x5 x", { .acpi_rsdp = 0x7f7e014 },
		  "x acpi_rsdp=0x7f7e014 mdbench.start=auto" },
		{ "x memmap=16T%0-128+2", { .is_kexec = true },
		  "x memmap=16T%0-128+2 mdbench.start=auto" },
		{ "x=\"mem=3G y\" z", { .mem_bytes = 64 * MIB },
		  "x=\"mem=3G y\" z mem=64M mdbench.start=auto" },
		{ "x=\"not closed mem=1G", { .mem_bytes = 64 * MIB },
		  "x=\"not closed mem=1G mem=64M mdbench.start=auto" },
		{ "", { 0 }, "mdbench.start=auto" },
	};
	char line[256], small[20];
	unsigned i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		check(!bootentry_cmdline(line, sizeof(line), rows[i].append, &rows[i].w), "%s",
		      rows[i].append);
		check(!strcmp(line, rows[i].line), "%s: %s", rows[i].append, line);
	}
	check(bootentry_cmdline(small, sizeof(small), "x", &rows[0].w) == -ENOSPC, "%s", small);
	check(!bootentry_cmdline(small, sizeof(small), "", &rows[0].w), "%s", small);
}

static void check_next(void)
{
	static struct session_kernel k = {
		.key = "k2", .image = "mdbench/k2/vmlinuz",
		.initrd = "mdbench/base.gz,mdbench/metal.gz,mdbench/k2/modules.gz",
	};
	static const char want[] = "LABEL next\n\tMENU LABEL Go on, or begin: all kernels\n"
		"\tLINUX /mdbench/k2/vmlinuz\n"
		"\tINITRD /mdbench/base.gz,/mdbench/metal.gz,/mdbench/k2/modules.gz\n"
		"\tAPPEND console=tty0 mdbench.start=auto\n";
	static char buf[BOOTENTRY_NEXT], line[BOOTENTRY_NEXT];
	size_t i;

	check(!bootentry_next(buf, &k, "console=tty0 mdbench.start=auto"), "fits");
	check(!memcmp(buf, want, strlen(want)), "%.*s", (int)strlen(want), buf);
	for (i = strlen(want); i < sizeof(buf); i++)
		check(buf[i] == ' ' || buf[i] == '\n', "byte %zu is %d", i, buf[i]);
	check(buf[sizeof(buf) - 1] == '\n', "its end");
	memset(line, 'x', sizeof(line) - 1);
	check(bootentry_next(buf, &k, line) == -ENOSPC, "too long");
}

static void check_mem(void)
{
	static const struct {
		const char *line;
		bool is_found;
		uint64_t bytes;
	} rows[] = {
		{ "a mem=1G", true, 1024 * MIB }, { "mem=1G mem=512M b", true, 512 * MIB },
		{ "mem=1024M mem=nopentium", true, 1024 * MIB }, { "xmem=1G", false, 0 },
		{ "memmap=1G", false, 0 }, { "mem=", false, 0 }, { "", false, 0 },
		{ "a=\"b mem=1G\"", false, 0 },
		{ "mem=11111111111111111111111111111111111111111111", false, 0 },
	};
	unsigned i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		uint64_t bytes = 0;

		check(bootentry_mem(rows[i].line, &bytes) == rows[i].is_found &&
		      bytes == rows[i].bytes, "%s: %llu", rows[i].line, (unsigned long long)bytes);
	}
}

static void check_rsdp(void)
{
	static const struct {
		const char *text;
		uint64_t address;
	} rows[] = {
		{ "ACPI20=0x7f7e014\nACPI=0x7f7e000\nSMBIOS=0x1\n", 0x7f7e014 },
		{ "ACPI=0x7F7E000\n", 0x7f7e000 }, { "SMBIOS=0x1\n", 0 }, { "", 0 },
		{ "ACPI20=12\n", 0 }, { "ACPI20=0x11111111111111111\n", 0 },
	};
	unsigned i;

	for (i = 0; i < ARRAY_SIZE(rows); i++)
		check(bootentry_rsdp(rows[i].text) == rows[i].address, "%s", rows[i].text);
}

int main(void)
{
	check_cmdline();
	check_next();
	check_mem();
	check_rsdp();
	return check_done();
}
