// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will take traits from records: memory that does not move with the
 * kernel, settings that change the work and no others, the state of real
 * machines alone, dates of ids, and verdicts of end records.
 * needs: none
 * timeout: 30
 */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "trait.h"
#include "units.h"

#define ENV "{\"type\":\"env\",\"run\":\"local\""
#define RUN "{\"type\":\"run\",\"run\":\"local\",\"settings\":"
#define DONE "{\"type\":\"end\",\"outcome\":\"done\""

static const struct {
	const char *run, *env, *end;
	enum trait trait;
	const char *want;
} rows[] = {
	/* 256 MiB, by a kernel that tells the firmware's map, and by two that do not. */
	{ NULL, ENV ",\"memory_bytes\":227876864,\"machine\":{\"memory_firmware_bytes\":"
	  "268041216}}", NULL, TRAIT_MEMORY, "up to 256M" },
	{ NULL, ENV ",\"memory_bytes\":227876864}", NULL, TRAIT_MEMORY, "up to 256M" },
	{ NULL, ENV ",\"memory_bytes\":240000000,\"machine\":{\"memory_firmware_bytes\":null}}",
	  NULL, TRAIT_MEMORY, "up to 256M" },
	{ NULL, ENV ",\"memory_bytes\":380000000}", NULL, TRAIT_MEMORY, "up to 384M" },
	{ NULL, ENV ",\"machine\":{\"memory_firmware_bytes\":16900000000,"
	  "\"memory_cap_bytes\":2147483648}}", NULL, TRAIT_MEMORY, "up to 2G" },
	{ NULL, ENV ",\"memory_bytes\":1e300}", NULL, TRAIT_MEMORY, "" },
	{ NULL, ENV ",\"memory_bytes\":-1}", NULL, TRAIT_MEMORY, "" },
	{ NULL, ENV "}", NULL, TRAIT_MEMORY, "" },
	{ NULL, ENV ",\"cpus\":2}", NULL, TRAIT_CPUS, "2" },
	{ NULL, ENV ",\"cpus\":[2]}", NULL, TRAIT_CPUS, "" },
	{ NULL, ENV ",\"hypervisor\":false,\"machine\":{\"governor\":\"performance\","
	  "\"turbo\":false,\"deepest_idle_state\":\"C1\"}}", NULL, TRAIT_STATE,
	  "governor performance, turbo off, C-states to C1" },
	{ NULL, ENV ",\"hypervisor\":true,\"machine\":{\"deepest_idle_state\":\"poll\"}}", NULL,
	  TRAIT_STATE, "" },
	{ RUN "{\"size\":16777216,\"span\":0,\"seed\":7,\"pattern\":\"random\",\"verify\":true,"
	  "\"model\":\"2x64M\",\"foreign\":\"no\",\"repeat\":9,\"run\":\"x\",\"timeout\":3,"
	  "\"segments\":\"base:1\",\"results\":\"all\"}}", NULL, NULL, TRAIT_SETTINGS,
	  "size=16M seed=7 pattern=random verify=yes model=2x64M" },
	/* As it is preset, and of before there were such settings. */
	{ RUN "{\"size\":0,\"seed\":1,\"pattern\":\"rows\",\"verify\":false,\"model\":null,"
	  "\"repeat\":3}}", NULL, NULL, TRAIT_SETTINGS, "" },
	{ RUN "{}}", NULL, NULL, TRAIT_SETTINGS, "" },
	{ RUN "[1]}", NULL, NULL, TRAIT_SETTINGS, "" },
	{ "{\"run\":\"20261130T144912Z-smoke\"}", NULL, NULL, TRAIT_DATE, "2026-11-30" },
	{ "{\"run\":\"20261130-144912-6.1\"}", NULL, NULL, TRAIT_DATE, "2026-11-30" },
	{ "{\"run\":\"S0001-k1-abcd\"}", NULL, NULL, TRAIT_DATE, "" },
	{ "{\"run\":\"202611301-smoke\"}", NULL, NULL, TRAIT_DATE, "" },
	{ "{\"run\":\"S0001-k1-abcd\"}", NULL, NULL, TRAIT_ID, "S0001-k1-abcd" },
	{ "{\"run\":\"x\",\"segments\":{\"base\":\"0d97\"}}", NULL, NULL, TRAIT_BASE, "0d97" },
	{ NULL, NULL, DONE ",\"pass\":3,\"fail\":0,\"broken\":0,\"void\":0,\"unsupported\":1}",
	  TRAIT_VERDICT, "pass" },
	{ NULL, NULL, DONE ",\"pass\":3,\"void\":1}", TRAIT_VERDICT, "fail" },
	{ NULL, NULL, DONE ",\"pass\":0,\"unsupported\":4}", TRAIT_VERDICT, "fail" },
	{ NULL, NULL, "{\"outcome\":\"refused\"}", TRAIT_VERDICT, "refused" },
	{ NULL, NULL, "{\"outcome\":\"dry-run\"}", TRAIT_VERDICT, "pass" },
	{ NULL, NULL, "{\"outcome\":\"marvellous\",\"pass\":3}", TRAIT_VERDICT, "fail" },
	{ NULL, NULL, NULL, TRAIT_VERDICT, "incomplete" },
};

