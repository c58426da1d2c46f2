/*===- page.h - Mapping what ipoint-run shares with a plain program -------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_BASELINE_PAGE_H
#define IPOINT_BASELINE_PAGE_H

#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

/* The file `path` (null: none), shared; null if it can't be had. */
static void *map_page(const char *path, size_t size) {
  int file = path ? open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC) : -1;
  void *memory;
  if (file < 0)
    return NULL;
  memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  return memory == MAP_FAILED ? NULL : memory;
}

#endif /* IPOINT_BASELINE_PAGE_H */
