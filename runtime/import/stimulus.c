/*===- stimulus.c - Traces of ids that leave by a stimulus port -----------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#include "import/ids.h"
#include "import/itm.h"
#include "import/source.h"
#include "ipoint/record.h"
#include "ipoint/stream.h"
#include "support/text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Records that may wait for a time stamp; the processor's FIFO has room for
   some. */
#define MOST_WAITING 4096u
#define NUMBER_MASK ((UINT32_C(1) << (32 - IPOINT_ID_BITS)) - 1)

struct stimulus {
  struct ipoint_ids ids;
  struct ipoint_itm itm;
  unsigned port;
  uint64_t now;                   /* sum of the time stamps */
  uint32_t waiting[MOST_WAITING]; /* ids that have come since the last one */
  size_t count;                   /* of these */
  int begun;
  uint32_t number; /* of the last record */
  uint64_t together, late, unstamped;
  int cost_unknown; /* 1: probes of a pair have the same time stamp */
  time_t described; /* when metadata were written last */
};

static void take_written(void *context, unsigned port, uint32_t value,
                         unsigned size) {
  struct stimulus *stimulus = context;
  struct ipoint_ids *ids = &stimulus->ids;
  uint32_t id = value & ((UINT32_C(1) << IPOINT_ID_BITS) - 1);
  uint32_t number = value >> IPOINT_ID_BITS;
  uint32_t missing = (number - stimulus->number - 1) & NUMBER_MASK;
  if (port != stimulus->port)
    return;
  if (size != 4) {
    ids->strange++;
    return;
  }
  if (!ipoint_ids_knows(ids, id))
    return;
  if (stimulus->begun && missing)
    ipoint_ids_lost(ids, missing);
  stimulus->begun = 1;
  stimulus->number = number;
  if (stimulus->count == MOST_WAITING)
    stimulus->unstamped++;
  else
    stimulus->waiting[stimulus->count++] = id;
}

/* What has come since the last one was written at this time. */
static void take_stamp(void *context, uint32_t ticks, int is_late) {
  struct stimulus *stimulus = context;
  size_t i;
  stimulus->now += ticks;
  if (!stimulus->count)
    return;
  stimulus->together += stimulus->count - 1;
  stimulus->late += is_late ? stimulus->count : 0;
  stimulus->cost_unknown |=
      stimulus->count > 1 && stimulus->waiting[0] == IPOINT_ID_COST;
  for (i = 0; i < stimulus->count; i++)
    ipoint_ids_add(&stimulus->ids, stimulus->waiting[i], stimulus->now);
  stimulus->count = 0;
}

/* Its number says how many are missing, with the next record. */
static void take_overflow(void *context) {
  struct stimulus *stimulus = context;
  ipoint_ids_lost(&stimulus->ids, 0);
}

static void print_doubts(const struct stimulus *stimulus, const char *source) {
  const struct ipoint_ids *ids = &stimulus->ids;
  if (ids->strange)
    ipoint_warn("%s: %" PRIu64
                " values are no ipoint's; does something else write to the "
                "port, or is it another firmware's?",
                source, ids->strange);
  if (stimulus->itm.overflows)
    ipoint_warn("%s: the processor's trace overflowed %" PRIu64
                " times; send less at once, or at a higher rate",
                source, stimulus->itm.overflows);
  if (stimulus->together)
    ipoint_warn("%s: %" PRIu64
                " records have the time stamp of the one before them, as they "
                "came faster than packets leave",
                source, stimulus->together);
  if (stimulus->late)
    ipoint_warn("%s: the time stamps of %" PRIu64
                " records are late, by at most what packets were waiting",
                source, stimulus->late);
  if (stimulus->unstamped)
    ipoint_warn("%s: %" PRIu64
                " records have no time stamp; switch local time stamps on "
                "(ITM_TCR.TSENA)",
                source, stimulus->unstamped);
}

/* Now and then, so that a trace is there whatever ends this program. */
static int flush(struct stimulus *stimulus) {
  struct ipoint_import *import = stimulus->ids.import;
  time_t now = time(NULL);
  int error = ipoint_import_flush(import);
  if (error || now == stimulus->described)
    return error;
  stimulus->described = now;
  return ipoint_import_describe(import, 0);
}

/* All of the source; 0, or errno. */
static int take_all(struct stimulus *stimulus, int from, const char *source) {
  static uint8_t bytes[1 << 16];
  ssize_t got = 0;
  int error = 0;
  while (!error && (got = ipoint_source_read(from, bytes, sizeof bytes)) > 0) {
    ipoint_itm_take(&stimulus->itm, bytes, (size_t)got);
    error = flush(stimulus);
  }
  if (got < 0)
    ipoint_warn("%s: %s", source, strerror(errno));
  if (stimulus->cost_unknown)
    stimulus->ids.costs = 0;
  stimulus->unstamped += stimulus->count;
  return error;
}

int ipoint_import_stimulus(struct ipoint_import *import, const char *source,
                           unsigned port) {
  static struct stimulus stimulus;
  int from, code = 2, error;
  if (!import->rate) {
    ipoint_warn("--from=itm: the packets do not have the rate of their time "
                "stamps; give --rate");
    return 2;
  }
  stimulus.port = port;
  stimulus.itm.events = (struct ipoint_itm_events){take_written, take_stamp,
                                                   take_overflow, &stimulus};
  import->clock = "itm";
  if (ipoint_ids_begin(&stimulus.ids, import) == 0 &&
      (from = ipoint_source_open(source)) >= 0) {
    code = ipoint_import_open(import);
    if (code == 0) {
      error = take_all(&stimulus, from, source);
      print_doubts(&stimulus, source);
      code = ipoint_ids_end(&stimulus.ids, source, error);
    }
    close(from);
  }
  ipoint_import_free(import);
  return code;
}
