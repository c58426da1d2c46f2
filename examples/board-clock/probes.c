/* What each form of probe takes, where runtime/bare/bare.c is linked: the same
   functions that instrumented code calls there. */
#include "clock.h"

#include "ipoint/bare.h"
#include "ipoint/observe.h"

#define IPOINT_NO_UNIT
#define IPOINT_NO_PORT
#include "ipoint/probe.h"

#define ROUNDS 64

static ipoint_observed times[ROUNDS];

#define FOUR(probe)                                                            \
  probe;                                                                       \
  probe;                                                                       \
  probe;                                                                       \
  probe
#define PRINT_16(probe, name)                                                  \
  do {                                                                         \
    struct ipoint_observations all;                                            \
    int i;                                                                     \
    ipoint_observe_begin(&all, times, ROUNDS);                                 \
    for (i = 0; i < ROUNDS; i++)                                               \
      IPOINT_OBSERVE(&all, FOUR(FOUR(probe)));                                 \
    ipoint_observe_print(&all, name, put);                                     \
  } while (0)

void print_probes(void (*put)(char)) {
  if (!ipoint_bare_start(IPOINT_KEEP_NEWEST, 0)) {
    ipoint_observe_text(put,
                        "probes: no counter that recordings read counts\n");
    return;
  }
  PRINT_16(ipoint_timed(256u), "16 timed probes in a row");
  PRINT_16(ipoint_untimed(257u), "16 untimed probes in a row");
  PRINT_16(ipoint_path(258u, 7u), "16 path records in a row");
  ipoint_bare_stop();
  PRINT_16(ipoint_timed(256u), "16 timed probes that record nothing");
}
