/*===- path.h - Names of files in the session's folder --------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Made where a probe is the first: perhaps in a handler whose stack has
|* SIGSTKSZ bytes, of which the signal's frame takes up to 3,500. snprintf()
|* would take as much again, and may be the program's own.
|*
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_AGENT_PATH_H
#define IPOINT_AGENT_PATH_H

#include "agent/state.h"

#include <string.h>

struct ipoint_path {
  size_t length;
  char text[IPOINT_SESSION_PATH_SIZE + 96]; /* the longest name has 64 bytes */
};

static inline void ipoint_path_add(struct ipoint_path *path, const char *text) {
  size_t length = strlen(text);
  if (length >= sizeof path->text - path->length)
    length = sizeof path->text - path->length - 1;
  memcpy(path->text + path->length, text, length);
  path->length += length;
  path->text[path->length] = '\0';
}

/* `text` in the session's folder. */
static inline void ipoint_path_begin(struct ipoint_path *path,
                                     const char *text) {
  path->length = 0;
  ipoint_path_add(path, ipoint_agent.session);
  ipoint_path_add(path, "/");
  ipoint_path_add(path, text);
}

static inline void ipoint_path_add_number(struct ipoint_path *path,
                                          uint64_t number) {
  char digits[21], *at = digits + sizeof digits - 1;
  *at = '\0';
  do
    *--at = (char)('0' + number % 10);
  while (number /= 10);
  ipoint_path_add(path, at);
}

#endif /* IPOINT_AGENT_PATH_H */
