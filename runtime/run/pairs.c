/*===- pairs.c - Plain and instrumented runs by turns ---------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "run/pairs.h"

#include "calibrate/clockmath.h"
#include "calibrate/cpus.h"
#include "consumer/leftovers.h"
#include "observe/machine.h"
#include "run/preload.h"
#include "support/files.h"
#include "support/warn.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define LIBRARY "libipoint-baseline.so"

/* How often samples are written, ns: long before a ring is full. */
#define SAMPLES_POLLED UINT64_C(20000000)

/* Can LD_PRELOAD reach it? Why not, or null. */
static const char *why_not_timed(const char *path) {
  static const unsigned char class =
      sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32;
  unsigned char head[4096];
  size_t i, count, at, size, got = 0;
  ssize_t part;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return strerror(errno);
  while (got < sizeof head &&
         (part = read(file, head + got, sizeof head - got)) > 0)
    got += (size_t)part;
  close(file);
  if (got < sizeof(Elf64_Ehdr) || memcmp(head, ELFMAG, SELFMAG) != 0)
    return "it is a script, or no program; give what it starts";
  if (head[EI_CLASS] != class)
    return "it is built for another word size than ipoint-run";
  if (class == ELFCLASS64) {
    const Elf64_Ehdr *elf = (const void *)head;
    at = elf->e_phoff, count = elf->e_phnum, size = elf->e_phentsize;
  } else {
    const Elf32_Ehdr *elf = (const void *)head;
    at = elf->e_phoff, count = elf->e_phnum, size = elf->e_phentsize;
  }
  for (i = 0; i < count && at + (i + 1) * size <= got; i++) {
    uint32_t kind;
    memcpy(&kind, head + at + i * size, sizeof kind);
    if (kind == PT_INTERP)
      return NULL;
  }
  return "it is linked statically; link it dynamically";
}

/* Both programs get the same; the library puts it back. */
static int set_environment(const struct ipoint_pairs *pairs) {
  const char *before = getenv("LD_PRELOAD");
  char library[PATH_MAX], list[2 * PATH_MAX];
  if (!ipoint_preload_find(LIBRARY, library))
    return 0;
  if (snprintf(list, sizeof list, "%s%s%s", library,
               before && *before ? ":" : "",
               before ? before : "") >= (int)sizeof list ||
      setenv(IPOINT_ENV_PRELOADED, before ? before : "", 1) != 0 ||
      setenv("LD_PRELOAD", list, 1) != 0 ||
      setenv(IPOINT_ENV_BASELINE, pairs->shared, 1) != 0) {
    ipoint_warn("LD_PRELOAD can't be set: it is too long");
    return 0;
  }
  return 1;
}

/* Whoever removes what is left of killed runs may have come before the lock. */
static int is_kept(int file) {
  struct stat status;
  return flock(file, LOCK_EX | LOCK_NB) == 0 && fstat(file, &status) == 0 &&
         status.st_nlink > 0;
}

static int make_page(struct ipoint_pairs *pairs) {
  static const char *const places[] = {IPOINT_MEMORY_PLACE, "/tmp"};
  size_t tries;
  for (tries = 0; tries < 10 && pairs->file < 0; tries++) {
    snprintf(pairs->shared, sizeof pairs->shared,
             "%s/" IPOINT_PAGE_PREFIX "XXXXXX", places[tries % 2]);
    pairs->file = mkostemp(pairs->shared, O_CLOEXEC);
    if (pairs->file >= 0 && !is_kept(pairs->file)) {
      close(pairs->file);
      pairs->file = -1;
    }
  }
  if (pairs->file >= 0 &&
      ftruncate(pairs->file, (off_t)sizeof pairs->page) == 0)
    return 1;
  ipoint_warn("%s: %s", pairs->shared, strerror(errno));
  return 0;
}

/* The page is read, not mapped: the program may cut it off. */
static void clear_page(struct ipoint_pairs *pairs) {
  memset(&pairs->page, 0, sizeof pairs->page);
  if (pwrite(pairs->file, &pairs->page, sizeof pairs->page, 0) < 0)
    pairs->page.taken = 0; /* nothing can be read of it then */
}

