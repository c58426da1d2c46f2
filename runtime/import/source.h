/*===- source.h - Where bytes come from while a target runs ---------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_IMPORT_SOURCE_H
#define IPOINT_IMPORT_SOURCE_H

#include <stddef.h>
#include <sys/types.h>

/* Opens a file, a FIFO, a terminal, which becomes raw, or, where there is
   nothing of that name, `host:port` of TCP. From here on SIGINT and SIGTERM
   end the source. A descriptor, or -1 when the reason was printed. */
int ipoint_source_open(const char *name);

/* Reads what is there, at least a byte. 0: it has ended, or a signal came; -1
   with errno set. */
ssize_t ipoint_source_read(int source, void *bytes, size_t room);

#endif /* IPOINT_IMPORT_SOURCE_H */
