/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef STICK_H
#define STICK_H

/* `mdlab stick`: argv[0] is "stick". Returns the exit status. */
int stick_main(int argc, char **argv);

#endif
