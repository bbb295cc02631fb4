/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The version of mdbench, as --version prints it and run records carry it.
 * Raised when what is measured, or how, changes.
 */
#ifndef VERSION_H
#define VERSION_H

#define MDBENCH_VERSION "0.1.0"

#endif
