/*===- leftovers.c - Sessions of recordings that were killed -------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "consumer/leftovers.h"

#include "wire/counts.h"
#include "wire/session.h"
#include "support/files.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* A folder without a control page may be one that is being made, for this
   long. */
#define MAKING_SECONDS 60

size_t ipoint_places(const char **places) {
  const char *temporary = getenv("TMPDIR");
  size_t count = 0;
  places[count++] = IPOINT_MEMORY_PLACE;
  if (temporary && temporary[0] == '/' && strcmp(temporary, "/tmp") != 0)
    places[count++] = temporary;
  places[count++] = "/tmp";
  return count;
}

void ipoint_empty_session(int folder) {
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
    ipoint_empty_session(folder);
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

void ipoint_remove_leftovers(void) {
  const char *places[IPOINT_PLACES];
  size_t count = ipoint_places(places), i;
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
