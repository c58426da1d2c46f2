/*===- loops.c - Probes in a row, of one kind -----------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Compiled with -DIPOINT_LOOPS=NAME and what chooses the kind of probes.
\*===----------------------------------------------------------------------===*/

#define IPOINT_NO_UNIT
#include "ipoint/probe.h"

#include "calibrate/calibrate.h"

#ifdef IPOINT_CALLED_PROBES
/* As from a program into the shared library: through an address in memory. */
static void (*volatile timed)(unsigned) = ipoint_timed;
static void (*volatile untimed)(unsigned) = ipoint_untimed;
#elif defined(IPOINT_LOOPS_IN_WINDOW)
#define timed(id)                                                              \
  ipoint_window(ipoint_window_open(ipoint_table_self.counts), id)
#define untimed ipoint_untimed
#else
#define timed ipoint_timed
#define untimed ipoint_untimed
#endif

static void timed_loop(void) {
  unsigned i;
  for (i = 0; i < IPOINT_LOOP_PROBES; i += 8) {
    timed(256u);
    timed(257u);
    timed(258u);
    timed(259u);
    timed(260u);
    timed(261u);
    timed(262u);
    timed(263u);
  }
}

static void untimed_loop(void) {
  unsigned i, k;
  for (i = 0; i < IPOINT_LOOP_PROBES; i += IPOINT_LOOP_BATCH) {
    timed(256u);
    for (k = 0; k < IPOINT_LOOP_BATCH; k += 8) {
      untimed(257u);
      untimed(258u);
      untimed(259u);
      untimed(260u);
      untimed(261u);
      untimed(262u);
      untimed(263u);
      untimed(264u);
    }
  }
}

/* Some 30 cycles. Compilers don't see what the values are. */
#define OPAQUE(value) __asm__ __volatile__("" : "+r"(value))

#define CHAIN_STATE unsigned long a = 3
#define CHAIN_STEP                                                             \
  OPAQUE(a);                                                                   \
  a *= 5
#define CHAIN                                                                  \
  CHAIN_STEP;                                                                  \
  CHAIN_STEP;                                                                  \
  CHAIN_STEP;                                                                  \
  CHAIN_STEP;                                                                  \
  CHAIN_STEP;                                                                  \
  CHAIN_STEP;                                                                  \
  CHAIN_STEP;                                                                  \
  CHAIN_STEP;                                                                  \
  CHAIN_STEP;                                                                  \
  CHAIN_STEP;                                                                  \
  OPAQUE(a)

#define WIDE_STATE unsigned long a = 1, b = 2, c = 3, d = 4
#define WIDE_STEP                                                              \
  OPAQUE(a);                                                                   \
  OPAQUE(b);                                                                   \
  OPAQUE(c);                                                                   \
  OPAQUE(d);                                                                   \
  a += 3;                                                                      \
  b ^= 5;                                                                      \
  c += 7;                                                                      \
  d ^= 9
#define WIDE                                                                   \
  WIDE_STEP;                                                                   \
  WIDE_STEP;                                                                   \
  WIDE_STEP;                                                                   \
  WIDE_STEP;                                                                   \
  WIDE_STEP;                                                                   \
  WIDE_STEP;                                                                   \
  WIDE_STEP;                                                                   \
  WIDE_STEP;                                                                   \
  OPAQUE(a);                                                                   \
  OPAQUE(b);                                                                   \
  OPAQUE(c);                                                                   \
  OPAQUE(d)

#define AMONG(name, STATE, WORK, PROBE)                                        \
  static void name(void) {                                                     \
    unsigned i;                                                                \
    STATE;                                                                     \
    for (i = 0; i < IPOINT_LOOP_BATCH; i++) {                                  \
      WORK;                                                                    \
      PROBE;                                                                   \
    }                                                                          \
  }
AMONG(chain_alone, CHAIN_STATE, CHAIN, (void)0)
AMONG(chain_untimed, CHAIN_STATE, CHAIN, untimed(257u))
AMONG(chain_timed, CHAIN_STATE, CHAIN, timed(258u))
AMONG(wide_alone, WIDE_STATE, WIDE, (void)0)
AMONG(wide_untimed, WIDE_STATE, WIDE, untimed(257u))
AMONG(wide_timed, WIDE_STATE, WIDE, timed(258u))

const struct ipoint_loops IPOINT_LOOPS = {
    timed_loop,
    untimed_loop,
    {{chain_alone, chain_untimed, chain_timed},
     {wide_alone, wide_untimed, wide_timed}}};
