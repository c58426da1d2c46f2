/*===- ids.h - Traces of ids that were taken down as they left ------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* What pins (pins.c) and stimulus ports (stimulus.c) have in common: probes
|* that store no time (bare/pins.c), and a host that knows when each id came.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_IMPORT_IDS_H
#define IPOINT_IMPORT_IDS_H

#include "import/import.h"

/* All zeros but for the import at first. */
struct ipoint_ids {
  struct ipoint_import *import;
  int begun;
  uint64_t began;                    /* time of the first record */
  uint64_t records, strange;         /* ids of the program, and other values */
  uint64_t missing;                  /* records that must have been, at least */
  uint64_t costs, cost_sum, cost_at; /* pairs; ticks within them */
};

/* Takes the units of the firmware `import->program`. 0, or 2 when what is wrong
   with it was printed. */
int ipoint_ids_begin(struct ipoint_ids *ids, struct ipoint_import *import);

/* 1 if the program has that id; else it is counted as strange. */
int ipoint_ids_knows(struct ipoint_ids *ids, uint32_t id);

/* Adds a record of an id that is known, at `time` in ticks of the host. */
void ipoint_ids_add(struct ipoint_ids *ids, uint32_t id, uint64_t time);

/* Here at least `count` records are missing. */
void ipoint_ids_lost(struct ipoint_ids *ids, uint64_t count);

/* Ends the trace. `source` is what messages call the ids' source; `error`:
   errno of what failed before, or 0. 0, or 2 when the reason was printed, and
   there is no trace. */
int ipoint_ids_end(struct ipoint_ids *ids, const char *source, int error);

#endif /* IPOINT_IMPORT_IDS_H */
