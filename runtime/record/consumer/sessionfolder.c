/*===- sessionfolder.c - The folder that processes share ------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "record/consumer/sessionfolder.h"

#include "support/files.h"
#include "support/memory.h"
#include "support/text.h"
#include "wire/counttable.h"
#include "wire/ring.h"
#include "wire/session.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

/* A folder without a control page may be one that is being made, for this
   long. */
#define MAKING_SECONDS 60

/* Where sessions are made, the best first. How many there are. */
static size_t list_places(const char **places) {
  const char *temporary = getenv("TMPDIR");
  size_t count = 0;
  places[count++] = IPOINT_MEMORY_PLACE;
  if (temporary && temporary[0] == '/' && strcmp(temporary, "/tmp") != 0)
    places[count++] = temporary;
  places[count++] = "/tmp";
  return count;
}

/* Removes what is in a session's folder. Recorded processes that still run keep
   what they mapped. */
static void empty_session(int folder) {
  DIR *files = ipoint_folder_list(folder);
  struct dirent *entry;
  while (files && (entry = readdir(files)))
    unlinkat(folder, entry->d_name, 0);
  if (files)
    closedir(files);
}

static int begins(const char *name, const char *prefix) {
  return strncmp(name, prefix, strlen(prefix)) == 0;
}

/* PID-TID.N */
static int is_ring(const char *name) {
  unsigned long pid, tid, number;
  int length = 0;
  return sscanf(name, "%lu-%lu.%lu%n", &pid, &tid, &number, &length) == 3 &&
         length > 0 && !name[length];
}

/* Is there nothing in it but what a session has (wire/session.h)? Names like
   those of sessions can be anybody's. */
static int is_session(int folder) {
  DIR *files = ipoint_folder_list(folder);
  struct dirent *entry;
  int found = files != NULL;
  while (found && (entry = readdir(files))) {
    const char *name = entry->d_name;
    found = strcmp(name, ".") == 0 || strcmp(name, "..") == 0 ||
            (ipoint_file_fault(folder, name) == 0 &&
             (strcmp(name, IPOINT_CONTROL_NAME) == 0 || is_ring(name) ||
              strcmp(name, IPOINT_DATABASES_NAME) == 0 ||
              begins(name, IPOINT_UNITS_PREFIX) ||
              begins(name, IPOINT_COUNTS_PREFIX) ||
              begins(name, IPOINT_BORN_PREFIX)));
  }
  if (files)
    closedir(files);
  return found;
}

/* No process holds the lock of `folder`. The control page is read, not mapped:
   it may be cut off. Those of any version begin alike. */
static int is_dead(int folder, const struct stat *status) {
  struct ipoint_control control;
  const uint32_t closed = 1;
  int file, dead = 1;
  memset(&control, 0, sizeof control);
  file = ipoint_file_open(folder, IPOINT_CONTROL_NAME, O_RDWR);
  if (file < 0)
    return errno == ENOENT && time(NULL) - status->st_mtime > MAKING_SECONDS;
  /* Without its magic number it was cut off, or not made to the end. */
  if (pread(file, &control, sizeof control, 0) >=
          (ssize_t)sizeof control.magic &&
      control.magic) {
    if (control.magic != IPOINT_CONTROL_MAGIC) /* somebody else's */
      dead = 0;
    else if (control.fingerprint == IPOINT_SESSION_FINGERPRINT)
      dead = pwrite(file, &closed, sizeof closed,
                    offsetof(struct ipoint_control, closed)) > 0;
    else /* of another version, which may know no lock */
      dead = control.drain_pid && kill((pid_t)control.drain_pid, 0) != 0 &&
             errno == ESRCH;
  }
  close(file);
  return dead;
}

/* What lies there may come from anyone: only a folder of ours that is named,
   made and filled as a session is one. */
static void remove_if_dead(int place, const char *name) {
  struct stat status;
  int folder = ipoint_folder_open(place, name);
  if (folder < 0)
    return;
  if (fstat(folder, &status) == 0 && (status.st_mode & 07777) == 0700 &&
      flock(folder, LOCK_EX | LOCK_NB) == 0 && is_session(folder) &&
      is_dead(folder, &status)) {
    empty_session(folder);
    unlinkat(place, name, AT_REMOVEDIR);
  }
  close(folder);
}

/* A page of `ipoint-run --baseline` (pairs.c), which is locked as long as it is
   used. */
static void remove_if_unused(int place, const char *name) {
  int file = ipoint_file_open(place, name, O_RDWR);
  if (file < 0)
    return;
  if (flock(file, LOCK_EX | LOCK_NB) == 0)
    unlinkat(place, name, 0);
  close(file);
}

/* Removes this user's sessions whose drain was killed: their rings would fill
   memory for good. The session is closed for processes that are still recorded
   there. Anything else stays as it is. */
static void remove_leftovers(void) {
  const char *places[IPOINT_PLACES];
  size_t count = list_places(places), i;
  for (i = 0; i < count; i++) {
    DIR *place = opendir(places[i]);
    struct dirent *entry;
    while (place && (entry = readdir(place)))
      if (begins(entry->d_name, IPOINT_PAGE_PREFIX) &&
          strlen(entry->d_name) == strlen(IPOINT_PAGE_PREFIX) + 6)
        remove_if_unused(dirfd(place), entry->d_name);
      else if (begins(entry->d_name, IPOINT_FOLDER_PREFIX) &&
               strlen(entry->d_name) == strlen(IPOINT_FOLDER_PREFIX) + 6)
        remove_if_dead(dirfd(place), entry->d_name);
    if (place)
      closedir(place);
  }
}

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
  size_t count = list_places(places), i;
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
  remove_leftovers();
  if (!make_somewhere(session))
    return -1;
  ipoint_guard_begin(&session->guard, session->control,
                     sizeof *session->control);
  *session->control = *settings;
  session->control->fingerprint = IPOINT_SESSION_FINGERPRINT;
  snprintf(session->control->clock, sizeof session->control->clock, "%s",
           IPOINT_PORT_NAME);
  session->control->drain_pid = (uint32_t)getpid();
  session->control->pid_space = ipoint_pid_space();
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
    empty_session(session->folder);
    close(session->folder);
  }
  rmdir(session->path);
  ipoint_guard_end(&session->guard);
  if (session->control)
    munmap(session->control, sizeof *session->control);
}
