/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A QR code on a text screen: two modules in the height of a character, by half
 * blocks. Light is the bright foreground and dark the black background, as a
 * console is black around it and cameras want light around dark. Pure.
 */
#ifndef QR_H
#define QR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define QR_MODULES 97		/* version 20; larger ones are for no screen */
#define QR_SIDE 4		/* light modules at either side, as the standard wants */

struct qr {
	unsigned modules;	/* 0: none */
	uint8_t is_dark[QR_MODULES][QR_MODULES];
};

/* What `qrencode -t ASCII -m 0` prints, two characters a module. 0 or -EINVAL. */
int qr_parse(struct qr *qr, const char *text, size_t len);
/* Characters across and rows down, light border included, where there are so many
 * rows; 0 rows: it does not fit. */
unsigned qr_columns(const struct qr *qr);
unsigned qr_rows(const struct qr *qr, unsigned rows);
/* A row of a code of this height (qr_rows), as UTF-8. Its length; 0: buf is too small. */
size_t qr_print_row(const struct qr *qr, unsigned height, unsigned row, char *buf, size_t size);

#endif
