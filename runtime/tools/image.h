/*===- image.h - From a memory dump to records with whole times -----------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Arithmetic only; ipoint/image.h has the bytes.
|*
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_TOOLS_IMAGE_H
#define IPOINT_TOOLS_IMAGE_H

#include "ipoint/image.h"

#include <stddef.h>

struct ipoint_image {
  struct ipoint_image_header header;
  /* Oldest first; the dump's memory, in this machine's byte order. Timed ones
     hold the low 40 bits of times. */
  uint64_t *records;
  uint64_t *times; /* of each record, ticks since the counter's first known
                      round began; untimed ones have that of the one before */
  size_t count;
  uint64_t overwritten; /* older records */
  uint32_t (*units)[10];
  size_t unit_count;
  /* What one probe adds, ticks. */
  uint64_t overhead_timed, overhead_untimed;
};

/* Reads a memory dump of `size` bytes. 0, or -1 and in `why` what is wrong with
   it, a text that lives on. The caller frees it in both cases. */
int ipoint_image_read(struct ipoint_image *image, const void *bytes,
                      size_t size, const char **why);

void ipoint_image_free(struct ipoint_image *image);

/* "dwt", "systick" ...; "unknown" for a number that has no name. */
const char *ipoint_image_clock_name(const struct ipoint_image *image);

#endif /* IPOINT_TOOLS_IMAGE_H */
