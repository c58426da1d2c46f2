/*===- load.c - Work beside the program that is measured ------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "run/load.h"

#include "support/commandline.h"
#include "support/warn.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Larger than the caches of level 1, in those that are shared; larger than
   these; and more than a disk takes at once. */
#define CACHE_BYTES ((size_t)1 << 20)
#define MEMORY_BYTES ((size_t)256 << 20)
#define FILE_BYTES ((size_t)4 << 20)
#define LINE_BYTES 64u

static const char *const kinds[] = {"", "cpu", "cache", "memory", "io"};

int ipoint_load_parse(const char *text, void *value) {
  struct ipoint_load *load = value;
  size_t length = strcspn(text, ":"), i;
  int64_t count = 0;
  if (text[length] == ':' &&
      !ipoint_parse_number(text + length + 1, 1, IPOINT_MOST_LOADS, &count))
    return 0;
  for (i = 1; i < sizeof kinds / sizeof *kinds; i++)
    if (strlen(kinds[i]) == length && strncmp(text, kinds[i], length) == 0) {
      load->kind = (enum ipoint_load_kind)i;
      load->count = (int)count;
      return 1;
    }
  return 0;
}

const char *ipoint_load_name(const struct ipoint_load *load) {
  static char name[32];
  if (!load->kind)
    return "";
  snprintf(name, sizeof name, "%s:%d", kinds[load->kind], load->count);
  return name;
}

static void spin(void) {
  volatile uint64_t result;
  uint64_t number = 1;
  for (;;) {
    int i;
    for (i = 0; i < 1000000; i++)
      number = number * UINT64_C(6364136223846793005) + 1;
    result = number;
    (void)result;
  }
}

static void walk(size_t bytes) {
  volatile unsigned char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  size_t i;
  if (memory == MAP_FAILED)
    _exit(1);
  for (;;)
    for (i = 0; i < bytes; i += LINE_BYTES)
      memory[i]++;
}

static void write_file(void) {
  static char bytes[65536];
  const char *folder = getenv("TMPDIR");
  char path[PATH_MAX];
  int file;
  size_t i;
  snprintf(path, sizeof path, "%s/ipoint-load-XXXXXX",
           folder && *folder ? folder : "/tmp");
  file = mkostemp(path, O_CLOEXEC);
  if (file < 0 || unlink(path) != 0)
    _exit(1);
  for (;;) {
    for (i = 0; i < FILE_BYTES; i += sizeof bytes)
      if (pwrite(file, bytes, sizeof bytes, (off_t)i) < 0)
        _exit(1);
    fdatasync(file);
  }
}

static void work(enum ipoint_load_kind kind, pid_t parent) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGTERM, SIG_DFL);
  signal(SIGINT, SIG_IGN); /* the program's run ends, and then this */
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(0);
  if (kind == IPOINT_LOAD_CPU)
    spin();
  if (kind == IPOINT_LOAD_CACHE)
    walk(CACHE_BYTES);
  if (kind == IPOINT_LOAD_MEMORY)
    walk(MEMORY_BYTES);
  write_file();
}

int ipoint_load_begin(struct ipoint_load *load) {
  cpu_set_t allowed;
  pid_t parent = getpid();
  int i, wanted;
  if (!load->kind)
    return 0;
  if (!load->count)
    load->count = sched_getaffinity(0, sizeof allowed, &allowed) == 0
                      ? CPU_COUNT(&allowed)
                      : 1;
  if (load->count > IPOINT_MOST_LOADS)
    load->count = IPOINT_MOST_LOADS;
  for (i = 0, wanted = load->count; i < wanted; i++) {
    pid_t pid = fork();
    if (pid == 0)
      work(load->kind, parent);
    if (pid < 0) {
      ipoint_warn("--load %s: %s", kinds[load->kind], strerror(errno));
      load->count = i;
      ipoint_load_end(load);
      return 2;
    }
    load->pids[i] = pid;
  }
  return 0;
}

void ipoint_load_end(struct ipoint_load *load) {
  int i, died = 0, status;
  for (i = 0; load->kind && i < load->count; i++) {
    died += waitpid(load->pids[i], &status, WNOHANG) != 0;
    kill(load->pids[i], SIGKILL);
    waitpid(load->pids[i], &status, 0);
  }
  if (died)
    ipoint_warn("--load %s: %d of %d processes ended before the program",
                ipoint_load_name(load), died, load->count);
  load->kind = IPOINT_LOAD_NONE;
}
