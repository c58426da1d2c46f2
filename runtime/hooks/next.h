/*===- next.h - The function that a hook stands in front of ---------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_HOOKS_NEXT_H
#define IPOINT_HOOKS_NEXT_H

#include <dlfcn.h>
#include <stdint.h>

#define IPOINT_EXPORT __attribute__((visibility("default")))

/* Defines next_NAME(), which gives the function of that name behind ours. It is
   found before main: signal handlers may not look for it. */
/* NOLINTBEGIN(bugprone-macro-parentheses): types and a list of parameters. */
#define IPOINT_NEXT(result, name, parameters)                                  \
  static result(*found_##name) parameters;                                     \
  static __attribute__((constructor(101))) void find_##name(void) {            \
    found_##name = (result(*) parameters)(uintptr_t)dlsym(RTLD_NEXT, #name);   \
  }                                                                            \
  static result(*next_##name(void)) parameters {                               \
    if (!found_##name) /* another library's constructor came first */          \
      find_##name();                                                           \
    return found_##name;                                                       \
  }
/* NOLINTEND(bugprone-macro-parentheses) */

#endif /* IPOINT_HOOKS_NEXT_H */
