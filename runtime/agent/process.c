/*===- process.c - A recorded process joins a session, and leaves it ------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "agent/agent.h"
#include "agent/hooks.h"
#include "ipoint/record.h"
#include "support/times.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* A file or folder that another user may have put there says nothing to us. */
static int open_own(int at, const char *name, int flags) {
  struct stat status;
  int file = openat(at, name, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file >= 0 && (fstat(file, &status) != 0 || status.st_uid != geteuid() ||
                    !(S_ISDIR(status.st_mode) || S_ISREG(status.st_mode)))) {
    close(file);
    return -1;
  }
  return file;
}

static struct ipoint_control *map_control(int folder) {
  struct ipoint_control *control = MAP_FAILED;
  struct stat status;
  int file = open_own(folder, IPOINT_CONTROL_NAME, O_RDWR);
  if (file < 0)
    return NULL;
  if (fstat(file, &status) == 0 && (size_t)status.st_size >= sizeof *control)
    control = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED,
                   file, 0);
  close(file);
  return control == MAP_FAILED ? NULL : control;
}

/* Whether this process has mapped the control page of the session at `path`:
   1, or 0 also where that cannot be known. */
static int has_joined(const char *path) {
  char text[IPOINT_SESSION_PATH_SIZE + 4096],
      name[IPOINT_SESSION_PATH_SIZE + 16];
  size_t length =
      (size_t)snprintf(name, sizeof name, "%s/" IPOINT_CONTROL_NAME "\n", path);
  size_t kept = 0;
  ssize_t more;
  int found = 0, file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return 0;
  while (!found && (more = read(file, text + kept, sizeof text - kept)) > 0) {
    size_t size = kept + (size_t)more;
    found = memmem(text, size, name, length) != NULL;
    /* It may begin in this piece and end in the next one. */
    kept = size < length ? size : length - 1;
    memmove(text, text + size - kept, kept);
  }
  close(file);
  return found;
}

static struct ipoint_control *join(const char *path) {
  struct ipoint_control *control;
  int folder = open_own(AT_FDCWD, path, O_RDONLY | O_DIRECTORY), dead, second;
  if (folder < 0)
    return NULL;
  second = has_joined(path);
  control = map_control(folder);
  /* The drain holds the folder's lock as long as it runs. */
  dead = flock(folder, LOCK_SH | LOCK_NB) == 0;
  close(folder);
  if (!control)
    return NULL;
  if (control->magic != IPOINT_CONTROL_MAGIC ||
      control->fingerprint != IPOINT_SESSION_FINGERPRINT ||
      /* Who comes after the trace has its size is let in, and records nothing:
         it must not begin another recording. */
      (__atomic_load_n(&control->closed, __ATOMIC_ACQUIRE) &&
       control->ended != IPOINT_END_LIMIT) ||
      dead) {
    munmap(control, sizeof *control);
    return NULL;
  }
  if (second || strcmp(control->clock, IPOINT_PORT_NAME) != 0) {
    __atomic_fetch_add(second ? &control->second_runtimes
                              : &control->other_clock,
                       1, __ATOMIC_RELAXED);
    munmap(control, sizeof *control);
    return NULL;
  }
  return control;
}

/* A process that joins later finds the live session of a trace folder in its
 * lock file. */
static int join_through(const char *directory) {
  char name[PATH_MAX];
  ssize_t length;
  if (snprintf(name, sizeof name, "%s/" IPOINT_LOCK_NAME, directory) >=
      (int)sizeof name)
    return 0;
  int fd = open_own(AT_FDCWD, name, O_RDONLY);
  if (fd < 0)
    return 0;
  length = read(fd, ipoint_agent.session, sizeof ipoint_agent.session - 1);
  close(fd);
  if (length <= 0)
    return 0;
  ipoint_agent.session[length] = '\0';
  ipoint_agent.control = join(ipoint_agent.session);
  return ipoint_agent.control != NULL;
}

/* The environment of a set-user-ID program is somebody else's: none. */
static void find_session(const char *session, const char *directory) {
  if (session && *session && strlen(session) < sizeof ipoint_agent.session) {
    strcpy(ipoint_agent.session, session);
    ipoint_agent.control = join(session);
  }
  if (ipoint_agent.control || !directory || !*directory ||
      join_through(directory))
    return;
  if (!ipoint_helper_start(directory, ipoint_agent.session))
    return;
  ipoint_agent.control = join(ipoint_agent.session);
  ipoint_agent.helper_pid_owner = (int)getpid();
  /* What this program starts records into the same session. */
  setenv(IPOINT_ENV_SESSION, ipoint_agent.session, 1);
}

