/*===- units.c - Unit records for the trace -------------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "agent/agent.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

/* Else a write would raise SIGXFSZ. */
static int has_room(int file, size_t size) {
  struct rlimit limit;
  return getrlimit(RLIMIT_FSIZE, &limit) != 0 ||
         limit.rlim_cur == RLIM_INFINITY ||
         (uint64_t)lseek(file, 0, SEEK_END) + size <= limit.rlim_cur;
}

/* Appends to a file in the session's folder; 0 if that can't be. */
static int append(const char *file_name, const void *bytes, size_t size) {
  struct ipoint_path name;
  int file, done;
  ipoint_path_begin(&name, file_name);
  file = open(name.text, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC,
              0600);
  if (file < 0)
    return 0;
  done = has_room(file, size) && write(file, bytes, size) == (ssize_t)size;
  close(file);
  return done;
}

/* Most units of a process are of one database: what was noted last is not noted
   again. Its path may be unloaded since, so a hash of it is kept (FNV-1a). */
static void note_database(const char *path) {
  static uint64_t noted;
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  size_t length;
  for (length = 0; path[length]; length++)
    hash = (hash ^ (unsigned char)path[length]) * UINT64_C(0x100000001b3);
  if (hash != noted && append(IPOINT_DATABASES_NAME, path, length + 1))
    noted = hash;
}

void ipoint_units_keep(const struct ipoint_unit *unit, uint32_t made,
                       const char *database) {
  struct ipoint_unit record = *unit;
  char name[32];
  int saved = errno, cancel;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
  record.words[IPOINT_UNIT_SETTINGS] |= made;
  snprintf(name, sizeof name, IPOINT_UNITS_PREFIX "%ld", ipoint_agent_pid());
  if (!append(name, &record, sizeof record))
    __atomic_fetch_add(&ipoint_agent.control->units_lost, 1, __ATOMIC_RELAXED);
  if (database)
    note_database(database);
  pthread_setcancelstate(cancel, NULL);
  errno = saved;
}
