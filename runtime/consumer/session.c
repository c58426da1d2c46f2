/*===- session.c - Makes and removes a session ----------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "consumer/session.h"

#include "support/files.h"
#include "consumer/leftovers.h"
#include "support/memory.h"
#include "support/warn.h"
#include "wire/ring.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/vfs.h>
#include <unistd.h>

/* A place with less than this, bytes, is taken only where no other has more. */
#define ENOUGH (UINT64_C(1) << 20)

static struct ipoint_control *make_control(int folder) {
  struct ipoint_control *control = MAP_FAILED;
  int error;
  int file = ipoint_file_create(folder, IPOINT_CONTROL_NAME, O_RDWR);
  if (file < 0)
    return NULL;
  error = posix_fallocate(file, 0, (off_t)sizeof *control);
  if (error == 0) {
    control = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED,
                   file, 0);
    error = control == MAP_FAILED ? errno : 0;
  }
  close(file);
  if (error)
    errno = error;
  return control == MAP_FAILED ? NULL : control;
}

static uint64_t room(int folder) {
  struct statfs space;
  if (fstatfs(folder, &space) != 0)
    return 0;
  return (uint64_t)space.f_bavail * (uint64_t)space.f_bsize;
}

/* Folder, lock and control page below `place`, in this order: a folder that has
   a control page and no lock is a dead recording's. */
static int make_in(struct ipoint_session *session, const char *place,
                   uint64_t least_room) {
  int error;
  if (place[0] != '/' || snprintf(session->path, sizeof session->path,
                                  "%s/" IPOINT_FOLDER_PREFIX "XXXXXX",
                                  place) >= (int)sizeof session->path) {
    errno = ENAMETOOLONG;
    return 0;
  }
  if (!mkdtemp(session->path))
    return 0;
  session->folder = ipoint_folder_open(AT_FDCWD, session->path);
  if (session->folder >= 0 && room(session->folder) < least_room)
    errno = ENOSPC;
  else if (session->folder >= 0 && flock(session->folder, LOCK_EX) == 0)
    session->control = make_control(session->folder);
  if (session->control)
    return 1;
  error = errno;
  ipoint_session_remove(session);
  session->folder = -1;
  errno = error;
  return 0;
}

static int make_somewhere(struct ipoint_session *session) {
  const char *places[IPOINT_PLACES];
  size_t count = ipoint_places(places), i;
  int error = ENOENT;
  for (i = 0; i < 2 * count; i++) {
    if (make_in(session, places[i % count], i < count ? ENOUGH : 0)) {
      session->on_disk = strcmp(places[i % count], IPOINT_MEMORY_PLACE) != 0;
      return 1;
    }
    error = i == 0 || errno != ENOSPC ? errno : error;
  }
  ipoint_warn("no folder can be made in /dev/shm, $TMPDIR or /tmp: %s",
              strerror(error));
  return 0;
}

int ipoint_session_make(struct ipoint_session *session,
                        const struct ipoint_control *settings) {
  memset(session, 0, sizeof *session);
  session->folder = -1;
  ipoint_remove_leftovers();
  if (!make_somewhere(session))
    return -1;
  ipoint_guard_begin(&session->guard, session->control,
                     sizeof *session->control);
  session->control->fingerprint = IPOINT_SESSION_FINGERPRINT;
  session->control->policy = settings->policy;
  snprintf(session->control->clock, sizeof session->control->clock, "%s",
           IPOINT_PORT_NAME);
  session->control->window_records = settings->window_records;
  session->control->window_cost = settings->window_cost;
  session->control->paused = settings->paused;
  session->control->drain_pid = (uint32_t)getpid();
  session->control->pid_space = ipoint_pid_space();
  session->control->ring_count = settings->ring_count;
  session->control->ring_count_chosen = settings->ring_count_chosen;
  session->control->budget = room(session->folder);
  if (ipoint_memory_budget() < session->control->budget)
    session->control->budget = ipoint_memory_budget();
  session->control->magic = IPOINT_CONTROL_MAGIC;
  return 0;
}

#define MOST_TASKS (UINT32_C(4) << 20)

int ipoint_session_is_whole(struct ipoint_session *session) {
  const struct ipoint_control *control = session->control;
  /* Cut within the page: what is behind has become zeros, without a fault. Or
     overwritten by a stray write, which shows where there are more threads than
     a kernel has (PID_MAX_LIMIT). */
  if (ipoint_guard_is_whole(&session->guard) &&
      (control->magic != IPOINT_CONTROL_MAGIC ||
       control->fingerprint != IPOINT_SESSION_FINGERPRINT ||
       control->clock[0] == '\0' || control->threads_without > MOST_TASKS ||
       control->processes > MOST_TASKS))
    session->guard.cut = 1;
  return !session->guard.cut;
}

void ipoint_session_remove(struct ipoint_session *session) {
  if (session->folder >= 0) {
    ipoint_empty_session(session->folder);
    close(session->folder);
  }
  rmdir(session->path);
  ipoint_guard_end(&session->guard);
  if (session->control)
    munmap(session->control, sizeof *session->control);
}
