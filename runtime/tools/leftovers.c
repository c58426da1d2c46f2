/*===- leftovers.c - Sessions of recordings that were killed -------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "tools/leftovers.h"

#include "host/session.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* A folder without a control page may be one that is being made, for so many
   seconds. */
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

void ipoint_remove_folder(const char *path) {
  DIR *folder = opendir(path);
  struct dirent *entry;
  while (folder && (entry = readdir(folder)))
    unlinkat(dirfd(folder), entry->d_name, 0);
  if (folder)
    closedir(folder);
  rmdir(path);
}

/* Of any version: all begin alike, and are less than a page. */
static struct ipoint_control *map_control(int folder) {
  struct ipoint_control *control = MAP_FAILED;
  struct stat status;
  int file =
      openat(folder, IPOINT_CONTROL_NAME, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0)
    return NULL;
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
      (size_t)status.st_size >= offsetof(struct ipoint_control, closed))
    control = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED,
                   file, 0);
  close(file);
  return control == MAP_FAILED ? NULL : control;
}

/* Nobody holds the lock of `folder`. */
static int is_dead(int folder, const struct stat *status) {
  struct ipoint_control *control = map_control(folder);
  int dead;
  if (!control)
    return faccessat(folder, IPOINT_CONTROL_NAME, F_OK, 0) != 0 &&
           errno == ENOENT && time(NULL) - status->st_mtime > MAKING_SECONDS;
  /* One of another version may know no lock. */
  dead = control->magic == IPOINT_CONTROL_MAGIC &&
         (control->version == IPOINT_SESSION_VERSION ||
          (control->drain_pid && kill((pid_t)control->drain_pid, 0) != 0 &&
           errno == ESRCH));
  if (dead && control->version == IPOINT_SESSION_VERSION)
    __atomic_store_n(&control->closed, 1, __ATOMIC_RELEASE);
  munmap(control, sizeof *control);
  return dead;
}

/* What lies there may come from anyone: only a folder of ours that is named and
   filled as a session is one. */
static void remove_if_dead(const char *path) {
  struct stat status;
  int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0)
    return;
  if (fstat(folder, &status) == 0 && status.st_uid == geteuid() &&
      flock(folder, LOCK_EX | LOCK_NB) == 0 && is_dead(folder, &status))
    ipoint_remove_folder(path);
  close(folder);
}

void ipoint_remove_leftovers(void) {
  const char *places[IPOINT_PLACES];
  size_t count = ipoint_places(places), i,
         length = strlen(IPOINT_FOLDER_PREFIX);
  char path[PATH_MAX];
  for (i = 0; i < count; i++) {
    DIR *place = opendir(places[i]);
    struct dirent *entry;
    while (place && (entry = readdir(place)))
      if (strncmp(entry->d_name, IPOINT_FOLDER_PREFIX, length) == 0 &&
          strlen(entry->d_name) == length + 6 &&
          snprintf(path, sizeof path, "%s/%s", places[i], entry->d_name) <
              (int)sizeof path)
        remove_if_dead(path);
    if (place)
      closedir(place);
  }
}
