// SPDX-License-Identifier: GPL-2.0-only
/*
 * A frame should begin a line, but a console shares its line with the kernel:
 * every place that begins like a frame is tried, and a right CRC decides. After
 * a wrong one the search goes on right behind its magic, because the true
 * frame may have begun inside the torn one.
 */
#include "frame.h"

#include <string.h>

#include "record.h"
#include "units.h"

/*
 * A line made of nothing but frame heads would have each CRC run over all of
 * it. More wrong frames than this in a line are somebody's joke.
 */
#define TRIES_MAX 16

/* Up to a blank, which is eaten: its length, 0 if there is none in max bytes. */
static size_t word_cut(const char **p, const char *end, char *word, size_t max)
{
	size_t n = 0;

	while (*p + n < end && n < max && (*p)[n] != ' ')
		n++;
	if (!n || n == max || *p + n == end)
		return 0;
	memcpy(word, *p, n);
	word[n] = '\0';
	*p += n + 1;
	return n;
}

static bool number_cut(const char **p, const char *end, uint64_t max, uint64_t *value)
{
	char word[21];

	return word_cut(p, end, word, sizeof(word)) &&
		!parse_u64(word, 0, max, value);
}

static bool crc_cut(const char **p, const char *end, uint32_t *crc)
{
	static const char digits[] = "0123456789abcdef";
	const char *digit;
	char word[9];

	if (word_cut(p, end, word, sizeof(word)) != 8)
		return false;
	*crc = 0;
	for (unsigned i = 0; i < 8; i++) {
		digit = strchr(digits, word[i]);
		if (!digit || !word[i])
			return false;
		*crc = *crc << 4 | (uint32_t)(digit - digits);
	}
	return true;
}

static bool frame_parse(const char *p, const char *end, struct frame *f)
{
	uint64_t len;
	uint32_t crc;

	if (!number_cut(&p, end, UINT64_MAX, &f->seq) ||
	    !number_cut(&p, end, RECORD_MAX, &len) || !crc_cut(&p, end, &crc) ||
	    len > (size_t)(end - p))
		return false;
	f->json = p;
	f->len = (size_t)len;
	if (crc32c(0, p, f->len) == crc)
		return true;
	f->tries++;
	return false;
}

bool frame_next(const char *line, size_t len, struct frame *f)
{
	const char *end = line + len;
	const size_t magic = sizeof(FRAME_MAGIC) - 1;
	const char *at;

	if (f->tries > TRIES_MAX || f->end >= len)
		return false;
	at = memmem(line + f->end, len - f->end, FRAME_MAGIC, magic);
	if (!at)
		return false;
	f->is_right = frame_parse(at + magic, end, f);
	f->end = (size_t)((f->is_right ? f->json + f->len : at + magic) - line);
	return true;
}
