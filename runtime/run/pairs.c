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

/* Can LD_PRELOAD reach it? */
enum reach { REACHED, STATIC, NEVER };

/* If never, why not. */
static enum reach find_reach(const char *path, const char **why) {
  static const unsigned char class =
      sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32;
  unsigned char head[4096];
  size_t i, count, at, size, got = 0;
  ssize_t part;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  *why = strerror(errno);
  if (file < 0)
    return NEVER;
  while (got < sizeof head &&
         (part = read(file, head + got, sizeof head - got)) > 0)
    got += (size_t)part;
  close(file);
  *why = "it is a script, or no program; give what it starts";
  if (got < sizeof(Elf64_Ehdr) || memcmp(head, ELFMAG, SELFMAG) != 0)
    return NEVER;
  *why = "it is built for another word size than ipoint-run";
  if (head[EI_CLASS] != class)
    return NEVER;
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
      return REACHED;
  }
  return STATIC;
}

/* 0, or the exit code after saying why the two can't be compared. */
static int check_reach(struct ipoint_pairs *pairs) {
  const char *const paths[] = {pairs->plain, pairs->program};
  size_t i;
  for (i = 0; i < 2; i++) {
    const char *why;
    enum reach reach = find_reach(paths[i], &why);
    if (reach == NEVER) {
      ipoint_warn("%s: its main can't be timed: %s", paths[i], why);
      return 2;
    }
    if (i == 0)
      pairs->plain_is_static = reach == STATIC;
    else
      pairs->program_is_static = reach == STATIC;
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

void ipoint_shared_end(struct ipoint_shared *shared) {
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

void ipoint_pairs_read_page(struct ipoint_pairs *pairs) {
  struct ipoint_baseline_page read;
  memset(&pairs->page, 0, sizeof pairs->page);
  if (pread(pairs->shared.file, &read, sizeof read, 0) ==
          (ssize_t)sizeof read &&
      read.ended <= IPOINT_BASELINE_OTHER)
    pairs->page = read;
}

int ipoint_pairs_begin(struct ipoint_pairs *pairs,
                       const struct ipoint_options *options,
                       const struct ipoint_output *output,
                       const char *program) {
  const char *name = options->baseline, *before;
  int code = ipoint_find_program(name, pairs->plain);
  pairs->options = options;
  pairs->output = output;
  pairs->program = program;
  pairs->shared.file = pairs->slots.file = -1;
  if (code) {
    ipoint_warn("--baseline %s: %s", name, strerror(errno));
    return code;
  }
  if ((code = check_reach(pairs)) != 0)
    return code;
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
  ipoint_shared_end(&pairs->shared);
  ipoint_shared_end(&pairs->slots);
  free(pairs->text);
  free(pairs->preload_before);
  memset(pairs, 0, sizeof *pairs);
  pairs->shared.file = pairs->slots.file = -1;
}

int ipoint_pairs_check_time(const struct ipoint_pairs *pairs,
                            const char *program, unsigned number) {
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

void ipoint_pairs_nothing_before(void *context, pid_t pid) {
  (void)context, (void)pid;
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
  ipoint_pairs_read_page(pairs);
  if (pairs->run.abandoned)
    return 128 + pairs->run.abandoned;
  if (pairs->run.status != 0) {
    ipoint_warn("run %u of the plain program %s failed; there is no "
                "comparing",
                number, pairs->plain);
    return 1;
  }
  return ipoint_pairs_check_time(pairs, pairs->plain, number);
}

int ipoint_pairs_run_plain(struct ipoint_pairs *pairs, unsigned number) {
  int code;
  pairs->sampled.pid = 0;
  if (number == 1)
    pairs->input = lseek(STDIN_FILENO, 0, SEEK_CUR);
  if (!set_environment(pairs, pairs->plain_is_static))
    return 2;
  if ((code = ipoint_pairs_start_plain(pairs, ipoint_pairs_nothing_before)) !=
      0)
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
