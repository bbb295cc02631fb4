// SPDX-License-Identifier: GPL-2.0-only
/*
 * The options of `mdlab stick`: one row each. What has no preset in the table
 * follows from the machine.
 */
#include "stickopt.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>
#include "opt.h"
#include "units.h"

#define MIB (1024ull * 1024)
#define AT(member) offsetof(struct stick_options, member)
#define MEMORY_2003 (128 * MIB)
#define MEMORY (1536 * MIB)

const char *const firmware_names[] = { "bios", "uefi", NULL };
const char *const machine_names[] = { "q35", "pc", "2003", NULL };
const char *const port_names[] = { "xhci", "ehci", "uhci", NULL };
static const char *const watchdog_names[] = { "none", "i6300esb", "itco", NULL };
static const char *const pstore_names[] = { "none", "erst", NULL };
static const char *const accel_names[] = { "auto", "kvm", "tcg", NULL };

static const struct opt stick_table[] = {
	{ .name = "cdrom", .type = OPT_STRING, .offset = AT(cdrom), .arg = "ISO",
	  .help = "boot this instead; an IMAGE is then plugged in beside it" },
	{ .name = "net", .type = OPT_STRING, .offset = AT(net), .arg = "DIR",
	  .help = "boot by PXE from the files of this folder; an IMAGE is then plugged in" },
	{ .name = "bootfile", .type = OPT_STRING, .offset = AT(bootfile), .arg = "NAME",
	  .help = "with --net: pxelinux.0 or syslinux.efi unless given; or a URL, in which this host is 10.0.2.2" },
	{ .name = "firmware", .type = OPT_CHOICE, .offset = AT(firmware), .choices = firmware_names,
	  .preset = "bios", .arg = "WHICH", .help = "SeaBIOS or OVMF" },
	{ .name = "machine", .type = OPT_CHOICE, .offset = AT(machine), .choices = machine_names,
	  .preset = "q35", .arg = "WHICH",
	  .help = "2003: i440FX, IDE, UHCI, no ACPI, 128M, a CPU of that year" },
	{ .name = "port", .type = OPT_CHOICE, .offset = AT(port), .choices = port_names,
	  .arg = "WHICH",
	  .help = "where the stick is: xhci, with --machine=2003 uhci, unless given" },
	{ .name = "disks", .type = OPT_STRING, .offset = AT(disks), .arg = "SPEC",
	  .help = "N or NxSIZE, then any of ,bus=BUS ,sector=512|4096 ,keep=DIR; may be repeated" },
	{ .name = "attach", .type = OPT_STRING, .offset = AT(attach), .arg = "FILE[,bus=BUS]",
	  .help = "add a disk that carries no consent to writes; may be repeated" },
	{ .name = "memory", .type = OPT_BYTES, .offset = AT(memory_bytes), .min = 32 * MIB,
	  .max = 1024 * 1024 * MIB, .arg = "SIZE",
	  .help = "1536M, with --machine=2003 128M, unless given" },
	{ .name = "cpu", .type = OPT_STRING, .offset = AT(cpu), .arg = "MODEL",
	  .help = "a CPU model of QEMU, as pentium3" },
	{ .name = "cpus", .type = OPT_U64, .offset = AT(cpus), .min = 1, .max = 64, .preset = "1",
	  .arg = "N", .help = "how many" },
	{ .name = "watchdog", .type = OPT_CHOICE, .offset = AT(watchdog), .choices = watchdog_names,
	  .preset = "none", .arg = "WHICH", .help = "one that resets the machine" },
	{ .name = "pstore", .type = OPT_CHOICE, .offset = AT(pstore), .choices = pstore_names,
	  .preset = "none", .arg = "WHICH",
	  .help = "erst: memory that keeps a crash's last words" },
	{ .name = "state", .type = OPT_STRING, .offset = AT(state), .arg = "DIR",
	  .help = "keep EFI variables and ERST memory there" },
	{ .name = "nic", .type = OPT_YES, .offset = AT(nic),
	  .help = "a network card, from which this host is 10.0.2.2" },
	{ .name = "write", .type = OPT_YES, .offset = AT(write),
	  .help = "write to IMAGE itself, not to a copy in the run's folder" },
	{ .name = "accel", .type = OPT_CHOICE, .offset = AT(accel), .choices = accel_names,
	  .preset = "auto", .arg = "WHICH", .help = "auto: KVM once it has run a guest" },
	{ .name = "timeout", .type = OPT_SECONDS, .offset = AT(timeout_s), .max = 30 * 86400,
	  .arg = "TIME", .help = "of all; 0, or not given: none" },
	{ .name = "silence", .type = OPT_SECONDS, .offset = AT(silence_s), .min = 1, .max = 86400,
	  .preset = "600s", .arg = "TIME", .help = "without a line on the serial port it hangs" },
	{ .name = "kill-at", .type = OPT_STRING, .offset = AT(at[ACT_KILL]), .arg = "TEXT[,N]",
	  .help = "pull the plug of the machine at the Nth line with TEXT" },
	{ .name = "kill-at-bytes", .type = OPT_U64, .offset = AT(kill_at_bytes),
	  .max = UINT64_MAX >> 1, .arg = "N", .help = "pull it when the serial line has brought N bytes" },
	{ .name = "until", .type = OPT_STRING, .offset = AT(at[ACT_UNTIL]), .arg = "TEXT[,N]",
	  .help = "turn it off there" },
	{ .name = "unplug-at", .type = OPT_STRING, .offset = AT(at[ACT_UNPLUG]), .arg = "TEXT[,N]",
	  .help = "pull the stick" },
	{ .name = "replug-at", .type = OPT_STRING, .offset = AT(at[ACT_REPLUG]), .arg = "TEXT[,N]",
	  .help = "put it back; counts from when it was pulled" },
	{ .name = "plug-at", .type = OPT_STRING, .offset = AT(at[ACT_PLUG]), .arg = "TEXT[,N]",
	  .help = "with --cdrom or --net: the stick comes that late" },
	{ .name = "press-at", .type = OPT_STRING, .offset = AT(at[ACT_PRESS]), .arg = "TEXT[,KEY]",
	  .help = "press a key of the keyboard, named as QEMU names it; ret unless given" },
	{ .name = "screen", .type = OPT_STRING, .offset = AT(screen), .arg = "FILE",
	  .help = "a picture of the screen, PNG, at the end" },
	{ .name = "screen-at", .type = OPT_STRING, .offset = AT(at[ACT_SHOT]), .arg = "TEXT[,N]",
	  .help = "not at the end but there" },
	{ .name = "out", .type = OPT_STRING, .offset = AT(out), .arg = "DIR",
	  .help = "folder for the results; results/runs/ID unless given" },
	{ .name = "print", .type = OPT_YES, .offset = AT(print),
	  .help = "print the command that would run, and stop" },
	{ .name = "quiet", .type = OPT_YES, .offset = AT(quiet), .help = "only the verdict" },
	{ 0 }
};

