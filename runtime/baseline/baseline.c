/*===- baseline.c - How long main takes, in a program without probes ------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* `ipoint-run --baseline` loads this library into the plain program and into
|* the instrumented one (LD_PRELOAD). It stands between libc and main, reads the
|* probes' counter before and after it, and leaves both in a page that it shares
|* with ipoint-run. The environment is put back before main sees it, so that
|* children know nothing of it.
\*===----------------------------------------------------------------------===*/

#include "baseline/page.h"
#include "wire/plainrun.h"

#define IPOINT_NO_UNIT
#include "ipoint/probe.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

typedef int main_function(int, char **, char **);
typedef int start_function(main_function *, int, char **, void (*)(void),
                           void (*)(void), void (*)(void), void *);

static struct ipoint_baseline_page *page; /* of this process, or null */
static main_function *program_main;

static void put_back_environment(void) {
  const char *before = getenv(IPOINT_ENV_PRELOADED);
  if (before && *before)
    setenv("LD_PRELOAD", before, 1);
  else
    unsetenv("LD_PRELOAD");
  unsetenv(IPOINT_ENV_PRELOADED);
  unsetenv(IPOINT_ENV_BASELINE);
}

static void take_page(void) {
  page = map_page(getenv(IPOINT_ENV_BASELINE), sizeof *page);
  if (!page)
    return;
  if (__atomic_exchange_n(&page->taken, 1, __ATOMIC_ACQ_REL)) {
    munmap(page, sizeof *page); /* a child, or a program that was executed */
    page = NULL;
    return;
  }
  page->pid = (uint32_t)getpid();
}

/* The first to come counts: exit() runs on into handlers that call _exit(). */
static void finish(enum ipoint_baseline_end how) {
  uint64_t now = ipoint_port_counter();
  if (!page || page->ended || page->pid != (uint32_t)getpid())
    return;
  page->end = now;
  if (how != IPOINT_BASELINE_RETURN &&
      (uint32_t)syscall(SYS_gettid) != page->pid)
    how = IPOINT_BASELINE_OTHER;
  page->ended = how;
}

static int timed_main(int argc, char **argv, char **environment) {
  int status;
  take_page();
  put_back_environment();
  if (page)
    page->begin = ipoint_port_counter();
  status = program_main(argc, argv, environment);
  finish(IPOINT_BASELINE_RETURN);
  return status;
}

/* NOLINTNEXTLINE(bugprone-reserved-identifier): libc's name. */
EXPORT int __libc_start_main(main_function *called, int argc, char **argv,
                             void (*begin)(void), void (*end)(void),
                             void (*loader_end)(void), void *stack) {
  start_function *start =
      (start_function *)(uintptr_t)dlsym(RTLD_NEXT, "__libc_start_main");
  program_main = called;
  return start(timed_main, argc, argv, begin, end, loader_end, stack);
}

typedef void exit_function(int);

static exit_function *next(const char *name) {
  return (exit_function *)(uintptr_t)dlsym(RTLD_NEXT, name);
}

EXPORT __attribute__((noreturn)) void exit(int status) {
  finish(IPOINT_BASELINE_EXIT);
  next("exit")(status);
  __builtin_unreachable();
}

EXPORT __attribute__((noreturn)) void _exit(int status) {
  finish(IPOINT_BASELINE_QUICK);
  next("_exit")(status);
  __builtin_unreachable();
}

EXPORT __attribute__((noreturn)) void _Exit(int status) {
  finish(IPOINT_BASELINE_QUICK);
  next("_Exit")(status);
  __builtin_unreachable();
}
