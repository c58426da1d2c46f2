/*===- locked.c - Keeps a program in memory -------------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* `ipoint-run --quiet` loads this library where the limits allow it: locks do
|* not outlive exec, so the program itself has to take them.
\*===----------------------------------------------------------------------===*/

#include <sys/mman.h>

__attribute__((constructor)) static void lock(void) {
  /* What is refused leaves the program as it was. */
  (void)!mlockall(MCL_CURRENT | MCL_FUTURE);
}
