// SPDX-License-Identifier: GPL-2.0-only
/*
 * `mdlab run`, from the words of the user to the exit status. What can be
 * checked is checked before anything is made; what was made is removed when
 * nothing ran. This and mdlab.c are the layer that prints.
 */
#include "run.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "accel.h"
#include "model.h"
#include "qemu.h"
#include "show.h"
#include "supervise.h"

#define QEMU_PROGRAM "qemu-system-x86_64"
#define BOOT_KVM_S 30
#define BOOT_TCG_S 120
#define BOOT_MODEL_S 600
/* The guest's deadlines are for real machines; emulation takes longer. */
#define SCALE_TCG 4
#define SCALE_MODEL 16

/* Everything of one run. Large: lives on the heap. */
struct run {
	struct run_options options;
	struct project project;
	struct signals signals;
	struct vdisks disks;
	struct kernel kernel;
	struct runfolder folder;
	struct qemu_setup qemu;
	struct args argv;
	struct qmp qmp;
	struct tail tail;
	struct progress progress;
	struct facts facts;
	struct tally tally;
	struct verdict verdict;
	char program[PATH_MAX], model_id[RUN_ID_MAX];
	bool disks_made;
	long long wall_ms;
};

/* What tests fit on its disks is known to the guest, which makes them. */
static int check_model(const char *spec, struct fail *f)
{
	struct model model;
	char err[256];

	if (model_parse(spec, &model, err, sizeof(err)) < 0)
		return fail_set(f, STATUS_USAGE, "%s", err);
	return 0;
}

static int check_request(struct run *r, struct fail *f)
{
	const struct run_options *o = &r->options;
	int ret;

	if (o->after == AFTER_SHELL && (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)))
		return fail_set(f, STATUS_USAGE, "after: shell needs a terminal");
	disks_none(&r->disks);
	if (o->model)
		return check_model(o->model, f);
	ret = disks_parse(&r->disks, o->disks, o->attach, f);
	if (ret == 0)
		ret = options_check_plan(o, r->disks.made, r->disks.disk[0].size_bytes, f);
	/* Consent by boot words changes what there is: then the guest decides. */
	if (ret < 0 && r->disks.count > 0 && o->append && strstr(o->append, "mdbench."))
		ret = f->status == STATUS_USAGE && r->disks.disk[0].size_bytes ? 0 : ret;
	return ret ? ret : disks_check_attached(&r->disks, f);
}

/* Find kernel, QEMU and accelerator; name the folder. Makes nothing there. */
static int prepare(struct run *r, struct fail *f)
{
	const struct run_options *o = &r->options;
	struct fail note = { 0 };
	int ret;

	if (child_find(QEMU_PROGRAM, r->program, sizeof(r->program)) < 0)
		return fail_set(f, STATUS_NOT_STARTED, QEMU_PROGRAM ": not found; install "
				"qemu-system-x86");
	ret = kernel_find(&r->kernel, &r->project, o->kernel, &r->signals, f);
	if (ret == 0)
		ret = kernel_segments(&r->kernel, &r->project, o->segment, &r->signals, f);
	if (ret == 0)
		ret = accel_choose(o->model ? ACCEL_TCG : (enum accel)o->accel, &r->project,
				   r->program, &r->signals, &r->qemu.accel, &note, f);
	if (ret == 0 && note.text[0] && !o->quiet)
		fprintf(stderr, "mdlab: %s\n", note.text);
	if (ret == 0)
		ret = runfolder_name(&r->folder, o->suite, r->kernel.label, o->out, f);
	if (ret == 0)
		ret = disks_place(&r->disks, r->folder.disks, f);
	r->qemu.program = r->program;
	r->qemu.options = o;
	r->qemu.disks = &r->disks;
	r->qemu.kernel = &r->kernel;
	/*
	 * The kernel stirs its command line into its random pool, and hash tables
	 * and caches follow: in the model it must be the same each time.
	 */
	snprintf(r->model_id, sizeof(r->model_id), "model-%.12s-%.40s", o->suite,
		 r->kernel.label);
	r->qemu.id = o->model ? r->model_id : r->folder.id;
	r->qemu.initrd = r->folder.initrd;
	r->qemu.console = r->folder.console_raw;
	r->qemu.records = r->folder.records_raw;
	return ret;
}

