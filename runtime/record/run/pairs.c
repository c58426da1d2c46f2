/*===- pairs.c - Plain and instrumented runs by turns ---------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "record/run/pairs.h"

#include "calibrate/clockmath.h"
#include "record/consumer/sessionfolder.h"
#include "record/observe/machine.h"
#include "record/run/neighbours.h"
#include "support/files.h"
#include "support/text.h"
#include "support/times.h"

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

/* 0, or the exit code after saying why the two can't be compared. */
static int check_reach(struct ipoint_pairs *pairs) {
  const char *const paths[] = {pairs->plain, pairs->program};
  size_t i;
  for (i = 0; i < 2; i++) {
    const char *why;
    enum ipoint_reach reach = ipoint_preload_reach(paths[i], &why);
    if (reach == IPOINT_UNREACHED) {
      ipoint_warn("%s: its main can't be timed: %s", paths[i], why);
      return 2;
    }
    if (i == 0)
      pairs->plain_is_static = reach == IPOINT_STATIC;
    else
      pairs->program_is_static = reach == IPOINT_STATIC;
  }
  if (pairs->plain_is_static || pairs->program_is_static)
    ipoint_warn("%s: its main can't be timed, as it is linked statically; its "
                "CPU time is noted",
                paths[!pairs->plain_is_static]);
  return 0;
}

/* Both programs get the same, and the library puts it back; one that it does
   not reach gets nothing, nor do its children. */
static int set_environment(const struct ipoint_pairs *pairs, int is_static) {
  const char *before = pairs->preload_before;
  char library[PATH_MAX], list[2 * PATH_MAX];
  if (is_static) {
    unsetenv(IPOINT_ENV_PRELOADED);
    unsetenv(IPOINT_ENV_BASELINE);
    return (before ? setenv("LD_PRELOAD", before, 1)
                   : unsetenv("LD_PRELOAD")) == 0;
  }
  if (!ipoint_preload_find(LIBRARY, library))
    return 0;
  if (snprintf(list, sizeof list, "%s%s%s", library,
               before && *before ? ":" : "",
               before ? before : "") >= (int)sizeof list ||
      setenv(IPOINT_ENV_PRELOADED, before ? before : "", 1) != 0 ||
      setenv("LD_PRELOAD", list, 1) != 0 ||
      setenv(IPOINT_ENV_BASELINE, pairs->shared.path, 1) != 0) {
    ipoint_warn("LD_PRELOAD can't be set: it is too long");
    return 0;
  }
  return 1;
}

/* What removes files of killed runs may have come before the lock. */
static int is_kept(int file) {
  struct stat status;
  return flock(file, LOCK_EX | LOCK_NB) == 0 && fstat(file, &status) == 0 &&
         status.st_nlink > 0;
}

int ipoint_shared_make(struct ipoint_shared *shared, size_t size) {
  static const char *const places[] = {IPOINT_MEMORY_PLACE, "/tmp"};
  size_t tries;
  shared->file = -1;
  for (tries = 0; tries < 10 && shared->file < 0; tries++) {
    snprintf(shared->path, sizeof shared->path,
             "%s/" IPOINT_PAGE_PREFIX "XXXXXX", places[tries % 2]);
    shared->file = mkostemp(shared->path, O_CLOEXEC);
    if (shared->file >= 0 && !is_kept(shared->file)) {
      close(shared->file);
      shared->file = -1;
    }
  }
  if (shared->file >= 0 && ftruncate(shared->file, (off_t)size) == 0)
    return 1;
  ipoint_warn("%s: %s", shared->path, strerror(errno));
  return 0;
}

static void end_shared(struct ipoint_shared *shared) {
  if (shared->file >= 0) {
    unlink(shared->path);
    close(shared->file);
  }
  shared->file = -1;
}

/* The page is read, not mapped: the program may cut it off. */
static void clear_page(struct ipoint_pairs *pairs) {
  memset(&pairs->page, 0, sizeof pairs->page);
  if (pwrite(pairs->shared.file, &pairs->page, sizeof pairs->page, 0) < 0)
    pairs->page.taken = 0; /* nothing can be read of it then */
}

static void read_page(struct ipoint_pairs *pairs) {
  struct ipoint_baseline_page read;
  memset(&pairs->page, 0, sizeof pairs->page);
  if (pread(pairs->shared.file, &read, sizeof read, 0) ==
          (ssize_t)sizeof read &&
      read.ended <= IPOINT_BASELINE_OTHER)
    pairs->page = read;
}