void stickopt_help(FILE *out)
{
	fputs("usage: mdlab stick IMAGE [--OPTION[=VALUE]]...\n"
	      "       mdlab stick --cdrom=ISO|--net=DIR [IMAGE] [--OPTION[=VALUE]]...\n\n"
	      "Boot a stick's image in a QEMU machine that looks like metal: no virtio. A copy of\n"
	      "the image is booted, in the run's folder; its results are imported at the end.\n\n",
	      out);
	options_help_table(stick_table, out);
	fputs("\nBUS is ahci (with --machine=pc or 2003 it is ide unless given), nvme, usb, ide,\n"
	      "megasas or mptsas1068.\n", out);
}

static const struct opt *find(const char *name, size_t len)
{
	for (const struct opt *o = stick_table; o->name; o++) {
		if (strlen(o->name) == len && !strncmp(o->name, name, len))
			return o;
	}
	return NULL;
}

static char *join(char *old, char between, const char *more)
{
	char *all;

	if (!old)
		return strdup(more);
	if (asprintf(&all, "%s%c%s", old, between, more) < 0)
		all = NULL;
	free(old);
	return all;
}

/* Words that may be repeated are joined, IMAGE is taken; *count words are left. */
static int take(struct stick_options *o, int argc, char **argv, char **left, int *count,
		struct fail *f)
{
	static const struct {
		const char *name;
		char between;
	} repeated[] = { { "disks", '\n' }, { "attach", ',' } };

	for (int i = 0; i < argc; i++) {
		const char *word = argv[i], *value = strchr(word, '=');
		size_t len, k;

		if (strncmp(word, "--", 2) || !word[2]) {
			if (o->image)
				return fail_set(f, STATUS_USAGE, "%s: one image only", word);
			o->image = word;
			continue;
		}
		len = value ? (size_t)(value - word) - 2 : strlen(word + 2);
		for (k = 0; k < ARRAY_SIZE(repeated); k++) {
			if (strlen(repeated[k].name) == len &&
			    !strncmp(word + 2, repeated[k].name, len))
				break;
		}
		if (k < ARRAY_SIZE(repeated) && (value || i + 1 < argc)) {
			value = value ? value + 1 : argv[++i];
			o->joined[k] = join(o->joined[k], repeated[k].between, value);
			if (!o->joined[k])
				return fail_set(f, STATUS_NOT_STARTED, "no memory");
			continue;
		}
		left[(*count)++] = argv[i];
		if (!value && find(word + 2, len) && find(word + 2, len)->type != OPT_YES &&
		    i + 1 < argc)
			left[(*count)++] = argv[++i];
	}
	return 0;
}

