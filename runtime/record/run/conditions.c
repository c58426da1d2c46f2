/*===- conditions.c - Under which conditions a program runs ---------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "record/run/conditions.h"

#include "support/commandline.h"
#include "support/numbers.h"
#include "support/text.h"

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
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Niceness has no further effect. */
#define MOST_NICE 40
/* Asks personality() what it is. */
#define ASK_PERSONALITY 0xffffffffu

static int add_niceness(int nice) {
  errno = 0;
  nice += getpriority(PRIO_PROCESS, 0); /* which may well be -1 */
  if (errno == 0 && setpriority(PRIO_PROCESS, 0, nice) == 0)
    return 0;
  return errno;
}

int ipoint_conditions_apply(const struct ipoint_conditions *conditions) {
  const struct sched_param priority = {.sched_priority = conditions->realtime};
  const struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
  int now = personality(ASK_PERSONALITY);
  cpu_set_t one;
  CPU_ZERO(&one);
  if (conditions->cpu >= 0)
    CPU_SET(conditions->cpu, &one);
  if (conditions->cpu >= 0 && sched_setaffinity(0, sizeof one, &one) != 0)
    return errno;
  if (conditions->nice && add_niceness(conditions->nice) != 0)
    return errno;
  if (conditions->realtime && sched_setscheduler(0, SCHED_FIFO, &priority) != 0)
    return errno;
  if (conditions->lock_memory && setrlimit(RLIMIT_MEMLOCK, &all) != 0)
    return errno;
  if (conditions->fixed_addresses &&
      (now < 0 || personality((unsigned)now | ADDR_NO_RANDOMIZE) < 0))
    return errno;
  return 0;
}

/* errno of what a process like this one can't have of them; 0: all can be had.
 */
static int try_them(const struct ipoint_conditions *conditions) {
  int status = 0;
  pid_t child = fork();
  if (child == 0)
    _exit(ipoint_conditions_apply(conditions));
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  if (child < 0)
    return errno;
  return WIFEXITED(status) ? WEXITSTATUS(status) : EINTR;
}

/* The last CPU of several: the first ones have most of the devices'
   interrupts. */
static int quietest_cpu(void) {
  cpu_set_t allowed = ipoint_usable_cpus();
  int cpu = CPU_SETSIZE - 1;
  if (CPU_COUNT(&allowed) < 2)
    return -1;
  while (!CPU_ISSET(cpu, &allowed))
    cpu--;
  return cpu;
}

/* Adds what is allowed of `wanted` alone; 1 if it is. */
static int take(struct ipoint_conditions *conditions,
                const struct ipoint_conditions *wanted) {
  if (try_them(wanted) != 0)
    return 0;
  if (wanted->realtime)
    conditions->realtime = wanted->realtime;
  if (wanted->nice)
    conditions->nice = wanted->nice;
  conditions->lock_memory |= wanted->lock_memory;
  return 1;
}

/* A program of a realtime priority that never waits would keep the trace from
   being written where both share a CPU. */
static int can_be_realtime(const struct ipoint_conditions *conditions) {
  cpu_set_t allowed = ipoint_usable_cpus();
  return conditions->cpu >= 0 && CPU_COUNT(&allowed) > 1;
}

static void choose_quiet(struct ipoint_conditions *conditions) {
  static const struct ipoint_conditions first = {.cpu = -1, .realtime = 1},
                                        favoured = {.cpu = -1,
                                                    .nice = -MOST_NICE},
                                        locked = {.cpu = -1, .lock_memory = 1};
  char where[32] = "on any CPU", priority[48] = "";
  const char *refused = "", *unlocked = "";
  if (conditions->cpu < 0)
    conditions->cpu = quietest_cpu();
  if (conditions->cpu >= 0)
    snprintf(where, sizeof where, "on CPU %d", conditions->cpu);
  if (!conditions->realtime && !conditions->nice &&
      !(can_be_realtime(conditions) && take(conditions, &first)) &&
      !take(conditions, &favoured))
    refused = "; a higher priority is not allowed";
  if (conditions->realtime)
    snprintf(priority, sizeof priority, ", SCHED_FIFO %d",
             conditions->realtime);
  else if (conditions->nice)
    snprintf(priority, sizeof priority, ", niceness %+d", conditions->nice);
  if (!take(conditions, &locked))
    unlocked = "; locking memory is not allowed";
  ipoint_warn("quiet: %s%s%s%s%s%s", where, priority,
              conditions->lock_memory ? ", memory locked" : "", refused,
              unlocked,
              *refused || *unlocked ? " (that takes privileges, or limits: see "
                                      "'ulimit -e -r -l')"
                                    : "");
}

int ipoint_conditions_choose(struct ipoint_conditions *conditions) {
  struct ipoint_conditions one = {.cpu = -1};
  int error;
  if ((one.nice = conditions->nice) != 0 && (error = try_them(&one)) != 0) {
    ipoint_warn("--nice %d: %s", conditions->nice, strerror(error));
    return 2;
  }
  one.nice = 0;
  if ((one.realtime = conditions->realtime) != 0 &&
      (error = try_them(&one)) != 0) {
    ipoint_warn("--realtime %d: %s; it takes privileges, or a limit (see "
                "'ulimit -r')",
                conditions->realtime, strerror(error));
    return 2;
  }
  one.realtime = 0;
  if ((one.fixed_addresses = conditions->fixed_addresses) != 0 &&
      (error = try_them(&one)) != 0) {
    ipoint_warn("--fixed-addresses: %s", strerror(error));
    return 2;
  }
  if (conditions->quiet)
    choose_quiet(conditions);
  return 0;
}

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
  cpu_set_t allowed = ipoint_usable_cpus();
  pid_t parent = getpid();
  int i, wanted;
  if (!load->kind)
    return 0;
  if (!load->count)
    load->count = CPU_COUNT(&allowed) ? CPU_COUNT(&allowed) : 1;
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
