/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef MATRIX_H
#define MATRIX_H

/*
 * `mdlab matrix KERNEL…`: argv[0] is "matrix". The exit status: that of
 * `mdlab run` of the run that ended worst (the highest), 0 if all passed.
 */
int matrix_main(int argc, char **argv);

#endif