static void read_page(struct ipoint_pairs *pairs) {
  struct ipoint_baseline_page read;
  memset(&pairs->page, 0, sizeof pairs->page);
  if (pread(pairs->file, &read, sizeof read, 0) == (ssize_t)sizeof read &&
      read.ended <= IPOINT_BASELINE_OTHER)
    pairs->page = read;
}

int ipoint_pairs_begin(struct ipoint_pairs *pairs,
                       const struct ipoint_options *options,
                       const struct ipoint_output *output,
                       const char *program) {
  const char *name = options->baseline, *why;
  int code = ipoint_find_program(name, pairs->plain);
  pairs->options = options;
  pairs->output = output;
  pairs->program = program;
  pairs->file = -1;
  pairs->sample_file = -1;
  if (code) {
    ipoint_warn("--baseline %s: %s", name, strerror(errno));
    return code;
  }
  if ((why = why_not_timed(name = pairs->plain)) ||
      (why = why_not_timed(name = program))) {
    ipoint_warn("%s: its main can't be timed: %s", name, why);
    return 2;
  }
  pairs->begin = ipoint_moment_now();
  if (!make_page(pairs) || !set_environment(pairs)) {
    ipoint_pairs_end(pairs);
    return 2;
  }
  return 0;
}

void ipoint_pairs_end(struct ipoint_pairs *pairs) {
  if (pairs->file >= 0) {
    unlink(pairs->shared);
    close(pairs->file);
  }
  free(pairs->text);
  memset(pairs, 0, sizeof *pairs);
  pairs->file = -1;
}

static int check_time(const struct ipoint_pairs *pairs, const char *program,
                      unsigned number) {
  static const char *const why[] = {
      "main's end was not seen", NULL, NULL, NULL,
      "another thread than main's ended the program"};
  const struct ipoint_baseline_page *page = &pairs->page;
  const char *what = page->taken
                         ? why[page->ended]
                         : "LD_PRELOAD does not reach it (is it set-user-ID?)";
  if (!what)
    return 0;
  ipoint_warn("run %u of %s: its main can't be timed: %s", number, program,
              what);
  return 2;
}

static void nothing_before(void *context, pid_t pid) {
  (void)context, (void)pid;
}

/* Starts the plain program. 0, or the exit code after saying what is wrong. */
static int start_plain(struct ipoint_pairs *pairs,
                       void (*before)(void *context, pid_t pid)) {
  char *first = pairs->options->command[0];
  int error;
  clear_page(pairs);
  if (pairs->input >= 0)
    lseek(STDIN_FILENO, pairs->input, SEEK_SET);
  pairs->options->command[0] = (char *)(uintptr_t)pairs->options->baseline;
  error = ipoint_run_start(&pairs->run, pairs->plain, pairs->options->command,
                           NULL, pairs->options->cpu, before, pairs);
  pairs->options->command[0] = first;
  if (!error)
    return 0;
  ipoint_warn("%s: can't be run: %s", pairs->plain, strerror(error));
  return 126;
}

/* The plain program has ended. 0, or the exit code after saying why it can't
   be compared. */
static int check_plain(struct ipoint_pairs *pairs, unsigned number) {
  read_page(pairs);
  if (pairs->run.abandoned)
    return 128 + pairs->run.abandoned;
  if (pairs->run.status != 0) {
    ipoint_warn("run %u of the plain program %s failed; there is no "
                "comparing",
                number, pairs->plain);
    return 1;
  }
  return check_time(pairs, pairs->plain, number);
}

/* How many samples a second the run of this number takes: other runs have other
   rates, so that their shares can be held against each other. */
static uint64_t rate_of(const struct ipoint_pairs *pairs, unsigned number) {
  uint64_t rate = (uint64_t)pairs->options->samples;
  return number % 2 || rate < 2 ? rate : rate / 2;
}

static void name_samples(char name[32], unsigned number) {
  snprintf(name, 32, IPOINT_SAMPLES_NAME, number);
}

