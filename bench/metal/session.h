/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One going-through of all kernels on a medium: which kernel is to run now,
 * which comes next, what was interrupted. The journal (mdbench/progress.txt on
 * the medium) has its full size from the start and is written in place, a
 * sector's part at a time, so that no loss of power can leave it half made.
 *
 * A session has legs: round 1 with each kernel, round 2 with each, and so on
 * (A B C A B C). A leg is one run with one records file, whatever number of
 * boots it takes.
 */
#ifndef SESSION_H
#define SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "journal.h"
#include "medium.h"

#define SESSION_KERNELS 16
#define SESSION_ROUNDS 100
#define SESSION_LEGS 128u	/* so that the journal has room for crashes, too */
#define SESSION_NUMBERS 9999u
/*
 * A test that crashed so often is given up, and so is a kernel that did not come
 * up so often in a row: more often, as power that fails while it is being booted
 * looks the same and would cost all of its tests; one that came up before has
 * more tries still.
 */
#define SESSION_TRIES 2
#define SESSION_BOOTS 4
#define SESSION_BOOTS_KNOWN 8
#define SESSION_CRASHES 32	/* of a leg outside its tests */

/* A row of mdbench/kernels.txt. */
struct session_kernel {
	char key[16];			/* k1 */
	char release[80];
	char image[96];			/* below the medium */
	char initrd[256];		/* comma list of files below the medium, in order */
	char append[1536];		/* the kernel's command line */
};

struct session_leg {
	unsigned round, kernel;		/* round from 1; kernel: index */
	unsigned boots;			/* times it was booted since it ran last */
	unsigned runs, crashes;
	bool is_running;		/* it ran last, and neither ended nor crashed */
	bool was_stopped;		/* in good order, by a key, when it ran last */
	bool is_done, is_given_up;
};

struct session {
	struct medium *medium;
	unsigned nkernels, rounds, nlegs;
	struct session_kernel kernel[SESSION_KERNELS];
	bool came_up[SESSION_KERNELS];	/* in this session */
	struct session_leg leg[SESSION_LEGS];
	unsigned number;		/* S0001; 0: there is no session */
	int only;			/* the one kernel of the session, or -1 */
	unsigned current;		/* leg to run now; nlegs: all done */
	bool is_done;			/* `finished` is written */
	bool is_stale;			/* it is one of another plan or of other kernels */
	uint64_t words_sum;		/* of plan.txt: a changed plan is a new session */
	uint64_t disks_sum;		/* of the disks that nobody objected to; 0: none yet */
	/* the current leg's last crash that has no record yet; "" if none */
	char crash_cause[16], crash_text[80];
	unsigned nevents;
	bool is_damaged;		/* what follows the last event is not blank */
};

/* FNV-1a, to be begun with SESSION_SUM. */
#define SESSION_SUM 0xcbf29ce484222325u
uint64_t session_sum(uint64_t sum, const void *data, size_t len);

/*
 * kernels.txt into kernel and nkernels; the text is cut up. 0, or -EINVAL with
 * a sentence in err.
 */
int session_read_kernels(struct session *s, char *text, char *err, size_t size);
/* Index of the kernel of this key, or -1. */
int session_kernel_find(const struct session *s, const char *key);
/*
 * All that the journal says, of a session with words_sum and these kernels;
 * damaged bytes and events that cannot be end it. Pure.
 */
void session_replay(struct session *s, const char *journal, size_t len);
/* One event into s: 0, or -EINVAL if it cannot be. Pure. */
int session_apply(struct session *s, const char *text);
/* Is the current leg's kernel to be given up, as it did not come up? */
bool session_is_lost(const struct session *s);
/* Name of a leg's records without the folder: "r1-k1". */
void session_leg_name(const struct session *s, const struct session_leg *leg, char *buf,
		      size_t size);
/* The text of an event of the current leg: "boot 1 k1" of "boot". */
void session_leg_event(const struct session *s, const char *event, char text[JOURNAL_TEXT]);

/* The first number that no folder of path (results/) has and that is above least. */
unsigned session_next_number(const char *path, unsigned least);

/*
 * Write an event to the journal and into s. 0, -ENOSPC when the journal is full,
 * or what medium_patch said.
 */
int session_note(struct session *s, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* Begin a session of this number: blank the journal, then write its first event. */
int session_begin(struct session *s, unsigned number, unsigned rounds, int only);

#endif
