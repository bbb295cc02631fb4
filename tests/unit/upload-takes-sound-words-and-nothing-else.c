// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will give right and wrong words of net= and upload=, and want the
 * wrong ones to be named.
 * needs: none
 * timeout: 30
 */
#include <errno.h>
#include <stddef.h>
#include <string.h>
#include "check.h"
#include "metal/upload.h"

int main(void)
{
	static const char url[] = "http://10.0.2.2:8000/up";
	static const struct { const char *net, *url, *named; } rows[] = {
		{ "no", NULL, NULL }, { NULL, NULL, NULL }, { "", "", NULL }, { "dhcp", NULL, NULL },
		{ "dhcp", url, NULL }, { "10.0.2.15/24", url, NULL },
		{ "10.0.2.15/24,10.0.2.2", url, NULL }, { "fd00::2/64,fd00::1", url, NULL },
		{ "10.0.2.15/24", "http://host", NULL },
		{ "no", url, "upload: needs" }, { NULL, url, "upload: needs" },
		{ "yes", url, "net: yes" }, { "10.0.2.15", url, "net: 10" },
		{ "10.0.2.15/33", url, "net: 10" }, { "10.0.2.15/0", url, "net: 10" },
		{ "10.0.2/24", url, "net: 10" }, { "10.0.2.15/24,", url, "net: 10" },
		{ "10.0.2.15/24,fd00::1", url, "net: 10" }, { "fd00::2/129", url, "net: fd" },
		{ "10.0.2.15/24,10.0.2.2,", url, "net: 10" }, { "/24", url, "net: /" },
		{ "1111111111111111111111111111111111111111111111111111111111111111/24", url, "net: 1" },
		{ "dhcp", "https://host/", "upload: https" }, { "dhcp", "http://", "upload: http" },
		{ "dhcp", "http:///path", "upload: http" }, { "dhcp", "host/path", "upload: host" },
		{ "dhcp", "http://a b", "upload: http" }, { "dhcp", "http://a\n", "upload: http" },
		{ "dhcp", "http://me:secret@host/", "upload: http" }, { "dhcp", "http://h/?a", "upload: http" },
	};
	char err[192];
	size_t i;
	int ret;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct upload_words w = { rows[i].net, rows[i].url };

		err[0] = '\0';
		ret = upload_check(&w, err, sizeof(err));
		check(ret == (rows[i].named ? -EINVAL : 0), "row %zu: %d %s", i, ret, err);
		check(!rows[i].named || !strncmp(err, rows[i].named, strlen(rows[i].named)),
		      "row %zu: %s", i, err);
	}
	return check_done();
}
