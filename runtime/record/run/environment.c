/*===- environment.c - The environment variables of all tools -------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#include "record/run/options.h"

#include "support/text.h"

#include <string.h>

extern char **environ;

/* instrumenter/database/Output.cpp has the same. */
static const char known[] =
    " IPOINT_BASELINE IPOINT_CONFIG IPOINT_COUNTER IPOINT_DB IPOINT_STORE "
    "IPOINT_PATHS "
    "IPOINT_INSIDE_CC IPOINT_LEVEL IPOINT_LIMIT IPOINT_OVERHEAD IPOINT_PAUSED "
    "IPOINT_POLICY IPOINT_PRELOADED IPOINT_PROFILE IPOINT_RING_SIZE IPOINT_RUN "
    "IPOINT_RUNTIME IPOINT_SAMPLES IPOINT_SESSION IPOINT_STRICT "
    "IPOINT_SWITCHES IPOINT_TAIL_CALLS IPOINT_TIMED IPOINT_TRACE_DIR "
    "IPOINT_TWIN IPOINT_UMASK IPOINT_WINDOWS ";

static int is_known(const char *name, size_t length) {
  const char *at = known;
  while ((at = strstr(at + 1, "IPOINT_")))
    if (strncmp(at, name, length) == 0 && at[length] == ' ')
      return 1;
  return 0;
}

void ipoint_warn_of_unknown_variables(void) {
  char **variable;
  for (variable = environ; *variable; variable++) {
    size_t length = strcspn(*variable, "=");
    if (strncmp(*variable, "IPOINT_", strlen("IPOINT_")) == 0 &&
        !is_known(*variable, length))
      ipoint_warn("warning: %.*s: no tool reads such a variable", (int)length,
                  *variable);
  }
}
