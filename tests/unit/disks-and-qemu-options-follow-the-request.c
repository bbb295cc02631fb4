// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will parse what disks are asked for, and look for the words that
 * QEMU and the kernel then get.
 * needs: none
 * timeout: 10
 */
#include <stdlib.h>
#include <string.h>
#include "check.h"
#include "qemu.h"
#include "units.h"

static void test_specs(void)
{
	static const struct {
		const char *spec, *attach;
		int ret;
		unsigned count, made, sector;
		enum bus bus;
		uint64_t size;
		const char *says;
	} row[] = {
		{ "7", NULL, 0, 7, 7, 512, BUS_VIRTIO_BLK, 4ull << 30, "" },
		{ "2x512M,bus=nvme,sector=4096", "", 0, 2, 2, 4096, BUS_NVME, 512ull << 20, "" },
		{ "1x1G,bus=usb", "a,bus=ide,b", 0, 3, 1, 512, BUS_USB, 1ull << 30, "" },
		{ "24", NULL, 0, 24, 24, 512, BUS_VIRTIO_BLK, 4ull << 30, "" },
		{ "4,bus=ide", NULL, 0, 4, 4, 512, BUS_IDE, 4ull << 30, "" },
		{ "25", NULL, -1, 0, 0, 0, 0, 0, "25" },
		{ "24", "a", -1, 0, 0, 0, 0, 0, "24" },
		{ "0", NULL, -1, 0, 0, 0, 0, 0, "0" },
		{ "", NULL, -1, 0, 0, 0, 0, 0, "empty" },
		{ "x4G", NULL, -1, 0, 0, 0, 0, 0, "number" },
		{ "-1", NULL, -1, 0, 0, 0, 0, 0, "-1" },
		{ "2x", NULL, -1, 0, 0, 0, 0, 0, "size" },
		{ "2x1000001", NULL, -1, 0, 0, 0, 0, 0, "size" },
		{ "2,bus=scsi", NULL, -1, 0, 0, 0, 0, 0, "virtio-scsi" },
		{ "2,bus=ahci,sector=4096", NULL, -1, 0, 0, 0, 0, 0, "ahci" },
		{ "2,sector=1024", NULL, -1, 0, 0, 0, 0, 0, "sector=1024" },
		{ "2,keep=", NULL, -1, 0, 0, 0, 0, 0, "keep=" },
		{ "5,bus=ide", NULL, -1, 0, 0, 0, 0, 0, "4" },
		{ "4,bus=ide", "a,bus=ide", -1, 0, 0, 0, 0, 0, "4" },
		{ "2", "bus=ide", -1, 0, 0, 0, 0, 0, "no file" },
	};
	static struct vdisks vd;

	for (size_t i = 0; i < ARRAY_SIZE(row); i++) {
		struct fail f = { 0 };
		int ret = disks_parse(&vd, row[i].spec, row[i].attach, &f);

		check((ret < 0) == (row[i].ret < 0), "%s: %d", row[i].spec, ret);
		check(ret == 0 || f.status == STATUS_USAGE, "%s: status %d", row[i].spec, f.status);
		check(strstr(f.text, row[i].says), "%s: said '%s'", row[i].spec, f.text);
		if (ret < 0 || row[i].ret < 0)
			continue;
		check(vd.count == row[i].count && vd.made == row[i].made, "%s: %u, %u",
		      row[i].spec, vd.count, vd.made);
		check(vd.disk[0].bus == row[i].bus, "%s: bus %d", row[i].spec, vd.disk[0].bus);
		check(vd.disk[0].sector_bytes == row[i].sector, "%s: sector", row[i].spec);
		check(vd.disk[0].size_bytes == row[i].size, "%s: size", row[i].spec);
	}
}

static const struct args *build(const char *disks, const char *attach, const char *model,
				const char *append, struct args *a, struct fail *f)
{
	static struct run_options o;
	static struct vdisks vd;
	static struct kernel k = { .image = "/k", .segments = 1 };
	static struct qemu_setup q = {
		.program = "/q", .options = &o, .disks = &vd, .kernel = &k, .accel = ACCEL_TCG,
		.id = "ID", .initrd = "/i", .console = "/con,sole", .records = "/records",
	};

	memset(&o, 0, sizeof(o));
	o.suite = "smoke";
	o.cpus = 1;
	o.memory_bytes = 256 << 20;
	o.model = model;
	o.append = append;
	o.only = "raid1/* x";
	o.size_bytes = 1 << 20;
	disks_none(&vd);
	if (disks && (disks_parse(&vd, disks, attach, f) < 0 || disks_place(&vd, "/d", f) < 0))
		return NULL;
	return qemu_argv(&q, a, f) == 0 ? a : NULL;
}