int ipoint_pairs_check(struct ipoint_pairs *pairs,
                       const struct ipoint_options *options,
                       const char *program) {
  int code = ipoint_find_program(options->baseline, pairs->plain);
  pairs->options = options;
  pairs->program = program;
  if (code) {
    ipoint_warn("--baseline %s: %s", options->baseline, strerror(errno));
    return code;
  }
  return check_reach(pairs);
}

int ipoint_pairs_begin(struct ipoint_pairs *pairs,
                       const struct ipoint_output *output) {
  const char *before;
  pairs->output = output;
  pairs->shared.file = pairs->slots.file = -1;
  pairs->begin = ipoint_moment_now();
  before = getenv("LD_PRELOAD");
  pairs->preload_before = before ? strdup(before) : NULL;
  if (!ipoint_shared_make(&pairs->shared, sizeof pairs->page) ||
      !ipoint_pairs_choose_sampler(pairs)) {
    ipoint_pairs_end(pairs);
    return 2;
  }
  return 0;
}

void ipoint_pairs_end(struct ipoint_pairs *pairs) {
  end_shared(&pairs->shared);
  end_shared(&pairs->slots);
  free(pairs->text);
  free(pairs->preload_before);
  memset(pairs, 0, sizeof *pairs);
  pairs->shared.file = pairs->slots.file = -1;
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
  int is_static = program == pairs->program ? pairs->program_is_static
                                            : pairs->plain_is_static;
  if (!what || is_static)
    return 0;
  ipoint_warn("run %u of %s: its main can't be timed: %s", number, program,
              what);
  return 2;
}

int ipoint_pairs_start_plain(struct ipoint_pairs *pairs,
                             void (*before)(void *context, pid_t pid)) {
  char *first = pairs->options->command[0];
  int error;
  clear_page(pairs);
  if (pairs->input >= 0)
    lseek(STDIN_FILENO, pairs->input, SEEK_SET);
  pairs->options->command[0] = (char *)(uintptr_t)pairs->options->baseline;
  error = ipoint_run_start(&pairs->run, pairs->plain, pairs->options->command,
                           NULL, &pairs->options->conditions, before, pairs);
  pairs->options->command[0] = first;
  if (!error)
    return 0;
  ipoint_warn("%s: can't be run: %s", pairs->plain, strerror(error));
  return 126;
}

