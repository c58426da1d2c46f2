/*===- leftovers.h - Sessions of recordings that were killed -------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_CONSUMER_LEFTOVERS_H
#define IPOINT_CONSUMER_LEFTOVERS_H

#include <stddef.h>

/* A session's folder is called this and six letters more. */
#define IPOINT_FOLDER_PREFIX "ipoint-"
/* A page in which `ipoint-run --baseline` gets a program's times likewise. */
#define IPOINT_PAGE_PREFIX "ipoint-time-"
#define IPOINT_MEMORY_PLACE "/dev/shm"
#define IPOINT_PLACES 3

/* Where sessions are made, the best first. How many there are. */
size_t ipoint_places(const char **places);

/* Removes what is in a session's folder. Recorded processes that still run keep
   what they mapped. */
void ipoint_empty_session(int folder);

/* Removes this user's sessions whose drain was killed: their rings would fill
   memory for good. The session is closed for processes that are still recorded
   there. Anything else stays as it is. */
void ipoint_remove_leftovers(void);

#endif /* IPOINT_CONSUMER_LEFTOVERS_H */
