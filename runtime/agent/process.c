/*===- process.c - Joins a session when the program starts ----------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "agent/agent.h"

#include "ipoint/record.h"
#include "core/ring.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

struct ipoint_agent ipoint_agent;

/* System calls by number, as open and close are points of cancellation. A child
   that another thread forks meanwhile holds no lock. */
int ipoint_agent_drain_is_dead(void) {
  int dead, folder;
  if (ipoint_agent_is_confined())
    return 0;
  folder = (int)syscall(SYS_openat, AT_FDCWD, ipoint_agent.session,
                        O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
  if (folder < 0)
    return 0; /* not known: perhaps there are too many open files */
  dead = flock(folder, LOCK_SH | LOCK_NB) == 0;
  if (dead) {
    flock(folder, LOCK_UN);
    __atomic_store_n(&ipoint_agent.control->closed, 1, __ATOMIC_RELEASE);
  }
  syscall(SYS_close, folder);
  return dead;
}

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

struct ipoint_control *ipoint_agent_join(const char *path) {
  struct ipoint_control *control;
  int folder = open_own(AT_FDCWD, path, O_RDONLY | O_DIRECTORY), dead;
  if (folder < 0)
    return NULL;
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
  if (strcmp(control->clock, IPOINT_PORT_NAME) != 0) {
    __atomic_fetch_add(&control->other_clock, 1, __ATOMIC_RELAXED);
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
  ipoint_agent.control = ipoint_agent_join(ipoint_agent.session);
  return ipoint_agent.control != NULL;
}

/* The environment of a set-user-ID program is somebody else's: none. */
static void find_session(void) {
  const char *session = secure_getenv(IPOINT_ENV_SESSION);
  const char *directory = secure_getenv(IPOINT_ENV_TRACE_DIR);
  if (session && *session && strlen(session) < sizeof ipoint_agent.session) {
    strcpy(ipoint_agent.session, session);
    ipoint_agent.control = ipoint_agent_join(session);
  }
  if (ipoint_agent.control || !directory || !*directory ||
      join_through(directory))
    return;
  if (!ipoint_agent_start_helper(directory, ipoint_agent.session))
    return;
  ipoint_agent.control = ipoint_agent_join(ipoint_agent.session);
  ipoint_agent.helper_pid_owner = (int)getpid();
  /* What this program starts records into the same session. */
  setenv(IPOINT_ENV_SESSION, ipoint_agent.session, 1);
}

static void before_fork(void) {
  if (!ipoint_agent.control)
    return;
  ipoint_agent_before_fork();
  __atomic_fetch_add(&ipoint_agent.control->forks_begun, 1, __ATOMIC_RELAXED);
}

long ipoint_agent_pid(void) {
  return ipoint_agent.foreign ? 0 : (long)getpid();
}

void ipoint_agent_look_around(void) {
  uint32_t here, drains = ipoint_agent.control->pid_space;
  if (ipoint_agent_is_confined())
    return;
  here = ipoint_pid_space();
  ipoint_agent.foreign = here && drains && here != drains;
}

/* The drain must know of a daemon's process before its parent ends, be it long
   before its first probe; and of a program that is executed, as the rings that
   its process had before `began` are no more. */
static void tell_of_birth(uint64_t began) {
  char name[PATH_MAX];
  int file;
  if (!ipoint_agent_is_confined() && !ipoint_agent.foreign &&
      snprintf(name, sizeof name, "%s/" IPOINT_BORN_PREFIX "%ld-%llu",
               ipoint_agent.session, (long)getpid(),
               (unsigned long long)began) < (int)sizeof name &&
      (file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)) >= 0)
    close(file);
}

/* open, write and close are points of cancellation, and fork() and dlopen(),
   which call us, are none. */
static void after_fork_in_child(void) {
  int saved = errno, cancel;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
  ipoint_agent_after_fork();
  if (ipoint_agent.control) {
    tell_of_birth(0);
    __atomic_fetch_add(&ipoint_agent.control->forks_told, 1, __ATOMIC_RELEASE);
    ipoint_agent_patch_child(1);
  }
  pthread_setcancelstate(cancel, NULL);
  errno = saved;
}

__attribute__((constructor(101))) static void start(void) {
  int saved = errno, cancel;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
  find_session();
  if (ipoint_agent.control) {
    if (ipoint_agent.control->paused)
      ipoint_runtime_pause();
    ipoint_agent.has_key =
        pthread_key_create(&ipoint_agent.key, ipoint_agent_thread_end) == 0;
    pthread_atfork(before_fork, NULL, after_fork_in_child);
    ipoint_agent_make_mark();
    ipoint_agent_look_around();
    tell_of_birth((uint64_t)ipoint_port_counter());
    __atomic_fetch_add(&ipoint_agent.control->processes, 1, __ATOMIC_RELAXED);
  }
  if (ipoint_agent.control)
    ipoint_platform_now = &ipoint_agent_platform;
  else
    ipoint_unwanted = 1;
  pthread_setcancelstate(cancel, NULL);
  errno = saved;
}

static uint64_t microseconds(struct timeval time) {
  return (uint64_t)time.tv_sec * 1000000u + (uint64_t)time.tv_usec;
}

/* So that `IPOINT_TRACE_DIR=d ./program && ipoint-report … d` finds a finished
   trace, the process that started the helper lets it finish. Bounded: a program
   must end. */
__attribute__((destructor(101))) static void stop(void) {
  struct ipoint_control *control = ipoint_agent.control;
  struct rusage usage;
  const struct timespec nap = {0, 500000};
  int i;
  if (!control || ipoint_agent_is_confined() ||
      ipoint_agent.helper_pid_owner != (int)getpid())
    return;
  if (getrusage(RUSAGE_SELF, &usage) == 0) {
    control->user_us = microseconds(usage.ru_utime);
    control->system_us = microseconds(usage.ru_stime);
    control->voluntary_switches = (uint64_t)usage.ru_nvcsw;
    control->involuntary_switches = (uint64_t)usage.ru_nivcsw;
  }
  __atomic_store_n(&control->leaving, 1, __ATOMIC_RELEASE);
  for (i = 0;
       i < 20000 && !__atomic_load_n(&control->complete, __ATOMIC_ACQUIRE);
       i++) {
    nanosleep(&nap, NULL);
    if (i % 100 == 99 && ipoint_agent_drain_is_dead())
      return;
  }
}

void ipoint_agent_ended(uint32_t why) {
  uint32_t none = 0;
  __atomic_compare_exchange_n(&ipoint_agent.control->ended, &none, why, 0,
                              __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

uint32_t ipoint_agent_window(void) {
  return __atomic_load_n(&ipoint_agent.control->window, __ATOMIC_SEQ_CST);
}

int ipoint_agent_closed(void) {
  return (int)__atomic_load_n(&ipoint_agent.control->closed, __ATOMIC_ACQUIRE);
}

/* Else a write would raise SIGXFSZ. */
static int has_room(int file, size_t size) {
  struct rlimit limit;
  return getrlimit(RLIMIT_FSIZE, &limit) != 0 ||
         limit.rlim_cur == RLIM_INFINITY ||
         (uint64_t)lseek(file, 0, SEEK_END) + size <= limit.rlim_cur;
}

/* Appends to a file in the session's folder; 0 if that can't be. */
static int append(const char *file_name, const void *bytes, size_t size) {
  char name[PATH_MAX];
  int file, done;
  if (ipoint_agent_is_confined() ||
      snprintf(name, sizeof name, "%s/%s", ipoint_agent.session, file_name) >=
          (int)sizeof name)
    return 0;
  file =
      open(name, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0)
    return 0;
  done = has_room(file, size) && write(file, bytes, size) == (ssize_t)size;
  close(file);
  return done;
}

/* Most units of a process are of one database: what was said last is not said
   again. Its path may be unloaded since, so a hash of it is kept (FNV-1a). */
static void tell_of_database(const char *path) {
  static uint64_t told;
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  size_t length;
  for (length = 0; path[length]; length++)
    hash = (hash ^ (unsigned char)path[length]) * UINT64_C(0x100000001b3);
  if (hash != told && append(IPOINT_DATABASES_NAME, path, length + 1))
    told = hash;
}

void ipoint_agent_keep_unit(const struct ipoint_unit *unit, uint32_t made,
                            const char *database) {
  struct ipoint_unit told = *unit;
  char name[32];
  int saved = errno, cancel;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
  told.words[3] |= made;
  snprintf(name, sizeof name, IPOINT_UNITS_PREFIX "%ld", ipoint_agent_pid());
  if (!append(name, &told, sizeof told))
    __atomic_fetch_add(&ipoint_agent.control->units_lost, 1, __ATOMIC_RELAXED);
  if (database)
    tell_of_database(database);
  if (!ipoint_agent_is_confined())
    ipoint_agent_patch(unit);
  pthread_setcancelstate(cancel, NULL);
  errno = saved;
}
