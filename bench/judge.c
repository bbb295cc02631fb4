// SPDX-License-Identifier: GPL-2.0-only
/*
 * The verdict on what a family measured: did it do what was planned, did its
 * data pass the device. What disturbed it from outside is not judged here.
 * Pure.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "judge.h"
#include "measure.h"

const char *const verdict_name[VERDICTS] = {
	[VERDICT_PASS] = "pass", [VERDICT_FAIL] = "fail",
	[VERDICT_BROKEN] = "broken", [VERDICT_UNSUPPORTED] = "unsupported",
	[VERDICT_VOID] = "void",
};

#define SECTOR_MAX 4096u	/* what suits it suits all devices there are */
#define UL(x) ((unsigned long long)(x))

/*
 * O_DIRECT is refused with EINVAL, by open or by the first call; where some
 * offsets suit the device and others do not, by any call.
 */
static bool is_direct_refused(const struct work *w, const struct work_result *r)
{
	const bool is_odd = r->failed_offset % SECTOR_MAX || w->row->block_bytes % SECTOR_MAX;

	return r->error == EINVAL && w->row->flags & ROW_DIRECT &&
	       (is_odd || (!r->bytes && !r->ops && !r->read_bytes && !r->written_bytes));
}

static enum verdict judge_failure(const struct work *w, const struct work_result *r,
				  char *reason, unsigned long size)
{
	if (is_direct_refused(w, r)) {
		snprintf(reason, size, "direct I/O is refused by %s: %s",
			 r->failed ? r->failed : "the kernel", strerror(r->error));
		return VERDICT_UNSUPPORTED;
	}
	if (r->error == ESTALE) {
		snprintf(reason, size, "another disk has taken the kernel name of this one");
		return VERDICT_BROKEN;
	}
	work_describe(r, reason, size);
	return r->failed && !strcmp(r->failed, "signal") ? VERDICT_BROKEN : VERDICT_FAIL;
}

/* By time: as much as came; by count: exactly the count; else all bytes. */
static bool is_short_of_plan(const struct work *w, const struct work_result *r, char *reason,
			     unsigned long size)
{
	if (w->row->runtime_ns) {
		if (r->ops)
			return false;
		snprintf(reason, size, "not one operation ended within its time");
		return true;
	}
	if (w->row->ops) {
		if (r->ops == w->ops)
			return false;
		snprintf(reason, size, "%llu operations were made, not %llu", UL(r->ops),
			 UL(w->ops));
		return true;
	}
	if (r->bytes == w->bytes)
		return false;
	snprintf(reason, size, "%llu bytes were moved, not %llu", UL(r->bytes), UL(w->bytes));
	return true;
}

static bool is_held(uint64_t device_bytes, uint64_t bytes, char *reason,
		    unsigned long size)
{
	if (device_bytes / 3 >= bytes / 4)
		return false;
	snprintf(reason, size, "memory held it: only %llu of %llu bytes passed the device",
		 UL(device_bytes), UL(bytes));
	return true;
}

/* The device's counters saw the ramp as well: what falls into the window of that. */
static uint64_t within_window(const struct work *w, const struct work_result *r, uint64_t bytes)
{
	const uint64_t ramp_ns = w->row->runtime_ns ? w->row->ramp_ns : 0;

	if (!ramp_ns || bytes == NOT_KNOWN)
		return bytes;
	return (uint64_t)((unsigned __int128)bytes * r->wall_ns / (r->wall_ns + ramp_ns));
}

enum verdict judge_result(const struct work *w, const struct work_result *r,
			  const struct device_bytes *device, unsigned flags,
			  bool *cached, char *reason, unsigned long size)
{
	const enum row_dir claims = w->row->claims;
	const uint64_t read = within_window(w, r, device->read);
	const uint64_t written = within_window(w, r, device->written);

	reason[0] = '\0';
	*cached = false;
	if (r->unsupported[0]) {
		snprintf(reason, size, "%s", r->unsupported);
		return VERDICT_UNSUPPORTED;
	}
	if (r->failed || r->error)
		return judge_failure(w, r, reason, size);
	if (is_short_of_plan(w, r, reason, size))
		return VERDICT_FAIL;
	if (flags & JUDGE_KNOWS_DEVICE &&
	    ((claims & DIR_READ && read == NOT_KNOWN) ||
	     (claims & DIR_WRITE && written == NOT_KNOWN))) {
		snprintf(reason, size, "the kernel does not say what passed the device");
		return VERDICT_BROKEN;
	}
	*cached = (claims & DIR_READ &&
		   is_held(read, r->read_bytes, reason, size)) ||
		  (claims & DIR_WRITE &&
		   is_held(written, r->written_bytes, reason, size));
	return *cached && flags & JUDGE_PROMISES_DISK ? VERDICT_VOID : VERDICT_PASS;
}
