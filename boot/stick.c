// SPDX-License-Identifier: GPL-2.0-only
/*
 * `mdlab stick`, from the words of the user to the exit status: copies the
 * image, boots it, and judges the session by what is then on the copy. The
 * serial line never means success.
 */
#include "stick.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "accel.h"
#include "import.h"
#include "metal.h"
#include "metalwatch.h"
#include "qemu.h"
#include "stickverdict.h"
#include "units.h"

#define QEMU_PROGRAM "qemu-system-x86_64"
#define SCALE_TCG 4
#define ERST_BYTES 65536
#define COPY_S 600

/* Everything of one try. Large: lives on the heap. */
struct stick {
	struct stick_options options;
	struct project project;
	struct signals signals;
	struct vdisks disks;
	struct runfolder folder;
	struct metal_setup metal;
	struct args argv;
	struct qmp qmp;
	struct metal_watch watch;
	struct import import;
	struct verdict verdict;
	char program[PATH_MAX], image[PATH_MAX], screen[PATH_MAX];
	char vars[PATH_MAX], erst[PATH_MAX];
	bool disks_made;
	long long wall_ms;
};

static const struct {
	const char *code, *vars;
} efi_list[] = {
	{ "/usr/share/OVMF/OVMF_CODE_4M.fd", "/usr/share/OVMF/OVMF_VARS_4M.fd" },
	{ "/usr/share/OVMF/OVMF_CODE.fd", "/usr/share/OVMF/OVMF_VARS.fd" },
	{ "/usr/share/edk2/ovmf/OVMF_CODE.fd", "/usr/share/edk2/ovmf/OVMF_VARS.fd" },
};

static const char *efi_vars_of(const char *code)
{
	for (size_t i = 0; i < ARRAY_SIZE(efi_list); i++) {
		if (!strcmp(efi_list[i].code, code))
			return efi_list[i].vars;
	}
	return NULL;
}

static int check_disks(struct stick *s, struct fail *f)
{
	const struct stick_options *o = &s->options;
	enum bus preset = metal_bus((enum machine)o->machine);
	int ret = 0;

	disks_none(&s->disks);
	if (o->disks || o->attach)
		ret = disks_parse_on(&s->disks, preset, o->disks ? o->disks : "1", o->attach, f);
	if (ret == 0 && !o->disks && s->disks.made) {	/* only what is attached */
		memmove(s->disks.disk, s->disks.disk + 1,
			(s->disks.count - 1) * sizeof(s->disks.disk[0]));
		s->disks.count--;
		s->disks.made = 0;
	}
	if (ret == 0 && (disks_on_bus(&s->disks, BUS_VIRTIO_BLK) ||
			 disks_on_bus(&s->disks, BUS_VIRTIO_SCSI)))
		ret = fail_set(f, STATUS_USAGE, "disks: virtio: not in a machine that looks like "
			       "metal; take ahci, nvme, usb, ide, megasas or mptsas1068");
	if (ret == 0 && o->machine == MACHINE_Q35 && disks_on_bus(&s->disks, BUS_IDE))
		ret = fail_set(f, STATUS_USAGE, "disks: bus=ide: with --machine=pc or 2003 only");
	return ret ? ret : disks_check_attached(&s->disks, f);
}

static int check_file(const char *what, const char *path, bool is_folder, int mode, struct fail *f)
{
	struct stat st;

	if (!path)
		return 0;
	if (stat(path, &st) < 0 || access(path, mode) < 0)
		return fail_set(f, STATUS_USAGE, "%s: %s: %s", what, path, strerror(errno));
	if (is_folder ? !S_ISDIR(st.st_mode) : !(S_ISREG(st.st_mode) || S_ISBLK(st.st_mode)))
		return fail_set(f, STATUS_USAGE, "%s: %s: not a %s", what, path,
				is_folder ? "folder" : "file");
	if (!is_folder && S_ISREG(st.st_mode) && !st.st_size)
		return fail_set(f, STATUS_USAGE, "%s: %s: empty", what, path);
	return 0;
}

/* Whatever starts machines of either firmware: the boot signature is there. */
static int check_image(const char *path, struct fail *f)
{
	unsigned char end[2] = { 0 };
	int fd;

	if (!path)
		return 0;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return fail_set(f, STATUS_USAGE, "image: %s: %s", path, strerror(errno));
	if (pread(fd, end, sizeof(end), 510) != sizeof(end))
		end[0] = 0;
	close(fd);
	if (end[0] == 0x55 && end[1] == 0xaa)
		return 0;
	return fail_set(f, STATUS_USAGE, "image: %s: nothing to start a machine from; `make usb` "
			"makes one", path);
}

