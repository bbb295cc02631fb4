// SPDX-License-Identifier: GPL-2.0-only
/* The table of forms: what --format takes, and what prints it. */
#include "forms.h"

#include <stddef.h>

const struct form form_list[] = {
	{ "text", "for mail, at most 80 columns", form_text, false },
	{ "markdown", "for an issue or a pull request", form_markdown, false },
	{ "csv", "for spreadsheets, a line a test, metric and group", form_csv, true },
	{ "json", "all of it, every value too (results/schema.md)", form_json, false },
	{ "junit", "XML for CI: what is slower or broken has failed", form_junit, false },
	{ "tap", "Test Anything Protocol, for prove", form_tap, false },
	{ NULL, NULL, NULL, false }
};