/* How many words have the text in them. */
static unsigned words(const struct args *a, const char *text)
{
	unsigned n = 0;

	for (size_t i = 0; a && i < a->count; i++)
		n += strstr(a->word[i], text) != NULL;
	return n;
}

static void test_words(void)
{
	static const struct {
		const char *disks, *attach, *model, *text;
		unsigned times;
	} row[] = {
		{ "7", NULL, NULL, "serial=mdbench-", 7 },
		{ "7", NULL, NULL, "q35", 1 },
		{ "7", NULL, NULL, "path=/con,,sole", 1 },
		{ "7", NULL, NULL, "name=mdbench", 1 },
		{ "7", NULL, NULL, "cache.no-flush=off", 7 },
		{ "7", "/a,/dev/b", NULL, "serial=attached-", 2 },
		{ "7", "/a,/dev/b", NULL, "file.driver=host_device", 1 },
		{ "7", "/a,/dev/shm/b", NULL, "file.driver=host_device", 0 },
		{ "7,bus=ahci", NULL, NULL, "ich9-ahci", 2 },
		{ "7,bus=ahci", NULL, NULL, "bus=ahci1.0", 1 },
		{ "2,bus=ide", NULL, NULL, "q35", 0 },
		{ "2,bus=ide", NULL, NULL, "bus=ide.0,unit=1", 1 },
		{ "2,bus=virtio-scsi", NULL, NULL, "virtio-scsi-pci", 1 },
		{ "2,bus=nvme,sector=4096", NULL, NULL, "logical_block_size=4096", 2 },
		{ "2", NULL, NULL, "mdbench.only=\"raid1/* x\" mdbench.size=1M", 1 },
		{ "2", NULL, NULL, " extra words", 1 },
		{ "2", NULL, NULL, "mdbench.accel=tcg ", 1 },
		{ NULL, NULL, "2x128M", "shift=0,sleep=off", 1 },
		{ NULL, NULL, "2x128M", "nokaslr", 1 },
		{ NULL, NULL, "2x128M", "mdbench.accel=tcg-icount", 1 },
		{ NULL, NULL, "2x128M", "mdbench.model=2x128M", 1 },
		{ NULL, NULL, "2x128M", "-blockdev", 0 },
		{ NULL, NULL, "2x128M", "virtio", 0 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(row); i++) {
		struct args a = { 0 };
		struct fail f = { 0 };
		const struct args *got = build(row[i].disks, row[i].attach, row[i].model,
					       "extra words", &a, &f);

		check(got, "%zu: %s", i, f.text);
		check(words(got, row[i].text) == row[i].times, "'%s' is there %u times, not %u",
		      row[i].text, words(got, row[i].text), row[i].times);
		check(!got || !strcmp(got->word[got->count - 1] +
				      strlen(got->word[got->count - 1]) - 12, " extra words"),
		      "%zu: words of the user are not the last", i);
		args_free(&a);
	}
}

/* 2047 bytes is the most that x86 kernels take. */
static void test_length(void)
{
	char append[4096] = "";
	struct args a = { 0 };
	struct fail f = { 0 };
	size_t room, n;

	check(build("2", NULL, NULL, "z", &a, &f), "%s", f.text);
	room = a.count ? CMDLINE_MAX - strlen(a.word[a.count - 1]) + 1 : 0;
	args_free(&a);
	for (n = room; n <= room + 1; n++) {
		memset(append, 'z', n);
		append[n] = '\0';
		check(!build("2", NULL, NULL, append, &a, &f) == (n > room), "%zu of %zu", n, room);
		args_free(&a);
	}
	check(f.status == STATUS_USAGE, "status %d", f.status);
}

static void test_quotes(void)
{
	static const struct {
		const char *word, *quoted;
	} row[] = {
		{ "plain-1.2/x=y,z", "plain-1.2/x=y,z" }, { "", "''" }, { "a b", "'a b'" },
		{ "it's", "'it'\\''s'" }, { "$(x)", "'$(x)'" }, { "a\nb", "'a\nb'" },
		{ "*", "'*'" }, { "~", "'~'" },
	};
	char *text;
	size_t len;

	for (size_t i = 0; i < ARRAY_SIZE(row); i++) {
		FILE *out = open_memstream(&text, &len);

		args_print_quoted(out, row[i].word);
		fclose(out);
		check(!strcmp(text, row[i].quoted), "%s, not %s", text, row[i].quoted);
		free(text);
	}
}

int main(void)
{
	test_specs();
	test_words();
	test_length();
	test_quotes();
	return check_done();
}
