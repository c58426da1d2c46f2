/*===- session.h - Makes and removes a session ----------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_TOOLS_SESSION_H
#define IPOINT_TOOLS_SESSION_H

#include "host/session.h"
#include "options.h"

#include <limits.h>

/* See host/session.h. */
struct ipoint_session {
  char path[PATH_MAX];
  int folder; /* descriptor */
  struct ipoint_control *control;
};

/* Makes the folder where memory is, and the control page in it. 0, or -1 when
 * all was said. */
int ipoint_session_make(struct ipoint_session *session,
                        const struct ipoint_options *options);

/* Removes the folder and what is in it. Recorded processes that still run keep
 * what they mapped. */
void ipoint_session_remove(struct ipoint_session *session);

/* Removes the session at `path` if there is one and its drain was killed: its
   rings would fill memory for good. Anything else stays as it is. */
void ipoint_session_remove_dead(const char *path);

#endif /* IPOINT_TOOLS_SESSION_H */