int ipoint_pairs_check_plain(struct ipoint_pairs *pairs, unsigned number) {
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

int ipoint_pairs_run_plain(struct ipoint_pairs *pairs, unsigned number) {
  int code;
  pairs->sampled.pid = 0;
  if (number == 1)
    pairs->input = lseek(STDIN_FILENO, 0, SEEK_CUR);
  if (!set_environment(pairs, pairs->plain_is_static))
    return 2;
  if ((code = ipoint_pairs_start_plain(pairs, NULL)) != 0)
    return code;
  while (!ipoint_run_nap(&pairs->run, 1000000000u, NULL))
    ;
  code = ipoint_pairs_check_plain(pairs, number);
  pairs->of_plain = pairs->page;
  if (code == 0 && pairs->how != IPOINT_NOT_SAMPLED)
    code = ipoint_pairs_run_sampled(pairs, number);
  if (!code && !set_environment(pairs, pairs->program_is_static))
    code = 2;
  clear_page(pairs);
  return code;
}

/* Main's times are null where LD_PRELOAD does not reach it. */
static void write_time(FILE *out, const struct ipoint_baseline_page *page,
                       const struct ipoint_run *run) {
  static const char *const ends[] = {"", "return", "exit", "_exit", ""};
  if (page->taken)
    fprintf(out,
            "{\"thread\": %u, \"begin\": %llu, \"end\": %llu, "
            "\"ended\": \"%s\"",
            page->pid, (unsigned long long)page->begin,
            (unsigned long long)page->end, ends[page->ended]);
  else
    fputs("{\"thread\": null, \"begin\": null, \"end\": null, "
          "\"ended\": null",
          out);
  fprintf(out,
          ", \"wall_ns\": %llu, \"user_us\": %llu, "
          "\"system_us\": %llu, \"voluntary_switches\": %ld, "
          "\"involuntary_switches\": %ld}",
          (unsigned long long)run->wall_ns,
          (unsigned long long)ipoint_microseconds(run->usage.ru_utime),
          (unsigned long long)ipoint_microseconds(run->usage.ru_stime),
          run->usage.ru_nvcsw, run->usage.ru_nivcsw);
}

static void write_file(FILE *out, const struct ipoint_pairs *pairs) {
  struct ipoint_moment now = ipoint_moment_now();
  struct ipoint_machine machine;
  char *arguments = ipoint_quote(pairs->options->command + 1);
  ipoint_machine_read(&machine);
  fputs("{\"format\": \"ipoint-baseline/2\",\n \"program\": ", out);
  ipoint_json_text(out, pairs->plain);
  fputs(",\n \"instrumented\": ", out);
  ipoint_json_text(out, pairs->program);
  fputs(",\n \"arguments\": ", out);
  ipoint_json_text(out, arguments ? arguments : "");
  fputs(",\n \"host\": ", out);
  ipoint_json_text(out, machine.names.nodename);
  fputs(",\n \"cpu\": ", out);
  ipoint_json_text(out, machine.cpu);
  fprintf(
      out,
      ",\n \"clock_source\": \"" IPOINT_PORT_NAME "\",\n"
      " \"rate_hz\": %llu,\n \"pinned\": %d,\n"
      " \"order\": \"plain, sampled, instrumented\",\n \"pairs\": [\n%s\n]}\n",
      (unsigned long long)ipoint_clock_rate(now.ticks - pairs->begin.ticks,
                                            now.raw_ns - pairs->begin.raw_ns),
      pairs->options->conditions.cpu, pairs->text);
  free(arguments);
}

/* 0, or the exit code. */
static int replace_file(const struct ipoint_pairs *pairs) {
  int folder = pairs->output->folder, error = 0;
  FILE *out = ipoint_file_rewrite(folder, IPOINT_BASELINE_NAME);
  if (out) {
    write_file(out, pairs);
    error = ipoint_file_rewritten(folder, IPOINT_BASELINE_NAME, out);
  }
  if (out && !error)
    return 0;
  ipoint_warn("%s/" IPOINT_BASELINE_NAME ": %s", pairs->options->output,
              strerror(out ? error : errno));
  return 2;
}

static void write_samples(FILE *out, const struct ipoint_pairs *pairs,
                          unsigned number) {
  const struct ipoint_sampler *sampler = &pairs->sampler;
  fprintf(out,
          ",\n   \"sampled\": [{\"samples\": \"" IPOINT_SAMPLES_NAME
          "\", \"sampler\": \"%s\", \"rate\": %llu, \"period_ns\": %llu, "
          "\"taken\": %llu, \"lost\": %llu, \"throttled\": %llu, \"run\": ",
          number, pairs->how == IPOINT_BY_TIMER ? "timer signal" : "perf",
          (unsigned long long)ipoint_pairs_rate(pairs, number),
          (unsigned long long)sampler->period,
          (unsigned long long)sampler->samples,
          (unsigned long long)sampler->lost,
          (unsigned long long)sampler->throttled);
  write_time(out, &pairs->of_sampled, &pairs->sampled);
  fputs("}]", out);
}

void ipoint_pairs_say(const struct ipoint_pairs *pairs) {
  if (pairs->plain_us && pairs->instrumented_us)
    ipoint_warn("the instrumented program took %.2f times the plain program's "
                "CPU time",
                (double)pairs->instrumented_us / (double)pairs->plain_us);
}

int ipoint_pairs_note(struct ipoint_pairs *pairs, unsigned number,
                      const struct ipoint_run *instrumented) {
  FILE *out;
  char *text = NULL;
  size_t length = 0;
  int code;
  if (instrumented) {
    read_page(pairs);
    code = check_time(pairs, pairs->program, number);
    if (code)
      return code;
    pairs->plain_us += ipoint_run_cpu_us(&pairs->run);
    pairs->instrumented_us += ipoint_run_cpu_us(instrumented);
  }
  out = open_memstream(&text, &length);
  if (!out)
    return 2;
  if (pairs->text)
    fprintf(out, "%s,\n", pairs->text);
  if (instrumented)
    fprintf(out, "  {\"trace\": \"run-%03u\",\n   \"plain\": ", number);
  else
    fputs("  {\"trace\": null,\n   \"plain\": ", out);
  write_time(out, &pairs->of_plain, &pairs->run);
  fputs(",\n   \"instrumented\": ", out);
  if (instrumented)
    write_time(out, &pairs->page, instrumented);
  else
    fputs("null", out);
  if (pairs->sampled.pid && pairs->how != IPOINT_NOT_SAMPLED)
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
