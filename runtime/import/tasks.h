/*===- tasks.h - The tasks of a memory dump, each with its records --------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*   records of a core ──split──> records by task, switches among them
|*
|* A kernel's tasks share the ring of their core. What runs outside of tasks
|* (before the first one, handlers while the kernel chooses the next) is task 0;
|* where older records were overwritten, so is what came before the first switch
|* that was kept.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_IMPORT_TASKS_H
#define IPOINT_IMPORT_TASKS_H

#include "import/readdump.h"

struct ipoint_task {
  uint32_t number;
  char *name;        /* null: not known */
  uint64_t *records; /* as a dump's */
  uint64_t *times;
  size_t count, room;
  size_t switches; /* of count */
};

struct ipoint_tasks {
  struct ipoint_task *tasks; /* the first is task 0 */
  size_t count;
};

/* Splits what `dump` holds; where no switch was recorded, all is task 0. 0, or
   -1 without memory. The caller frees it in both cases. */
int ipoint_tasks_split(struct ipoint_tasks *tasks,
                       const struct ipoint_dump *dump);

/* Calls a task `name`; -1 without memory. */
int ipoint_tasks_name(struct ipoint_tasks *tasks, uint32_t number,
                      const char *name);

void ipoint_tasks_free(struct ipoint_tasks *tasks);

#endif /* IPOINT_IMPORT_TASKS_H */
