/*===- calibrate-tune.c - ipoint-calibrate tune: a quieter machine --------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* What the kernel lets be set for times that repeat. Nothing is changed unless
|* --apply is given.
\*===----------------------------------------------------------------------===*/

#include "calibrate/tool/calibrator.h"

#include "support/files.h"
#include "support/text.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Something that can be set. */
struct setting {
  const char *name;
  const char *path;   /* a pattern; the files are alike */
  const char *wanted; /* null: only the kernel's command line sets it; empty:
                         that depends on the program */
  const char *why;
};

/* Documentation/admin-guide of the Linux kernel: pm/cpufreq, pm/intel_pstate,
   hw-vuln (SMT), kernel-parameters, sysctl/kernel, sysctl/vm, mm/transhuge. */
static const struct setting settings[] = {
    {"governor", "/sys/devices/system/cpu/cpu[0-9]*/cpufreq/scaling_governor",
     "performance", "the frequency doesn't follow the load"},
    {"turbo (Intel)", "/sys/devices/system/cpu/intel_pstate/no_turbo", "1",
     "the frequency doesn't depend on heat and on other cores"},
    {"turbo (others)", "/sys/devices/system/cpu/cpufreq/boost", "0",
     "the frequency doesn't depend on heat and on other cores"},
    {"hyper-threads", "/sys/devices/system/cpu/smt/control", "off",
     "no other thread shares the core"},
    {"isolated CPUs", "/sys/devices/system/cpu/isolated", NULL,
     "the scheduler puts nothing else there: isolcpus= on the kernel's command "
     "line"},
    {"CPUs without ticks", "/sys/devices/system/cpu/nohz_full", NULL,
     "no timer tick where one thread runs: nohz_full= on the kernel's command "
     "line"},
    {"interrupts go to", "/proc/irq/default_smp_affinity", "1",
     "new interrupts go to CPU 0; those that are there have /proc/irq/*/"
     "smp_affinity"},
    {"realtime throttling", "/proc/sys/kernel/sched_rt_runtime_us", "-1",
     "SCHED_FIFO isn't stopped for 50 ms of each second"},
    {"transparent huge pages", "/sys/kernel/mm/transparent_hugepage/enabled",
     "never", "no page is put together while a program runs"},
    {"huge pages", "/proc/sys/vm/nr_hugepages", "",
     "for programs that ask for them: fewer misses of the TLB"},
    {"address randomisation", "/proc/sys/kernel/randomize_va_space", "0",
     "addresses repeat; for one program: ipoint-run --fixed-addresses"},
    {"NMI watchdog", "/proc/sys/kernel/nmi_watchdog", "0",
     "no interrupts of the watchdog, and a counter more for perf"},
    {"NUMA balancing", "/proc/sys/kernel/numa_balancing", "0",
     "no page faults to see who uses a page"},
    {"perf for users", "/proc/sys/kernel/perf_event_paranoid", "1",
     "context switches and samples without privileges"}};
#define COUNT (sizeof settings / sizeof *settings)

enum state { ABSENT, QUIET, CAN_BE_SET, NEEDS_ROOT, AT_BOOT, AS_NEEDED };
static const char *const states[] = {"not here",   "quiet",        "can be set",
                                     "needs root", "at boot only", "as needed"};

struct options {
  struct ipoint_common common;
  int apply;
  const char *root;
};

struct found {
  char now[128]; /* of the first file; empty: there is none */
  enum state state;
};

/* The first line of a file without its end; of one that lists its values, the
   one in brackets. 0 if it can't be read. */
static int read_value(const char *path, char *value, size_t size) {
  char *open, *close;
  if (ipoint_file_text(AT_FDCWD, path, value, size) < 0)
    return 0; /* an empty file is a setting that lists nothing */
  value[strcspn(value, "\n")] = '\0';
  open = strchr(value, '[');
  close = open ? strchr(open, ']') : NULL;
  if (close) {
    *close = '\0';
    memmove(value, open + 1, strlen(open + 1) + 1);
  }
  return 1;
}

/* The files of a setting. 0 if there are none. */
static int find_files(const struct options *options,
                      const struct setting *setting, glob_t *files) {
  char pattern[PATH_MAX];
  snprintf(pattern, sizeof pattern, "%s%s", options->root, setting->path);
  return glob(pattern, 0, NULL, files) == 0;
}

/* Whether there is nothing to change: it is set so, or the processor has no
   such thing. */
static int is_as_wanted(const struct setting *setting, const char *value) {
  if (!setting->wanted)
    return *value != '\0';
  return strcmp(value, setting->wanted) == 0 ||
         strncmp(value, "not", strlen("not")) == 0; /* supported, implemented */
}