static void begin_samples(void *context, pid_t pid) {
  struct ipoint_pairs *pairs = context;
  uint64_t period = UINT64_C(1000000000) / rate_of(pairs, pairs->number);
  ipoint_sampler_begin(&pairs->sampler, pid, pairs->sample_file, period);
}

/* Runs the plain program once more, and samples it. 0, or the exit code. */
static int run_sampled(struct ipoint_pairs *pairs, unsigned number) {
  struct ipoint_run unsampled = pairs->run;
  char name[32];
  int code;
  name_samples(name, number);
  pairs->number = number;
  pairs->sample_file = ipoint_file_replace(pairs->output->folder, name, O_RDWR);
  if (pairs->sample_file < 0) {
    ipoint_warn("%s/%s: %s", pairs->options->output, name, strerror(errno));
    return 2;
  }
  code = start_plain(pairs, begin_samples);
  if (code == 0) {
    while (!ipoint_run_nap(&pairs->run, SAMPLES_POLLED, NULL))
      ipoint_sampler_poll(&pairs->sampler);
    ipoint_sampler_finish(&pairs->sampler);
    code = check_plain(pairs, number);
  }
  close(pairs->sample_file);
  pairs->sample_file = -1;
  pairs->of_sampled = pairs->page;
  pairs->sampled = pairs->run;
  pairs->run = code ? pairs->run : unsampled;
  if (pairs->sampler.error) {
    ipoint_warn("%s/%s: %s", pairs->options->output, name,
                strerror(pairs->sampler.error));
    code = 2;
  }
  if (code || *pairs->sampler.reason)
    unlinkat(pairs->output->folder, name, 0);
  if (!code && *pairs->sampler.reason)
    pairs->cannot_sample = 1; /* nor the next run */
  return code;
}

int ipoint_pairs_run_plain(struct ipoint_pairs *pairs, unsigned number) {
  int code;
  pairs->sampled.pid = 0;
  if (number == 1)
    pairs->input = lseek(STDIN_FILENO, 0, SEEK_CUR);
  if ((code = start_plain(pairs, nothing_before)) != 0)
    return code;
  while (!ipoint_run_nap(&pairs->run, 1000000000u, NULL))
    ;
  code = check_plain(pairs, number);
  pairs->of_plain = pairs->page;
  if (code == 0 && pairs->options->samples && !pairs->cannot_sample)
    code = run_sampled(pairs, number);
  if (pairs->cannot_sample && number == 1)
    ipoint_warn("the plain program can't be sampled: %s",
                pairs->sampler.reason);
  clear_page(pairs);
  return code;
}

/* Text as JSON; bytes that are not ASCII stay. */
static void write_text(FILE *out, const char *text) {
  fputc('"', out);
  for (; *text; text++)
    if (*text == '"' || *text == '\\')
      fprintf(out, "\\%c", *text);
    else if ((unsigned char)*text < 0x20)
      fprintf(out, "\\u%04x", *text);
    else
      fputc(*text, out);
  fputc('"', out);
}

static void write_time(FILE *out, const struct ipoint_baseline_page *page,
                       const struct ipoint_run *run) {
  static const char *const ends[] = {"", "return", "exit", "_exit", ""};
  fprintf(out,
          "{\"thread\": %u, \"begin\": %llu, \"end\": %llu, "
          "\"ended\": \"%s\", \"wall_ns\": %llu, \"user_us\": %llu, "
          "\"system_us\": %llu, \"voluntary_switches\": %ld, "
          "\"involuntary_switches\": %ld}",
          page->pid, (unsigned long long)page->begin,
          (unsigned long long)page->end, ends[page->ended],
          (unsigned long long)run->wall_ns,
          (unsigned long long)run->usage.ru_utime.tv_sec * 1000000u +
              (unsigned long long)run->usage.ru_utime.tv_usec,
          (unsigned long long)run->usage.ru_stime.tv_sec * 1000000u +
              (unsigned long long)run->usage.ru_stime.tv_usec,
          run->usage.ru_nvcsw, run->usage.ru_nivcsw);
}

