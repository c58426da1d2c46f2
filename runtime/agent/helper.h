/*===- helper.h - Starts a drain where there is none ----------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_AGENT_HELPER_H
#define IPOINT_AGENT_HELPER_H

/* Starts a drain that writes to `directory` and puts the session's path into
   `session` (PATH_MAX bytes). 0 if that failed; the reason was printed. */
int ipoint_helper_start(const char *directory, char *session);

#endif /* IPOINT_AGENT_HELPER_H */
