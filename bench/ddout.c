// SPDX-License-Identifier: GPL-2.0-only
/* GNU dd's lines of one dd. Apart from dd.c, which measures. */
#include "dd.h"
#include "ddfmt.h"

void dd_print(const struct dd_result *r, FILE *out)
{
	const struct ddfmt lines = {
		.full_in = r->full_in, .partial_in = r->partial_in,
		.full_out = r->full_out, .partial_out = r->partial_out,
		.bytes = r->bytes, .ns = r->wall_ns,
	};
	char text[DDFMT_MAX];

	if (ddfmt_lines(text, sizeof(text), &lines) > 0)
		fputs(text, out);
}
