/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef RUN_H
#define RUN_H

/* `mdlab run`: argv[0] is "run". Returns the exit status. */
int run_main(int argc, char **argv);

#endif
