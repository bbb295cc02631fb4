// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will look at lines of kernel logs, good and bad, of several kernels.
 * needs: none
 * timeout: 10
 */
#include <string.h>
#include "check.h"
#include "units.h"
#include "watch.h"

int main(void)
{
	static const struct {
		const char *line;
		enum watch want;
		const char *text;
	} row[] = {
		{ "", WATCH_NONE, "" },
		{ "[    0.000000] Linux version 6.1.0", WATCH_NONE, "Linux version 6.1.0" },
		{ "[    1.234567] Kernel panic - not syncing: Attempted to kill init!",
		  WATCH_PANIC, "Kernel panic - not syncing: Attempted to kill init!" },
		{ "[    1.2][    T1] VFS: Unable to mount root fs on unknown-block(0,0)",
		  WATCH_PANIC, "VFS: Unable to mount root fs on unknown-block(0,0)" },
		{ "[    2.000000] BUG: kernel NULL pointer dereference", WATCH_TROUBLE,
		  "BUG: kernel NULL pointer dereference" },
		{ "[    2.000000] DEBUG: nothing", WATCH_NONE, "DEBUG: nothing" },
		{ "[    2.000000] Oops: 0002 [#1] SMP", WATCH_TROUBLE, NULL },
		{ "[    2.000000] Oops: Oops: 0002 [#1] SMP", WATCH_TROUBLE, NULL },
		{ "[    2.000000] WARNING: CPU: 0 PID: 1 at fs/x.c:3 f+0x1/0x2", WATCH_TROUBLE,
		  NULL },
		{ "[    2.000000] WARNING: fs/x.c:3 at f+0x1/0x2, CPU#0: sh/1", WATCH_TROUBLE,
		  NULL },
		{ "[    2.000000] WARNING: possible recursive locking detected", WATCH_TROUBLE,
		  NULL },
		{ "[    2.000000] tsc: WARNING: unstable", WATCH_NONE, NULL },
		{ "[  243.000000] INFO: task dd:99 blocked for more than 120 seconds.",
		  WATCH_TROUBLE, NULL },
		{ "[    2.000000] INFO: task dd:99 is fine", WATCH_NONE, NULL },
		{ "mdbench: init: /proc: cannot be mounted", WATCH_INIT,
		  "/proc: cannot be mounted" },
		{ "[    2.000000] mdbench: init: usb.ko: no such device", WATCH_NONE, NULL },
		{ "[    0.1] Kernel command line: x BUG: y", WATCH_NONE, NULL },
		{ "@mdb1 7 9 00000000 {\"a\":\"BUG: no\"}", WATCH_NONE, NULL },
	};
	const char *text;

	for (size_t i = 0; i < ARRAY_SIZE(row); i++) {
		enum watch got = watch_line(row[i].line, &text);

		check(got == row[i].want, "'%s': %d, not %d", row[i].line, got, row[i].want);
		check(!row[i].text || !strcmp(text, row[i].text), "'%s', not '%s'", text,
		      row[i].text);
	}
	return check_done();
}
