// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will read answers of kernel.sh: whole, short, odd and hostile.
 * needs: none
 * timeout: 10
 */
#include <stdlib.h>
#include <string.h>
#include "check.h"
#include "kernel.h"
#include "units.h"

int main(void)
{
	static const struct {
		const char *answer;
		int ok;
		const char *image, *modules, *label;
	} row[] = {
		{ "image=/k\nmodules=/m\nrelease=6.1\nlabel=six\n", 1, "/k", "/m", "six" },
		{ "image=/k\nmodules=\nrelease=6.1\n", 1, "/k", "", "6.1" },
		{ "noise\nimage=/a=b\nimage2=/x\n", 1, "/a=b", "", "kernel" },
		{ "image=/k\nlabel=a/../b c\n", 1, "/k", "", "a-..-b-c" },
		{ "image=\nmodules=/m\n", 0, "", "", "" },
		{ "", 0, "", "", "" },
	};
	char text[2 * PATH_MAX];
	struct kernel *k = malloc(sizeof(*k));
	struct fail f;

	if (!k)
		return 1;
	for (size_t i = 0; i < ARRAY_SIZE(row); i++) {
		memset(k, 0, sizeof(*k));
		snprintf(text, sizeof(text), "%s", row[i].answer);
		check((kernel_parse(k, text, &f) == 0) == row[i].ok, "%zu", i);
		if (!row[i].ok)
			continue;
		check(!strcmp(k->image, row[i].image), "%s", k->image);
		check(!strcmp(k->modules, row[i].modules), "%s", k->modules);
		check(!strcmp(k->label, row[i].label), "%s", k->label);
	}
	/* A path that does not fit is refused, not cut. */
	memset(k, 0, sizeof(*k));
	memset(text, 'a', sizeof(text));
	memcpy(text, "image=/", 7);
	text[sizeof(text) - 1] = '\0';
	check(kernel_parse(k, text, &f) < 0, "a long path was cut");
	free(k);
	return check_done();
}