static void write_file(FILE *out, const struct ipoint_pairs *pairs) {
  struct ipoint_moment now = ipoint_moment_now();
  struct ipoint_machine machine;
  char *arguments = ipoint_quote(pairs->options->command + 1);
  ipoint_machine_read(&machine);
  fputs("{\"format\": \"ipoint-baseline/2\",\n \"program\": ", out);
  write_text(out, pairs->plain);
  fputs(",\n \"instrumented\": ", out);
  write_text(out, pairs->program);
  fputs(",\n \"arguments\": ", out);
  write_text(out, arguments ? arguments : "");
  fputs(",\n \"host\": ", out);
  write_text(out, machine.names.nodename);
  fputs(",\n \"cpu\": ", out);
  write_text(out, machine.cpu);
  fprintf(
      out,
      ",\n \"clock_source\": \"" IPOINT_PORT_NAME "\",\n"
      " \"rate_hz\": %llu,\n \"pinned\": %d,\n"
      " \"order\": \"plain, sampled, instrumented\",\n \"pairs\": [\n%s\n]}\n",
      (unsigned long long)ipoint_clock_rate(
          now.ticks - pairs->begin.ticks,
          ipoint_counted_ns(&pairs->begin, &now)),
      pairs->options->cpu, pairs->text);
  free(arguments);
}

/* Beside the old file, and then in its place. */
static int replace_file(const struct ipoint_pairs *pairs) {
  static const char beside[] = IPOINT_BASELINE_NAME ".new";
  int folder = pairs->output->folder, failed = 1;
  int file = ipoint_file_replace(folder, beside, O_WRONLY);
  FILE *out = file < 0 ? NULL : fdopen(file, "w");
  if (out) {
    write_file(out, pairs);
    failed = ferror(out);
    failed |= fclose(out) != 0;
    failed =
        failed || renameat(folder, beside, folder, IPOINT_BASELINE_NAME) != 0;
  }
  if (failed)
    ipoint_warn("%s/" IPOINT_BASELINE_NAME ": %s", pairs->options->output,
                strerror(errno));
  return failed ? 2 : 0;
}

static void write_samples(FILE *out, const struct ipoint_pairs *pairs,
                          unsigned number) {
  const struct ipoint_sampler *sampler = &pairs->sampler;
  char name[32];
  name_samples(name, number);
  fprintf(out,
          ",\n   \"sampled\": [{\"samples\": \"%s\", \"sampler\": \"perf\", "
          "\"period_ns\": %llu, \"taken\": %llu, \"lost\": %llu, "
          "\"throttled\": %llu, \"run\": ",
          name, (unsigned long long)sampler->period,
          (unsigned long long)sampler->samples,
          (unsigned long long)sampler->lost,
          (unsigned long long)sampler->throttled);
  write_time(out, &pairs->of_sampled, &pairs->sampled);
  fputs("}]", out);
}

int ipoint_pairs_note(struct ipoint_pairs *pairs, unsigned number,
                      const struct ipoint_run *instrumented) {
  FILE *out;
  char *text = NULL;
  size_t length = 0;
  int code;
  read_page(pairs);
  code = check_time(pairs, pairs->program, number);
  if (code)
    return code;
  out = open_memstream(&text, &length);
  if (!out)
    return 2;
  if (pairs->text)
    fprintf(out, "%s,\n", pairs->text);
  fprintf(out, "  {\"trace\": \"run-%03u\",\n   ", number);
  fputs("\"plain\": ", out);
  write_time(out, &pairs->of_plain, &pairs->run);
  fputs(",\n   \"instrumented\": ", out);
  write_time(out, &pairs->page, instrumented);
  if (pairs->sampled.pid && !pairs->cannot_sample)
    write_samples(out, pairs, number);
  fputs("}", out);
  if (fclose(out) != 0) {
    free(text);
    return 2;
  }
  free(pairs->text);
  pairs->text = text;
  return replace_file(pairs);
}
