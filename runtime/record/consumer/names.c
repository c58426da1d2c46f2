/*===- names.c - What threads are called ----------------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "record/consumer/drain.h"

#include "support/files.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As the system has it. 0 if it has none. */
static int read_name(char *name, uint32_t pid, uint32_t tid) {
  char path[64];
  ssize_t length;
  snprintf(path, sizeof path, "/proc/%u/task/%u/comm", pid, tid);
  length = ipoint_file_text(AT_FDCWD, path, name, IPOINT_NAME_SIZE);
  name[strcspn(name, "\n")] = '\0';
  return length > 0;
}

void ipoint_name_look(struct ipoint_stream *stream) {
  char own[IPOINT_NAME_SIZE], first[IPOINT_NAME_SIZE];
  if (stream->handler)
    return;
  memcpy(own, stream->ring->name, sizeof own); /* in the program's hands */
  own[sizeof own - 1] = '\0';
  if (!*own && (stream->foreign || stream->out.tid == stream->out.pid ||
                !read_name(own, stream->out.pid, stream->out.tid) ||
                !read_name(first, stream->out.pid, stream->out.pid) ||
                strcmp(own, first) == 0))
    return;
  memcpy(stream->name, own, sizeof own);
}

static void put(struct ipoint_names *names, uint32_t number, const char *name) {
  size_t i;
  for (i = 0; i < names->count && names->numbers[i] != number; i++)
    ;
  names->names[i] = name;
  names->numbers[i] = number;
  names->count += i == names->count;
}

struct ipoint_names ipoint_names_of(const struct ipoint_drain *drain) {
  struct ipoint_names names = {NULL, NULL, 0};
  size_t i;
  names.names = calloc(drain->stream_count + 1, sizeof *names.names);
  names.numbers = calloc(drain->stream_count + 1, sizeof *names.numbers);
  for (i = 0; names.names && names.numbers && i < drain->stream_count; i++)
    if (*drain->streams[i]->name)
      put(&names, drain->streams[i]->out.tid, drain->streams[i]->name);
  return names;
}