static int check_request(struct stick *s, struct fail *f)
{
	const struct stick_options *o = &s->options;
	int ret = check_file("image", o->image, false, o->write ? R_OK | W_OK : R_OK, f);

	if (ret == 0)
		ret = check_image(o->image, f);
	if (ret == 0)
		ret = check_file("cdrom", o->cdrom, false, R_OK, f);
	if (ret == 0)
		ret = check_file("net", o->net, true, R_OK | X_OK, f);
	if (ret == 0)
		ret = check_file("state", o->state, true, R_OK | W_OK | X_OK, f);
	return ret ? ret : check_disks(s, f);
}

/* A path as QEMU's monitor needs it, which may be in another folder. */
static int absolute(char *to, size_t size, const char *path, struct fail *f)
{
	char cwd[PATH_MAX];
	int len;

	if (path[0] == '/')
		len = snprintf(to, size, "%s", path);
	else
		len = getcwd(cwd, sizeof(cwd)) ? snprintf(to, size, "%s/%s", cwd, path) : -1;
	if (len < 0 || (size_t)len >= size)
		return fail_set(f, STATUS_USAGE, "%s: path too long", path);
	return 0;
}

static int find_efi(struct stick *s, struct fail *f)
{
	for (size_t i = 0; i < ARRAY_SIZE(efi_list) && !s->metal.efi_code; i++) {
		if (access(efi_list[i].code, R_OK) == 0 && access(efi_list[i].vars, R_OK) == 0)
			s->metal.efi_code = efi_list[i].code;
	}
	if (!s->metal.efi_code)
		return fail_set(f, STATUS_NOT_STARTED, "firmware: uefi: no OVMF found; "
				"install ovmf");
	s->metal.efi_vars = s->vars;
	return 0;
}

/* Name all files; makes nothing. */
static int name_files(struct stick *s, struct fail *f)
{
	struct stick_options *o = &s->options;
	const char *place = o->state ? o->state : s->folder.path;
	int ret = 0;

	if (strlen(place) > PATH_MAX / 2)
		return fail_set(f, STATUS_USAGE, "state: path too long");
	snprintf(s->vars, sizeof(s->vars), "%s/efi-vars.fd", place);
	snprintf(s->erst, sizeof(s->erst), "%s/erst", place);
	if (o->image && o->write)
		ret = absolute(s->image, sizeof(s->image), o->image, f);
	else if (o->image)
		snprintf(s->image, sizeof(s->image), "%s/stick.img", s->folder.path);
	if (ret == 0 && o->screen) {
		ret = absolute(s->screen, sizeof(s->screen), o->screen, f);
		o->screen = s->screen;
	}
	if (ret == 0 && o->firmware == FIRMWARE_UEFI)
		ret = find_efi(s, f);
	s->metal.stick = o->image ? s->image : NULL;
	s->metal.erst = o->pstore == PSTORE_ERST ? s->erst : NULL;
	return ret;
}

static int prepare(struct stick *s, struct fail *f)
{
	const struct stick_options *o = &s->options;
	struct fail note = { 0 };
	char label[32];
	int ret;

	if (child_find(QEMU_PROGRAM, s->program, sizeof(s->program)) < 0)
		return fail_set(f, STATUS_NOT_STARTED, QEMU_PROGRAM ": not found; install "
				"qemu-system-x86");
	ret = accel_choose((enum accel)o->accel, &s->project, s->program, &s->signals,
			   &s->metal.accel, &note, f);
	if (ret == 0 && note.text[0] && !o->quiet)
		fprintf(stderr, "mdlab: %s\n", note.text);
	snprintf(label, sizeof(label), "%s-%s-%s", firmware_names[o->firmware],
		 machine_names[o->machine], port_names[o->port]);
	if (ret == 0)
		ret = runfolder_name(&s->folder, "stick", label, o->out, f);
	if (ret == 0)
		ret = disks_place(&s->disks, s->folder.disks, f);
	if (ret == 0)
		ret = name_files(s, f);
	s->metal.program = s->program;
	s->metal.options = o;
	s->metal.disks = &s->disks;
	s->metal.console = s->folder.console_raw;
	return ret;
}