static struct found look(const struct options *options,
                         const struct setting *setting) {
  struct found found = {"", ABSENT};
  glob_t files;
  size_t i;
  int is_quiet = 1, is_writable = 1;
  if (!find_files(options, setting, &files))
    return found;
  for (i = 0; i < files.gl_pathc; i++) {
    char value[sizeof found.now];
    if (!read_value(files.gl_pathv[i], value, sizeof value))
      continue;
    if (found.state == ABSENT)
      memcpy(found.now, value, sizeof found.now);
    found.state = QUIET;
    is_quiet &= is_as_wanted(setting, value);
    is_writable &= access(files.gl_pathv[i], W_OK) == 0;
  }
  globfree(&files);
  if (found.state != ABSENT && setting->wanted && !*setting->wanted)
    found.state = AS_NEEDED;
  else if (found.state != ABSENT && !is_quiet)
    found.state = !setting->wanted ? AT_BOOT
                  : is_writable    ? CAN_BE_SET
                                   : NEEDS_ROOT;
  if (found.state != ABSENT && !*found.now)
    strcpy(found.now, "none");
  return found;
}

/* 0, or errno. */
static int write_value(const char *path, const char *value) {
  int file = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC), error = 0;
  if (file < 0)
    return errno;
  if (write(file, value, strlen(value)) != (ssize_t)strlen(value))
    error = errno ? errno : EIO;
  if (close(file) != 0 && !error)
    error = errno;
  return error;
}

/* Sets what can be set, prints for each file how to undo it, and says what
   other users may set. Stops where that cannot be printed. Returns how many
   could not be set although they looked as if. */
static int apply(const struct options *options, FILE *out) {
  char refused[512] = "";
  size_t i, k;
  int failed = 0;
  for (i = 0; i < COUNT; i++) {
    const struct setting *setting = &settings[i];
    enum state state = look(options, setting).state;
    glob_t files;
    if (state == NEEDS_ROOT)
      snprintf(refused + strlen(refused), sizeof refused - strlen(refused),
               "%s%s", *refused ? ", " : "", setting->name);
    if (state != CAN_BE_SET || !find_files(options, setting, &files))
      continue;
    for (k = 0; k < files.gl_pathc; k++) {
      const char *path = files.gl_pathv[k];
      char before[128];
      int error;
      if (!read_value(path, before, sizeof before) ||
          strcmp(before, setting->wanted) == 0)
        continue;
      /* Nothing is changed that could not be undone. */
      if (fprintf(out, "echo '%s' > %s  # undoes: %s = %s\n", before, path,
                  setting->name, setting->wanted) < 0 ||
          fflush(out) != 0) {
        ipoint_warn("how to undo %s can't be written: %s; it and what follows "
                    "stay as they are",
                    setting->name, strerror(errno));
        globfree(&files);
        return failed + 1;
      }
      error = write_value(path, setting->wanted);
      if (error) {
        ipoint_warn("%s: %s", path, strerror(error));
        fprintf(out, "# %s has not been set: %s\n", path, strerror(error));
      }
      failed += error != 0;
    }
    globfree(&files);
  }
  if (*refused)
    ipoint_warn("left as they are, as that needs root: %s", refused);
  return failed;
}

static int report(const struct options *options,
                  const struct ipoint_subcommand *self) {
  static const struct ipoint_column columns[] = {{"setting", "setting"},
                                                 {"now", "now"},
                                                 {"quieter", "quieter"},
                                                 {"state", "state"},
                                                 {"why", "why"}};
  struct ipoint_answer *answer = ipoint_answer_new(self->name);
  size_t i, possible = 0;
  ipoint_host_describe(answer);
  IPOINT_TABLE(answer, "settings", "For times that repeat", columns);
  for (i = 0; i < COUNT; i++) {
    struct found found = look(options, &settings[i]);
    possible += found.state == CAN_BE_SET;
    ipoint_answer_text_cell(answer, settings[i].name);
    ipoint_answer_text_cell(answer, *found.now ? found.now : "-");
    ipoint_answer_text_cell(answer, settings[i].wanted && *settings[i].wanted
                                        ? settings[i].wanted
                                        : "-");
    ipoint_answer_text_cell(answer, states[found.state]);
    ipoint_answer_text_cell(answer, settings[i].why);
  }
  if (possible)
    ipoint_answer_note(answer,
                       "%zu of these can be set by this user: tune --apply, "
                       "which prints how to undo it. A setting lasts until "
                       "the next boot.",
                       possible);
  return ipoint_answer_finish(answer, &options->common);
}

static int run(const struct ipoint_subcommand *self, int argc, char **argv) {
  struct options options = {.root = ""};
  const struct ipoint_option table[] = {
      {"apply", 0, NULL, "set what can be set, and print how to undo it",
       IPOINT_FLAG, .value = &options.apply},
      {"root", 0, "FOLDER",
       "look for /proc and /sys below it (containers, tests)", IPOINT_NAME,
       .value = &options.root}};
  int code;
  code = ipoint_arguments_read(self, argc, argv, &options.common, table,
                               sizeof table / sizeof *table);
  if (code >= 0)
    return code;
  if (!options.apply)
    return report(&options, self);
  code = apply(&options, stdout);
  return code == 0 && fflush(stdout) == 0 ? 0 : 2;
}

static const char *const tables[] = {"settings", NULL};

const struct ipoint_subcommand ipoint_subcommand_tune = {
    "tune",
    "what would make measurements quieter here",
    "What would make measurements quieter here, how it is set now, and what "
    "that needs. Changes nothing without --apply.\n",
    "Examples:\n"
    "  ipoint-calibrate tune\n"
    "  ipoint-calibrate tune --format csv\n",
    tables,
    run};