static void print_command(const struct run *r, FILE *out)
{
	qemu_print(&r->qemu, &r->argv, r->folder.path,
		   r->disks.keep[0] ? r->disks.keep : r->folder.disks, out);
}

/* The command without the QMP socket, which only we can answer. */
static int write_command(struct run *r, struct fail *f)
{
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);
	int ret = -ENOMEM;

	if (out) {
		print_command(r, out);
		ret = fclose(out) == 0 ? runfolder_write(r->folder.command, text, len) : -ENOMEM;
		free(text);
	}
	if (ret < 0)
		return fail_set(f, STATUS_NOT_STARTED, "%s: %s", r->folder.command,
				strerror(-ret));
	return 0;
}

/* Make all files; on error the caller removes them. */
static int make_files(struct run *r, struct fail *f)
{
	int ret = runfolder_make(&r->folder, f);

	if (ret < 0)
		return ret;
	r->disks_made = true;
	ret = write_command(r, f);
	if (ret == 0)
		ret = kernel_write_initrd(&r->kernel, r->folder.initrd, f);
	if (ret == 0)
		ret = disks_make(&r->disks, r->folder.disks, f);
	if (ret < 0)
		return ret;
	ret = qmp_listen(&r->qmp, r->folder.socket);
	if (ret < 0)
		return fail_set(f, STATUS_NOT_STARTED, "%s: %s", r->folder.socket, strerror(-ret));
	args_free(&r->argv);
	r->qemu.qmp = r->folder.socket;
	return qemu_argv(&r->qemu, &r->argv, f);
}

/*
 * QEMU holds all its files open: take the names of those that are to vanish,
 * so that nothing of 28 GiB is left even if mdlab is killed.
 */
static void on_running(void *arg)
{
	struct run *r = arg;

	unlink(r->folder.initrd);
	runfolder_drop_socket(&r->folder);
	if (!r->disks.keep[0])
		disks_remove(&r->disks, r->folder.disks);
}

static void supervise(struct run *r)
{
	const struct run_options *o = &r->options;
	bool kvm = r->qemu.accel == ACCEL_KVM;
	unsigned boot_s = o->model ? BOOT_MODEL_S : kvm ? BOOT_KVM_S : BOOT_TCG_S;
	struct supervise s = {
		.argv = &r->argv, .folder = &r->folder, .signals = &r->signals, .qmp = &r->qmp,
		.tail = &r->tail, .progress = &r->progress, .facts = &r->facts,
		.boot_s = o->boot_timeout_s ? (unsigned)o->boot_timeout_s : boot_s,
		.total_s = (unsigned)o->timeout_s,
		.scale = o->model ? SCALE_MODEL : kvm ? 1 : SCALE_TCG,
		.has_person = o->after == AFTER_SHELL,
		.on_running = on_running, .arg = r,
	};
	long long start = now_ms();
	int ret;

	progress_begin(&r->progress, o->quiet || s.has_person);
	ret = supervise_run(&s);
	r->wall_ms = now_ms() - start;
	if (ret < 0)
		snprintf(r->facts.not_started, sizeof(r->facts.not_started), "qemu: %s",
			 strerror(-ret));
}

static void decide(struct run *r, struct fail *f)
{
	int ret;

	if (r->tail.records)
		verdict_tally(r->tail.records, &r->tally);
	verdict_decide(&r->facts, &r->tally, &r->verdict);
	ret = r->tail.records ? tail_finish(&r->tail, &r->folder) : 0;
	if (ret < 0 && r->verdict.status < STATUS_SIGNAL) {
		r->verdict.word = "not-started";
		r->verdict.status = fail_set(f, STATUS_NOT_STARTED, "%s", "") ? f->status : 0;
		snprintf(r->verdict.reason, sizeof(r->verdict.reason), "results: %.400s: %s",
			 r->folder.path, strerror(-ret));
	}
}