/* Holes stay holes, and where the file system can, nothing is copied at all. */
static int copy_file(struct stick *s, const char *from, const char *to, struct fail *f)
{
	char program[PATH_MAX], reflink[] = "--reflink=auto", sparse[] = "--sparse=always";
	char end[] = "--", said[512], source[PATH_MAX], target[PATH_MAX];
	char *argv[] = { program, reflink, sparse, end, source, target, NULL };
	int ret = child_find("cp", program, sizeof(program));

	snprintf(source, sizeof(source), "%s", from);
	snprintf(target, sizeof(target), "%s", to);
	if (ret == 0)
		ret = child_capture(argv, CAPTURE_STDERR_TOO, COPY_S, &s->signals, said,
				    sizeof(said));
	if (ret == 0)
		return chmod(to, 0600) < 0 ? -errno : 0;
	said[strcspn(said, "\n")] = '\0';
	return fail_set(f, STATUS_NOT_STARTED, "%s: cannot be copied to %s: %.300s", from, to,
			ret < 0 ? strerror(-ret) : said);
}

static int make_erst(const char *path, struct fail *f)
{
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600), ret = 0;

	if (fd < 0 || ftruncate(fd, ERST_BYTES) < 0)
		ret = fail_set(f, STATUS_NOT_STARTED, "%s: %s", path, strerror(errno));
	if (fd >= 0)
		close(fd);
	return ret;
}

static int write_command(struct stick *s, struct fail *f)
{
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);
	int ret = -ENOMEM;

	if (out) {
		qemu_print_words(&s->argv, out);
		ret = fclose(out) == 0 ? runfolder_write(s->folder.command, text, len) : -ENOMEM;
		free(text);
	}
	if (ret < 0)
		return fail_set(f, STATUS_NOT_STARTED, "%s: %s", s->folder.command,
				strerror(-ret));
	return 0;
}

/* Make all files; on error the caller removes them. */
static int make_files(struct stick *s, struct fail *f)
{
	int ret = runfolder_make(&s->folder, f);

	if (ret < 0)
		return ret;
	s->disks_made = true;
	ret = write_command(s, f);
	if (ret == 0 && s->options.image && !s->options.write)
		ret = copy_file(s, s->options.image, s->image, f);
	if (ret == 0 && s->metal.efi_code && access(s->vars, F_OK) < 0)
		ret = copy_file(s, efi_vars_of(s->metal.efi_code), s->vars, f);
	if (ret == 0 && s->metal.erst)
		ret = make_erst(s->erst, f);
	if (ret == 0)
		ret = disks_make(&s->disks, s->folder.disks, f);
	if (ret < 0)
		return ret;
	ret = qmp_listen(&s->qmp, s->folder.socket);
	if (ret < 0)
		return fail_set(f, STATUS_NOT_STARTED, "%s: %s", s->folder.socket, strerror(-ret));
	args_free(&s->argv);
	s->metal.qmp = s->folder.socket;
	return metal_argv(&s->metal, &s->argv, f);
}

/* QEMU holds its files open: take the names of those that are to vanish. */
static void on_running(void *arg)
{
	struct stick *s = arg;

	runfolder_drop_socket(&s->folder);
	if (!s->disks.keep[0])
		disks_remove(&s->disks, s->folder.disks);
}

static int watch(struct stick *s, struct fail *f)
{
	long long start = now_ms();
	int ret;

	s->watch = (struct metal_watch){
		.argv = &s->argv, .options = &s->options, .signals = &s->signals, .qmp = &s->qmp,
		.console_raw = s->folder.console_raw, .console = s->folder.console,
		.scale = s->metal.accel == ACCEL_KVM ? 1 : SCALE_TCG,
		.on_running = on_running, .arg = s,
	};
	ret = metal_watch(&s->watch);
	s->wall_ms = now_ms() - start;
	if (ret < 0)
		return fail_set(f, STATUS_NOT_STARTED, "qemu: %s", strerror(-ret));
	/* Nothing of the guest was seen: there is no run to keep. */
	if (s->watch.end == END_DIED && !s->watch.spoke)
		return fail_set(f, STATUS_NOT_STARTED, "qemu died: %s", s->watch.why);
	return 0;
}

