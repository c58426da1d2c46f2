/*===- sessionfolder.h - The folder that processes share ------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_RECORD_CONSUMER_SESSIONFOLDER_H
#define IPOINT_RECORD_CONSUMER_SESSIONFOLDER_H

#include "support/guard.h"
#include "wire/session.h"

#include <stddef.h>

/* See wire/session.h. */
struct ipoint_session {
  char path[IPOINT_SESSION_PATH_SIZE];
  int folder;  /* descriptor; locked */
  int on_disk; /* 1: there was no room where memory is */
  struct ipoint_control *control;
  struct ipoint_guard guard; /* over the control page */
};

/* Makes the folder where memory is, and the control page in it, with
   what `settings` has; the rest of that is 0. 0, or -1 when the reason
   was printed. */
int ipoint_session_make(struct ipoint_session *session,
                        const struct ipoint_control *settings);

/* 0 once a recorded program has cut off the control page, by truncating its
   file, or has overwritten it: it says nothing any more. */
int ipoint_session_is_whole(struct ipoint_session *session);

/* Removes the folder and what is in it. Recorded processes that still run keep
 * what they mapped. */
void ipoint_session_remove(struct ipoint_session *session);

/* A session's folder is called this and six letters more. */
#define IPOINT_FOLDER_PREFIX "ipoint-"
/* A page in which `ipoint-run --baseline` gets a program's times likewise. */
#define IPOINT_PAGE_PREFIX "ipoint-time-"
#define IPOINT_MEMORY_PLACE "/dev/shm"
#define IPOINT_PLACES 3

#endif /* IPOINT_RECORD_CONSUMER_SESSIONFOLDER_H */
