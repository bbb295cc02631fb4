/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef REPORT_H
#define REPORT_H

/* `mdlab report SELECTION… -o FILE.html`: argv[0] is "report". Returns the exit status. */
int report_main(int argc, char **argv);

#endif