static void write_verdict(struct stick *s)
{
	struct tally sum = { 0 };
	char more[256];
	int ret;

	for (size_t i = 0; i < s->import.runs; i++) {
		const struct tally *t = &s->import.run[i].tally;

		sum.pass += t->pass;
		sum.fail += t->fail;
		sum.broken += t->broken;
		sum.unsupported += t->unsupported;
		sum.void_ += t->void_;
	}
	snprintf(sum.release, sizeof(sum.release), "%zu runs", s->import.runs);
	snprintf(more, sizeof(more), "accel: %s\nresets: %u\nwall_s: %lld.%03lld\n",
		 s->metal.accel == ACCEL_KVM ? "kvm" : "tcg", s->watch.resets, s->wall_ms / 1000,
		 s->wall_ms % 1000);
	ret = import_write_verdict(s->folder.verdict, &s->verdict, &sum, more);
	if (ret < 0)
		fprintf(stderr, "mdlab: stick: %s: %s\n", s->folder.verdict, strerror(-ret));
}

static void take_home(struct stick *s)
{
	const char *from = s->options.image ? s->image : s->folder.console;
	struct fail f = { 0 };

	if (import_source(&s->import, from, s->folder.path, &f) < 0 && s->options.image)
		fprintf(stderr, "mdlab: stick: %s\n", f.text);
	if (!s->options.quiet && s->import.runs)
		import_print(&s->import, stdout);
	fflush(stdout);
}

static void remove_files(struct stick *s)
{
	if (s->options.image && !s->options.write)
		unlink(s->image);
	if (!s->options.state) {
		unlink(s->vars);
		unlink(s->erst);
	}
	unlink(s->folder.console);
	runfolder_remove(&s->folder);
}

static int execute(struct stick *s, struct fail *f)
{
	const struct verdict *v = &s->verdict;
	int ret = make_files(s, f);

	if (ret == 0 && s->signals.got)
		ret = fail_set(f, STATUS_SIGNAL + s->signals.got, "interrupted");
	if (ret == 0)
		ret = watch(s, f);
	qmp_close(&s->qmp);
	if (s->disks_made)
		disks_remove(&s->disks, s->folder.disks);
	if (ret < 0) {
		if (s->disks_made)
			remove_files(s);
		return ret;
	}
	runfolder_tidy(&s->folder);
	if (!s->options.state) {
		unlink(s->vars);
		unlink(s->erst);
	}
	take_home(s);
	stick_decide(&s->watch, &s->import, s->options.image != NULL, &s->verdict);
	write_verdict(s);
	fprintf(stderr, "mdlab: stick: %s%s%s (exit status %d); %s\n", v->word,
		v->reason[0] ? ": " : "", v->reason, v->status, s->folder.path);
	return 0;
}

static int stick_all(struct stick *s, int argc, char **argv, struct fail *f)
{
	int ret = stickopt_parse(&s->options, argc, argv, f);

	if (ret == 0)
		ret = project_find(&s->project, f);
	if (ret == 0)
		ret = check_request(s, f);
	if (ret == 0 && signals_open(&s->signals) < 0)
		ret = fail_set(f, STATUS_NOT_STARTED, "signals: %s", strerror(errno));
	if (ret == 0)
		ret = prepare(s, f);
	if (ret < 0 && s->signals.got)
		f->status = STATUS_SIGNAL + s->signals.got;
	if (ret == 0)
		ret = metal_argv(&s->metal, &s->argv, f);
	if (ret < 0)
		return ret;
	if (!s->options.print)
		return execute(s, f);
	qemu_print_words(&s->argv, stdout);
	return 0;
}

int stick_main(int argc, char **argv)
{
	struct stick *s = calloc(1, sizeof(*s));
	struct fail f = { 0 };
	int status;

	if (!s) {
		fputs("mdlab: stick: no memory\n", stderr);
		return STATUS_NOT_STARTED;
	}
	s->signals.fd = s->qmp.fd = s->qmp.listen_fd = -1;
	s->disks.lock_fd = -1;
	if (argc == 2 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))) {
		stickopt_help(stdout);
		status = STATUS_PASS;
	} else if (stick_all(s, argc - 1, argv + 1, &f) < 0) {
		fprintf(stderr, "mdlab: stick: %s\n", f.text);
		status = f.status;
	} else {
		status = s->verdict.status;
	}
	args_free(&s->argv);
	import_free(&s->import);
	stickopt_free(&s->options);
	free(s);
	return status;
}
