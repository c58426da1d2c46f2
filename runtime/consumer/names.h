/*===- names.h - What threads are called ----------------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_CONSUMER_NAMES_H
#define IPOINT_CONSUMER_NAMES_H

#include "consumer/drain.h"

/* Looks how the stream's thread is called: as it says itself
   (ipoint_name_thread()), or else as the system has it, if that is not what all
   threads of its process are called that were given no name. What was found
   before stays where nothing is found. */
void ipoint_name_look(struct ipoint_stream *stream);

/* Names of threads and their numbers, in arrays that the caller frees; the
   names are the streams'. Each number comes once, with the name that was found
   last.
 */
struct ipoint_names {
  const char **names;
  uint32_t *numbers;
  size_t count;
};
struct ipoint_names ipoint_names_of(const struct ipoint_drain *drain);

#endif /* IPOINT_CONSUMER_NAMES_H */
