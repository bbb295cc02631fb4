// SPDX-License-Identifier: GPL-2.0-only
/*
 * One row an option: command line, boot word, default, help and the settings
 * in the run record all come from here.
 */
#include <stddef.h>
#include "appliance.h"

#define AT(member) offsetof(struct appliance_options, member)
#define TIB (1ull << 40)

static const char *const erase_choices[] = { "no", "yes", "signed", NULL };
/* Each as its enum in appliance.h or metal/machine.h. */
static const char *const after_choices[] = { "poweroff", "reboot", "shell", "next", NULL };
static const char *const start_choices[] = { "auto", "all", "one", "list", NULL };
static const char *const foreign_choices[] = { "no", "readonly", NULL };
static const char *const turbo_choices[] = { "keep", "off", "on", NULL };
static const char *const cstates_choices[] = { "keep", "shallow", NULL };
/* The first is 0, then as enum data_pattern. */
static const char *const pattern_choices[] = { "rows", "zeros", "ramp", "random", NULL };
static const char *const results_choices[] = { "all", "console", "port", NULL };

const struct opt appliance_option_list[] = {
	{ .name = "suite", .bounds = true, .type = OPT_STRING, .offset = AT(suite),
	  .preset = "smoke", .arg = "NAME", .help = "what to run; the list is below" },
	{ .name = "only", .bounds = true, .type = OPT_STRING, .offset = AT(only), .arg = "GLOB",
	  .help = "only tests whose id matches, as raid1/*" },
	{ .name = "size", .bounds = true, .type = OPT_BYTES, .offset = AT(size_bytes), .min = 1 << 20,
	  .max = 16 * TIB, .arg = "SIZE", .help = "of the files of a test together, instead of the suite's own" },
	{ .name = "span", .bounds = true, .type = OPT_BYTES, .offset = AT(span_bytes), .min = 16 << 20,
	  .max = 16 * TIB, .arg = "SIZE",
	  .help = "first part of each disk that is used; default 192M (smoke), else 16G or what the smallest disk has" },
	{ .name = "repeat", .type = OPT_U64, .offset = AT(repeat), .min = 1,
	  .max = 1000, .preset = "1", .arg = "N", .help = "each test N times" },
	{ .name = "seed", .type = OPT_U64, .offset = AT(seed), .max = UINT64_MAX,
	  .preset = "1", .arg = "N", .help = "of random offsets, names and data" },
	{ .name = "pattern", .type = OPT_CHOICE, .offset = AT(pattern),
	  .choices = pattern_choices, .preset = "rows",
	  .help = "what files hold: zeros, 0 to 127 again and again, or what cannot be compressed; rows: as each row of the suite says" },
	{ .name = "verify", .type = OPT_YES, .offset = AT(verify), .preset = "no",
	  .help = "stamp every block that is written and check every one that is read, which costs time inside the figures" },
	{ .name = "disks", .bounds = true, .type = OPT_STRING, .offset = AT(disks), .arg = "ID[,ID]",
	  .help = "real disks to use, by serial or wwn; needs erase=" },
	{ .name = "erase", .bounds = true, .type = OPT_CHOICE, .offset = AT(erase),
	  .choices = erase_choices, .preset = "no",
	  .help = "yes: what disks= names may be overwritten; signed: even if something is on it" },
	{ .name = "remake", .type = OPT_YES, .offset = AT(remake), .preset = "no",
	  .help = "make arrays anew, whatever was found" },
	{ .name = "wait", .type = OPT_SECONDS, .offset = AT(wait_s), .max = 3600,
	  .preset = "10s", .arg = "TIME", .help = "for disks to appear" },
	{ .name = "expect", .type = OPT_U64, .offset = AT(expect), .max = 256,
	  .preset = "0", .arg = "N",
	  .help = "disks that consent to wait for, fewer is an error; 0: as many as the suite can use, and go on with fewer" },
	{ .name = "dry-run", .bounds = true, .type = OPT_YES, .offset = AT(dry_run), .preset = "no",
	  .help = "print the plan and stop before the first write" },
	{ .name = "results", .type = OPT_CHOICE, .offset = AT(results),
	  .choices = results_choices, .preset = "all",
	  .help = "where records go: to the console, the virtio port, or all there are" },
	{ .name = "net", .type = OPT_STRING, .offset = AT(net), .preset = "no", .arg = "HOW",
	  .help = "dhcp or ADDRESS/PREFIX[,GATEWAY]: for upload= alone, no suite uses a network" },
	{ .name = "upload", .type = OPT_STRING, .offset = AT(upload), .arg = "URL",
	  .help = "with a medium: send each finished records file to http://HOST[:PORT]/PATH, too" },
	{ .name = "timeout", .type = OPT_SECONDS, .offset = AT(timeout_s),
	  .max = 30 * 86400, .preset = "0", .arg = "TIME",
	  .help = "begin no test after so long; 0: no limit" },
	{ .name = "after", .type = OPT_CHOICE, .offset = AT(after),
	  .choices = after_choices, .preset = "poweroff",
	  .help = "what comes when all is done; next: the next kernel of the medium, and power off after the last, as with a medium unless given" },
	{ .name = "medium", .type = OPT_STRING, .offset = AT(medium), .arg = "ID",
	  .help = "volume id of the FAT file system that has plan.txt and takes the results, as 1A2B-3C4D; the boot entries of a stick have it" },
	{ .name = "kernel", .type = OPT_STRING, .offset = AT(kernel), .arg = "KEY",
	  .help = "which kernel of the medium this is, as its boot entries say" },
	{ .name = "start", .bounds = true, .type = OPT_CHOICE, .offset = AT(start),
	  .choices = start_choices, .preset = "auto",
	  .help = "with a medium: go on with what was interrupted, else begin, unless all was done; begin anew with all its kernels, or with this one; or list the disks and stop" },
	{ .name = "rounds", .type = OPT_U64, .offset = AT(rounds), .min = 1, .max = 100,
	  .preset = "1", .arg = "N", .help = "with a medium: all its kernels in turn, N times" },
	{ .name = "mem", .type = OPT_BYTES, .offset = AT(mem_bytes), .min = 64 << 20,
	  .max = 16 * TIB, .arg = "SIZE",
	  .help = "with a medium: memory that the kernels may use, instead of what the boot entry says" },
	{ .name = "countdown", .type = OPT_SECONDS, .offset = AT(countdown_s), .max = 3600,
	  .preset = "0", .arg = "TIME",
	  .help = "between the plan and the first write, for a key to stop it; with a medium: 10s unless given" },
	{ .name = "hold", .type = OPT_SECONDS, .offset = AT(hold_s), .max = 30 * 86400,
	  .preset = "0", .arg = "TIME",
	  .help = "with a medium: how long the summary stays on the screen at the end, unless a key is pressed; 60s unless given" },
	{ .name = "foreign", .bounds = true, .type = OPT_CHOICE, .offset = AT(foreign),
	  .choices = foreign_choices, .preset = "no",
	  .help = "arrays of others: left alone, or assembled read-only and read" },
	{ .name = "watchdog", .type = OPT_YES, .offset = AT(watchdog), .preset = "no",
	  .help = "have the machine's watchdog reset it when nothing moves any more, and panics and hung tasks reboot it; with a medium: yes unless given" },
	{ .name = "governor", .type = OPT_STRING, .offset = AT(governor), .arg = "NAME",
	  .help = "CPU frequency governor to set, as performance" },
	{ .name = "turbo", .type = OPT_CHOICE, .offset = AT(turbo), .choices = turbo_choices,
	  .preset = "keep", .help = "CPU turbo frequencies: as found, off, on" },
	{ .name = "cstates", .type = OPT_CHOICE, .offset = AT(cstates), .choices = cstates_choices,
	  .preset = "keep", .help = "CPU idle states: as found, or the shallowest alone" },
	{ .name = "scheduler", .type = OPT_STRING, .offset = AT(scheduler), .arg = "NAME",
	  .help = "I/O scheduler of the disks that are used, as none, mq-deadline, bfq; a kernel without it measures nothing" },
	{ .name = "model", .bounds = true, .type = OPT_STRING, .offset = AT(model), .arg = "SPEC",
	  .help = "make disks in memory: NxSIZE[,mbps=N][,nsec=N], at most N MiB/s and each request at least N ns" },
	{ .name = "run", .type = OPT_STRING, .offset = AT(run), .preset = "local",
	  .arg = "ID", .help = "id of this run in the records" },
	{ .name = "accel", .type = OPT_STRING, .offset = AT(accel), .arg = "NAME",
	  .help = "what runs this machine, as the launcher says" },
	{ .name = "segments", .type = OPT_STRING, .offset = AT(segments),
	  .arg = "NAME:SHA256[,...]", .help = "initramfs segments, as the launcher says" },
	{ 0 }
};