static void write_verdict(struct run *r)
{
	const struct tally *t = &r->tally;
	char text[2048];
	int len, ret;

	len = snprintf(text, sizeof(text), "%s %d\nreason: %s\n"
		       "results: pass=%" PRIu64 " fail=%" PRIu64 " broken=%" PRIu64
		       " unsupported=%" PRIu64 " void=%" PRIu64 "\n"
		       "kernel: %s\naccel: %s\nwall_s: %lld.%03lld\n",
		       r->verdict.word, r->verdict.status,
		       r->verdict.reason[0] ? r->verdict.reason : "none", t->pass, t->fail,
		       t->broken, t->unsupported, t->void_,
		       t->release[0] ? t->release : r->kernel.label, qemu_accel_name(&r->qemu),
		       r->wall_ms / 1000, r->wall_ms % 1000);
	ret = runfolder_write(r->folder.verdict, text, (unsigned long)len);
	if (ret == 0)
		ret = runfolder_set_latest(&r->folder);
	if (ret < 0)
		fprintf(stderr, "mdlab: results: %s: %s\n", r->folder.path, strerror(-ret));
}

static void print_end(struct run *r)
{
	const struct verdict *v = &r->verdict;
	char command[] = "show";
	char *words[] = { command, r->folder.path, NULL };
	bool has_results = r->tally.pass || r->tally.first_bad[0];

	fprintf(stderr, "mdlab: run: %s%s%s (exit status %d); %s\n", v->word,
		v->reason[0] ? ": " : "", v->reason, v->status, r->folder.path);
	if (!strcmp(r->tally.outcome, "dry-run"))
		progress_plan(r->tail.records);
	if (!has_results || r->options.quiet)
		return;
	fflush(stderr);
	show_main(2, words);
}

/* Nothing of the guest was seen: there is no run to keep. */
static bool nothing_ran(const struct run *r)
{
	return r->verdict.status == STATUS_NOT_STARTED && !r->facts.guest_spoke;
}

static int execute(struct run *r, struct fail *f)
{
	int ret = make_files(r, f);

	if (ret == 0 && r->signals.got)
		ret = fail_set(f, STATUS_SIGNAL + r->signals.got, "interrupted");
	if (ret == 0) {
		supervise(r);
		decide(r, f);
		if (nothing_ran(r))
			ret = fail_set(f, STATUS_NOT_STARTED, "%s", r->verdict.reason);
	}
	tail_close(&r->tail);
	qmp_close(&r->qmp);
	if (r->disks_made)
		disks_remove(&r->disks, r->folder.disks);
	if (ret < 0) {
		if (r->disks_made)
			runfolder_remove(&r->folder);
		return ret;
	}
	runfolder_tidy(&r->folder);
	write_verdict(r);
	print_end(r);
	return 0;
}

static int run_all(struct run *r, int argc, char **argv, struct fail *f)
{
	int ret = options_parse(&r->options, argc, argv, f);

	if (ret == 0)
		ret = project_find(&r->project, f);
	if (ret == 0)
		ret = check_request(r, f);
	if (ret == 0 && signals_open(&r->signals) < 0)
		ret = fail_set(f, STATUS_NOT_STARTED, "signals: %s", strerror(errno));
	if (ret == 0)
		ret = prepare(r, f);
	if (ret < 0 && r->signals.got)
		f->status = STATUS_SIGNAL + r->signals.got;
	if (ret == 0)
		ret = qemu_argv(&r->qemu, &r->argv, f);
	if (ret < 0)
		return ret;
	if (!r->options.print)
		return execute(r, f);
	print_command(r, stdout);
	return 0;
}

static bool wants_help(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
			return true;
	}
	return false;
}

int run_main(int argc, char **argv)
{
	struct run *r = calloc(1, sizeof(*r));
	struct fail f = { 0 };
	int status;

	if (!r) {
		fputs("mdlab: run: no memory\n", stderr);
		return STATUS_NOT_STARTED;
	}
	r->signals.fd = r->qmp.fd = r->qmp.listen_fd = -1;
	r->disks.lock_fd = r->tail.fd[0] = r->tail.fd[1] = -1;
	if (wants_help(argc, argv)) {
		fputs("usage: mdlab run [OPTION]...\n\n", stdout);
		options_help(stdout);
		status = STATUS_PASS;
	} else if (run_all(r, argc - 1, argv + 1, &f) < 0) {
		if (f.text[0])
			fprintf(stderr, "mdlab: run: %s\n", f.text);
		status = f.status;
	} else {
		status = r->verdict.status;
	}
	args_free(&r->argv);
	records_free(r->tail.records);
	options_free(&r->options);
	free(r);
	return status;
}