/* "TEXT", "TEXT,N", for a key "TEXT,KEY". */
static int parse_trigger(enum act act, const char *given, struct trigger *t, struct fail *f)
{
	const char *comma = strrchr(given, ',');
	uint64_t nth = 1;

	t->nth = 1;
	snprintf(t->key, sizeof(t->key), "ret");
	if (act == ACT_PRESS && comma)
		snprintf(t->key, sizeof(t->key), "%s", comma + 1);
	else if (act == ACT_PRESS || !comma || parse_u64(comma + 1, 1, 1000000, &nth) != 0)
		comma = given + strlen(given);
	t->nth = (unsigned)nth;
	if (comma == given || (size_t)(comma - given) >= sizeof(t->text) ||
	    strspn(t->key, "abcdefghijklmnopqrstuvwxyz0123456789_") != strlen(t->key))
		return fail_set(f, STATUS_USAGE, "%s: empty, too long, or no key's name", given);
	snprintf(t->text, sizeof(t->text), "%.*s", (int)(comma - given), given);
	return 0;
}

static int check(struct stick_options *o, struct fail *f)
{
	bool is_2003 = o->machine == MACHINE_2003;
	int ret = 0;

	if (!o->image && !o->cdrom && !o->net)
		return fail_set(f, STATUS_USAGE, "no image given; make usb builds one");
	if (o->cdrom && o->net)
		return fail_set(f, STATUS_USAGE, "net: not with --cdrom");
	if (is_2003 && o->firmware == FIRMWARE_UEFI)
		return fail_set(f, STATUS_USAGE, "firmware: uefi: not with --machine=2003");
	if (o->watchdog == WATCHDOG_ITCO && o->machine != MACHINE_Q35)
		return fail_set(f, STATUS_USAGE, "watchdog: itco: with --machine=q35 only");
	if (is_2003 && o->pstore)
		return fail_set(f, STATUS_USAGE, "pstore: erst: not with --machine=2003");
	if (o->at[ACT_PLUG] && (!o->image || !(o->cdrom || o->net)))
		return fail_set(f, STATUS_USAGE, "plug-at: needs an image, and --cdrom or --net "
				"to boot from");
	if ((o->at[ACT_UNPLUG] || o->at[ACT_REPLUG]) && !o->image)
		return fail_set(f, STATUS_USAGE, "unplug-at: no image that could be pulled");
	if (o->at[ACT_REPLUG] && !o->at[ACT_UNPLUG])
		return fail_set(f, STATUS_USAGE, "replug-at: needs --unplug-at");
	if (o->at[ACT_SHOT] && !o->screen)
		return fail_set(f, STATUS_USAGE, "screen-at: needs --screen=FILE");
	if (o->memory_bytes % MIB)
		return fail_set(f, STATUS_USAGE, "memory: not a whole number of MiB");
	if (o->cpu && strspn(o->cpu, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				     "0123456789_-+=,.") != strlen(o->cpu))
		return fail_set(f, STATUS_USAGE, "cpu: %s: no model of QEMU", o->cpu);
	if (o->bootfile && (strlen(o->bootfile) > 100 || strchr(o->bootfile, ',')))
		return fail_set(f, STATUS_USAGE, "bootfile: too long, or with a comma");
	if (!o->memory_bytes)
		o->memory_bytes = is_2003 ? MEMORY_2003 : MEMORY;
	for (unsigned i = 0; ret == 0 && i < ACTS; i++) {
		if (o->at[i])
			ret = parse_trigger((enum act)i, o->at[i], &o->trigger[i], f);
	}
	return ret;
}

int stickopt_parse(struct stick_options *o, int argc, char **argv, struct fail *f)
{
	char **left = calloc((size_t)argc + 1, sizeof(*left));
	struct opt_error err = { "" };
	const char *image;
	int count = 0, ret;

	memset(o, 0, sizeof(*o));
	if (!left)
		return fail_set(f, STATUS_NOT_STARTED, "no memory");
	opt_defaults(stick_table, o);
	o->port = PORTS;
	ret = take(o, argc, argv, left, &count, f);
	image = o->image;
	if (ret == 0 && opt_parse_argv(stick_table, o, count, left, &err) < 0)
		ret = fail_set(f, STATUS_USAGE, "%s; try mdlab stick --help", err.text);
	free(left);
	o->image = image;
	o->disks = o->joined[0];
	o->attach = o->joined[1];
	if (o->port == PORTS)
		o->port = o->machine == MACHINE_2003 ? PORT_UHCI : PORT_XHCI;
	return ret ? ret : check(o, f);
}

void stickopt_free(struct stick_options *o)
{
	for (size_t i = 0; i < ARRAY_SIZE(o->joined); i++)
		free(o->joined[i]);
}
