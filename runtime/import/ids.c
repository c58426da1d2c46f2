/*===- ids.c - Traces of ids that were taken down as they left ------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "import/ids.h"

#include "import/elf.h"
#include "ipoint/record.h"
#include "ipoint/stream.h"
#include "support/text.h"

#include <inttypes.h>

int ipoint_ids_begin(struct ipoint_ids *ids, struct ipoint_import *import) {
  const char *why = ipoint_elf_units(import->program, &import->about);
  if (why) {
    ipoint_warn("%s: %s; give the firmware's ELF file", import->program, why);
    return 2;
  }
  ids->import = import;
  import->about.header.policy = IPOINT_STREAM;
  return 0;
}

int ipoint_ids_knows(struct ipoint_ids *ids, uint32_t id) {
  const struct ipoint_dump *about = &ids->import->about;
  size_t i;
  for (i = 0; i < about->unit_count; i++)
    if (id - about->units[i][1] < about->units[i][2])
      return 1;
  if (id == IPOINT_ID_COST)
    return 1;
  ids->strange++;
  return 0;
}

/* Probes in pairs: from the first to the second is what one takes. */
static void take_cost(struct ipoint_ids *ids, uint64_t time) {
  if (ids->costs++ % 2)
    ids->cost_sum += time - ids->cost_at;
  ids->cost_at = time;
}

void ipoint_ids_add(struct ipoint_ids *ids, uint32_t id, uint64_t time) {
  if (!ids->begun)
    ids->began = time;
  ids->begun = 1;
  time -= ids->began;
  if (id == IPOINT_ID_COST) {
    take_cost(ids, time);
    return;
  }
  ids->records++;
  ipoint_tasks_add(&ids->import->tasks, ipoint_record_timed(id, time), time);
}

void ipoint_ids_lost(struct ipoint_ids *ids, uint64_t count) {
  ids->missing += count;
  ipoint_tasks_lost(&ids->import->tasks, count);
}

static void take_probe_cost(struct ipoint_ids *ids) {
  struct ipoint_dump *about = &ids->import->about;
  uint64_t resolution = ids->import->resolution;
  if (ids->costs != 2 * IPOINT_PINS_ROUNDS)
    return;
  about->overhead_timed = about->overhead_untimed =
      ids->cost_sum * 1000 / IPOINT_PINS_ROUNDS;
  /* Each of a pair may be a step of the host's clock late; the square root of
     the number of pairs is 8. */
  about->overhead_error = (resolution ? resolution : 1) * 1000 / 8;
}

int ipoint_ids_end(struct ipoint_ids *ids, const char *source, int error) {
  struct ipoint_import *import = ids->import;
  int code;
  take_probe_cost(ids);
  if (!error && ids->records <= ids->strange) {
    ipoint_warn("%s: %s of the program is in it", source,
                ids->records ? "more else than ipoints" : "no ipoint");
    ipoint_output_abandon(&import->output);
    return 2;
  }
  code = ipoint_import_close(import, error);
  if (code == 0)
    ipoint_warn("%" PRIu64 " records in %s (at least %" PRIu64 " missing)",
                ids->records, import->path, ids->missing);
  return code;
}