static json_t *parse(const char *text)
{
	json_t *json = text ? json_loads(text, 0, NULL) : NULL;

	check(json || !text, "%s", text ? text : "");
	return json;
}

static void check_rows(void)
{
	char *trait[TRAITS];

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		const char *text = rows[i].run ? rows[i].run : rows[i].env ? rows[i].env :
			rows[i].end ? rows[i].end : "nothing";
		json_t *run = parse(rows[i].run), *env = parse(rows[i].env),
		       *end = parse(rows[i].end);
		const struct trait_source from = { .run = run, .env = env, .end = end };

		for (unsigned t = 0; t < TRAITS; t++)
			trait[t] = strdup("");
		check(!traits_take(trait, &from), "%s", text);
		check(!strcmp(trait[rows[i].trait], rows[i].want), "%s: %s is '%s', not '%s'", text,
		      trait_list[rows[i].trait].name, trait[rows[i].trait], rows[i].want);
		for (unsigned t = 0; t < TRAITS; t++)
			free(trait[t]);
		json_decref(run);
		json_decref(env);
		json_decref(end);
	}
}

/* A disk of these serial number, model and consent. */
static void take_disk(struct diskgroups *g, const char *serial, const char *model, int consent)
{
	json_t *disk = json_pack("{s:s, s:s, s:s?, s:s, s:I, s:i, s:s, s:b}", "type", "disk",
				 "serial", serial, "model", model, "transport", "virtio",
				 "size_bytes", (json_int_t)4294967296, "logical_block_bytes", 512,
				 "write_cache", "write back", "consent", consent);

	check(disk, "disk %s", serial);
	diskgroups_take(g, disk);
	json_decref(disk);
}

static void check_disks(void)
{
	struct diskgroups g = { .groups = 0 };
	json_t *crash = json_pack("{s:s}", "type", "crash");
	char text[400];

	take_disk(&g, "a", NULL, 1);
	take_disk(&g, "b", NULL, 1);
	take_disk(&g, "c", "QEMU", 1);
	take_disk(&g, "d", NULL, 0);
	diskgroups_text(&g, text, sizeof(text));
	check(!strcmp(text, "2 x virtio 4.29 GB, blocks of 512, write back; "
		      "1 x virtio QEMU 4.29 GB, blocks of 512, write back"), "%s", text);
	check(g.left == 1, "%u", g.left);
	/* The boot after a crash lists them again. */
	diskgroups_take(&g, crash);
	take_disk(&g, "a", NULL, 1);
	diskgroups_text(&g, text, sizeof(text));
	check(!strcmp(text, "1 x virtio 4.29 GB, blocks of 512, write back"), "%s", text);
	json_decref(crash);
}

int main(void)
{
	check_rows();
	check_disks();
	for (unsigned t = 0; t < TRAITS; t++)
		check(trait_find(trait_list[t].name) == t, "%s", trait_list[t].name);
	check(trait_find("nosuch") == TRAITS && trait_find("") == TRAITS, "none of that name");
	return check_done();
}
