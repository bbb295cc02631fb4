/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SHOW_H
#define SHOW_H

/* `mdlab show RUN…`: argv[0] is "show". Returns the exit status. */
int show_main(int argc, char **argv);

#endif
