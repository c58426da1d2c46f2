/*===- session.c - Makes and removes a session ----------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "tools/session.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static int make_folder(struct ipoint_session *session) {
  const char *places[3] = {"/dev/shm", getenv("TMPDIR"), "/tmp"};
  int i;
  for (i = 0; i < 3; i++) {
    if (!places[i] || places[i][0] != '/' ||
        snprintf(session->path, sizeof session->path, "%s/ipoint-XXXXXX",
                 places[i]) >= (int)sizeof session->path)
      continue;
    if (mkdtemp(session->path))
      return 1;
  }
  ipoint_complain(
      "no memory-backed folder can be made in /dev/shm, $TMPDIR or /tmp: %s",
      strerror(errno));
  return 0;
}

static struct ipoint_control *make_control(int folder) {
  struct ipoint_control *control = MAP_FAILED;
  int error;
  int file = openat(folder, IPOINT_CONTROL_NAME,
                    O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0)
    return NULL;
  error = posix_fallocate(file, 0, (off_t)sizeof *control);
  if (error == 0)
    control = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED,
                   file, 0);
  close(file);
  if (error)
    errno = error;
  return control == MAP_FAILED ? NULL : control;
}

int ipoint_session_make(struct ipoint_session *session,
                        const struct ipoint_options *options) {
  memset(session, 0, sizeof *session);
  session->folder = -1;
  if (!make_folder(session))
    return -1;
  session->folder = open(session->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  session->control = session->folder < 0 ? NULL : make_control(session->folder);
  if (!session->control) {
    ipoint_complain("%s: %s", session->path, strerror(errno));
    ipoint_session_remove(session);
    return -1;
  }
  session->control->magic = IPOINT_CONTROL_MAGIC;
  session->control->version = IPOINT_SESSION_VERSION;
  session->control->policy = options->policy;
  session->control->drain_pid = (uint32_t)getpid();
  session->control->ring_count = options->ring_count;
  return 0;
}

void ipoint_session_remove(struct ipoint_session *session) {
  DIR *folder = opendir(session->path);
  struct dirent *entry;
  while (folder && (entry = readdir(folder)))
    unlinkat(dirfd(folder), entry->d_name, 0);
  if (folder)
    closedir(folder);
  rmdir(session->path);
  if (session->folder >= 0)
    close(session->folder);
  if (session->control)
    munmap(session->control, sizeof *session->control);
}

/* What `path` says may come from anyone: only a folder that is named and filled
 * as a session is one. */
void ipoint_session_remove_dead(const char *path) {
  struct ipoint_session session;
  struct ipoint_control control;
  const char *name = strrchr(path, '/');
  int file, dead;
  if (path[0] != '/' || strncmp(name, "/ipoint-", 8) != 0)
    return;
  memset(&session, 0, sizeof session);
  if (snprintf(session.path, sizeof session.path, "%s", path) >=
      (int)sizeof session.path)
    return;
  session.folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (session.folder < 0)
    return;
  file = openat(session.folder, IPOINT_CONTROL_NAME,
                O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  dead = file >= 0 &&
         read(file, &control, sizeof control) == (ssize_t)sizeof control &&
         control.magic == IPOINT_CONTROL_MAGIC && control.drain_pid != 0 &&
         kill((pid_t)control.drain_pid, 0) != 0 && errno == ESRCH;
  if (file >= 0)
    close(file);
  if (dead)
    ipoint_session_remove(&session);
  else
    close(session.folder);
}
