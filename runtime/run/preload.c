/*===- preload.c - Libraries of ours in the programs that are run ---------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "run/preload.h"

#include "support/warn.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int ipoint_preload_find(const char *name, char *path) {
  char here[PATH_MAX];
  char *slash;
  ssize_t length = readlink("/proc/self/exe", here, sizeof here - 1);
  here[length > 0 ? length : 0] = '\0';
  slash = strrchr(here, '/');
  if (slash)
    *slash = '\0';
  if (snprintf(path, PATH_MAX, "%s/../" IPOINT_LIBDIR "/%s", here, name) <
          PATH_MAX &&
      access(path, R_OK) == 0 && !strpbrk(path, ": "))
    return 1;
  ipoint_warn("%s: not found, or there is a space or colon in its path; "
              "install ipoint whole",
              path);
  return 0;
}

/* The user's own come first: what they put in front of libc stands in front of
   ours too. */
static void append(const char *name) {
  const char *before = getenv("LD_PRELOAD");
  char path[PATH_MAX], *list = NULL;
  if (!ipoint_preload_find(name, path) ||
      asprintf(&list, "%s%s%s", before ? before : "",
               before && *before ? ":" : "", path) < 0)
    return;
  if (setenv("LD_PRELOAD", list, 1) != 0)
    ipoint_warn("LD_PRELOAD can't be set");
  free(list);
}

void ipoint_preload_hooks(const struct ipoint_options *options) {
  if (!options->no_preload)
    append("libipoint-signals.so");
  if (!options->no_preload && options->follow_forks)
    append("libipoint-forks.so");
  if (options->conditions.lock_memory)
    append("libipoint-locked.so");
}
