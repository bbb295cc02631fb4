/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef COMPARECMD_H
#define COMPARECMD_H

/*
 * `mdlab compare`: argv[0] is "compare". 0: nothing is slower · 1: something is,
 * or a test that the base passes does not · 2: usage, no such run · 3: refused,
 * the runs are not alike.
 */
int compare_main(int argc, char **argv);

#endif
