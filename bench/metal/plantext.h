/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * plan.txt: boot words for people to edit, on whatever computer. Any line ends,
 * with or without a byte order mark, UTF-8 or what Notepad calls Unicode. Pure.
 */
#ifndef PLANTEXT_H
#define PLANTEXT_H

#include <stddef.h>
#include <stdint.h>

#define PLANTEXT_MAX 65536	/* bytes of a file */

/*
 * The words of the file, each as mdbench.NAME=VALUE and checked, as one line
 * that opt_parse_words takes ("" if there are none); and a sum of what they
 * mean, which comments, white space and order do not change. 0, or -EINVAL with
 * a sentence in err, which names the line ("plan.txt: line 3: …").
 *
 * In the file: words parted by white space; NAME=VALUE or NAME = VALUE; NAME
 * alone where yes is meant; double quotes group; a word that begins with # ends
 * the line. A word that is given twice, or that belongs to a boot entry (medium,
 * kernel, start), is an error.
 */
int plantext_parse(const void *data, size_t len, char *line, size_t size, uint64_t *sum,
		   char *err, size_t err_size);

#endif
