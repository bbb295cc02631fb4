/* SPDX-License-Identifier: GPL-2.0-only */
/* A code made by the metal segment's qrencode, as large as a screen takes. */
#ifndef SCREENQR_H
#define SCREENQR_H

#include "page.h"
#include "qr.h"

/* Lines at the end of text are left out until it fits. modules 0: no code. */
void screenqr_make(struct qr *qr, const char *text, const struct page_size *size);

#endif