static void before_fork(void) {
  __atomic_fetch_add(&ipoint_agent.control->forks_begun, 1, __ATOMIC_RELAXED);
}

static void after_fork_in_child(void) {
  ipoint_child_began(IPOINT_CHILD_FORKED);
}

/* The hooks' variable, where they are loaded. */
extern struct ipoint_signal_hooks ipoint_signal_hooks __attribute__((weak));

static void connect_hooks(void) {
  static const struct ipoint_signal_calls calls = {
      ipoint_handlers_begin, ipoint_handlers_end, ipoint_handlers_jump};
  if (!&ipoint_signal_hooks)
    return;
  ipoint_handlers_expect_jumps();
  __atomic_store_n(&ipoint_signal_hooks.calls, &calls, __ATOMIC_RELEASE);
}

static void begin(void) {
  struct ipoint_control *control = ipoint_agent.control;
  if (control->paused)
    ipoint_runtime_pause();
  ipoint_agent.has_key =
      pthread_key_create(&ipoint_agent.key, ipoint_thread_end) == 0;
  pthread_atfork(before_fork, NULL, after_fork_in_child);
  ipoint_child_make_mark();
  ipoint_agent_check_pid_space();
  ipoint_child_announce((uint64_t)ipoint_port_counter());
  __atomic_fetch_add(&control->processes, 1, __ATOMIC_RELAXED);
  ipoint_platform_now = &ipoint_thread_platform;
  connect_hooks();
}

/* Where no trace was asked for, two variables of the environment are looked
   for and nothing else is done. */
__attribute__((constructor(101))) static void start(void) {
  const char *session = secure_getenv(IPOINT_ENV_SESSION);
  const char *directory = secure_getenv(IPOINT_ENV_TRACE_DIR);
  int saved = errno, cancel;
  if ((session && *session) || (directory && *directory)) {
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    find_session(session, directory);
    if (ipoint_agent.control)
      begin();
    pthread_setcancelstate(cancel, NULL);
    errno = saved;
  }
  ipoint_unwanted = !ipoint_agent.control;
  ipoint_counts_begin();
}

/* So that `IPOINT_TRACE_DIR=d ./program && ipoint-report … d` finds a finished
   trace, the process that started the helper lets it finish. Bounded: a program
   must end. */
__attribute__((destructor(101))) static void stop(void) {
  struct ipoint_control *control = ipoint_agent.control;
  struct rusage usage;
  const struct timespec nap = {0, 500000};
  int i;
  if (!control || ipoint_agent.helper_pid_owner != (int)getpid())
    return;
  if (getrusage(RUSAGE_SELF, &usage) == 0) {
    control->user_us = ipoint_microseconds(usage.ru_utime);
    control->system_us = ipoint_microseconds(usage.ru_stime);
    control->voluntary_switches = (uint64_t)usage.ru_nvcsw;
    control->involuntary_switches = (uint64_t)usage.ru_nivcsw;
  }
  __atomic_store_n(&control->leaving, 1, __ATOMIC_RELEASE);
  ipoint_agent_ring_bell();
  for (i = 0;
       i < 20000 && !__atomic_load_n(&control->complete, __ATOMIC_ACQUIRE);
       i++) {
    nanosleep(&nap, NULL);
    if (i % 100 == 99 && ipoint_agent_drain_is_dead())
      return;
  }
}

/* In this file, so that a static program which has units has the whole of it.
 */
void ipoint_register_from(const struct ipoint_unit *unit, unsigned made,
                          const char *database) {
  if (ipoint_agent.control && unit && unit->words[0] == 1)
    ipoint_units_keep(unit, made, database);
  if (ipoint_agent.control && unit &&
      IPOINT_UNIT_TIMED(unit->words[IPOINT_UNIT_SETTINGS]) ==
          IPOINT_UNIT_TIMED_AUTO)
    ipoint_counts_have_windows();
}

void ipoint_register_made(const struct ipoint_unit *unit, unsigned made) {
  ipoint_register_from(unit, made, NULL);
}

void ipoint_register(const struct ipoint_unit *unit) {
  ipoint_register_made(unit, 0);
}
