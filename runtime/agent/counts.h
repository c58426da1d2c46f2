/*===- counts.h - The count tables of this process -----------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_AGENT_COUNTS_H
#define IPOINT_AGENT_COUNTS_H

/* From here on tables are shared with the drain, if there is one. */
void ipoint_counts_begin(void);
/* A unit of this process has ipoints that are timed in windows. */
void ipoint_counts_have_windows(void);
int ipoint_counts_in_windows(void);
/* Recording has been paused, or goes on: what is counted while it is paused is
   not kept. */
void ipoint_counts_follow_requests(void);
/* In the child of a fork: what is in the tables is its parent's. */
void ipoint_counts_child_began(void);

#endif /* IPOINT_AGENT_COUNTS_H */
