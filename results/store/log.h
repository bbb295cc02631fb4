/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef LOG_H
#define LOG_H

/* `mdlab log [SELECTION]…`: argv[0] is "log". Returns the exit status. */
int log_main(int argc, char **argv);

#endif
