/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BISECT_H
#define BISECT_H

/*
 * `mdlab bisect`, for `git bisect run`: argv[0] is "bisect". 0 good, 1 bad, 125
 * cannot judge this one; 128 and more would stop the bisection: for usage and
 * what no other revision would mend (git-bisect(1)).
 */
int bisect_main(int argc, char **argv);

#endif
