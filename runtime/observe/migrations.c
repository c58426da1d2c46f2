/*===- migrations.c - How often a program changed its CPU -----------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "observe/migrations.h"

#include "observe/perfring.h"

#include <string.h>
#include <unistd.h>

int ipoint_migrations_begin(pid_t pid) {
  struct perf_event_attr attributes;
  memset(&attributes, 0, sizeof attributes);
  attributes.size = sizeof attributes;
  attributes.type = PERF_TYPE_SOFTWARE;
  attributes.config = PERF_COUNT_SW_CPU_MIGRATIONS;
  attributes.inherit = 1;
  return ipoint_perf_event(&attributes, pid, (uint32_t)-1);
}

int64_t ipoint_migrations_end(int event) {
  int64_t count = -1;
  if (event < 0)
    return -1;
  if (read(event, &count, sizeof count) != (ssize_t)sizeof count)
    count = -1;
  close(event);
  return count;
}
