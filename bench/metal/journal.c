// SPDX-License-Identifier: GPL-2.0-only
/*
 * One event of the journal: text, a bar, CRC32C of the text, spaces, a line
 * feed. What is blank is line feeds.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "journal.h"
#include "record.h"

#define SUM_DIGITS 8

static bool is_plain(const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++) {
		if (text[i] < ' ' || text[i] > '~' || text[i] == '|')
			return false;
	}
	return len > 0;
}

int journal_format(char event[JOURNAL_EVENT], const char *text)
{
	const size_t len = strlen(text);
	char sum[SUM_DIGITS + 1];

	if (len >= JOURNAL_TEXT || !is_plain(text, len))
		return -EINVAL;
	snprintf(sum, sizeof(sum), "%08x", crc32c(0, text, len));
	memset(event, ' ', JOURNAL_EVENT);
	memcpy(event, text, len);
	event[len] = '|';
	memcpy(event + len + 1, sum, SUM_DIGITS);
	event[JOURNAL_EVENT - 1] = '\n';
	return 0;
}

bool journal_parse(const char event[JOURNAL_EVENT], char text[JOURNAL_TEXT])
{
	const char *bar = memchr(event, '|', JOURNAL_TEXT);
	char again[JOURNAL_EVENT];

	if (!bar)
		return false;
	memcpy(text, event, (size_t)(bar - event));
	text[bar - event] = '\0';
	return !journal_format(again, text) && !memcmp(again, event, JOURNAL_EVENT);
}

bool journal_is_blank(const char *data, size_t len)
{
	while (len && data[len - 1] == '\n')
		len--;
	return !len;
}
