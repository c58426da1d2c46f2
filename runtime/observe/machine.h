/*===- machine.h - Where a program ran, in words --------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_OBSERVE_MACHINE_H
#define IPOINT_OBSERVE_MACHINE_H

#include <limits.h>
#include <sys/utsname.h>

struct ipoint_machine {
  struct utsname names;
  char cpu[128]; /* as /proc/cpuinfo calls it; empty if it doesn't */
};

void ipoint_machine_read(struct ipoint_machine *machine);

/* The file that the shell would run for `name`, absolute, in `path` (PATH_MAX
   bytes). 0, or the exit code that env(1) has for it, 126 or 127, with errno
   set. */
int ipoint_find_program(const char *name, char *path);

/* Arguments (null-terminated) quoted for a shell. The caller frees it; null
 * without memory. */
char *ipoint_quote(char *const *arguments);

#endif /* IPOINT_OBSERVE_MACHINE_H */
