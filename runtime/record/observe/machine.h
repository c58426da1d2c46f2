/*===- machine.h - The machine, and the program's file --------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_RECORD_OBSERVE_MACHINE_H
#define IPOINT_RECORD_OBSERVE_MACHINE_H

#include <limits.h>
#include <stdint.h>
#include <sys/types.h>
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

/* Room for a build id of 64 bytes; those of GNU ld have 20, those of lld 8. */
#define IPOINT_BUILD_ID_SIZE 129

/* The GNU build id that the linker has put in the ELF file `program`, in
   hexadecimal digits; "" where it has none, or is another machine's. */
void ipoint_build_id(const char *program, char id[IPOINT_BUILD_ID_SIZE]);

/* Whether LD_PRELOAD reaches a program; where it never does, `why` is why not.
 */
enum ipoint_reach { IPOINT_REACHED, IPOINT_STATIC, IPOINT_UNREACHED };
enum ipoint_reach ipoint_preload_reach(const char *program, const char **why);

/* Counts, from now on, how often the threads of `pid`, and of what it will
   start, go from one CPU to another. A descriptor, or -1 where the kernel does
   not let us. */
int ipoint_migrations_begin(pid_t pid);

/* The count; -1: not known. Closes the descriptor. */
int64_t ipoint_migrations_end(int event);

#endif /* IPOINT_RECORD_OBSERVE_MACHINE_H */
