/*===- pins.c - Ipoints that leave as ids ---------------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* In the place of bare.c, where something else knows when a probe ran: the
|* probe stores its id to an address, and reads no counter. Freestanding C99.
|* For a GPIO port, whose pins a logic analyser takes down, compile it with
|*
|*   -DIPOINT_PINS=0x40020C14   the address
|*   -DIPOINT_PINS_TYPE=uint16_t   what is stored (default: uint32_t); the other
|*                              bits of it are 0 afterwards
|*   -DIPOINT_PINS_BIT=15       the bit that alternates (default: 15): each
|*                              record has it other than the one before, and ids
|*                              have the bits below it
|*
|* and for the Instrumentation Trace Macrocell of a Cortex-M3 and later, which
|* sends it with a time stamp by SWO (ARMv7-M Architecture Reference Manual,
|* C1.7 and D4), with
|*
|*   -DIPOINT_ITM=1             the stimulus port: a word for each record, the
|*                              record's number in the bits above its id. What
|*                              finds the FIFO full is lost; the number of the
|*                              next one shows it.
|*
|* Import on the host: ipoint-import --from=vcd|itm --program firmware.elf FILE.
\*===----------------------------------------------------------------------===*/

#include "ipoint/dump.h"
#include "ipoint/stream.h"

#define IPOINT_NO_UNIT
#ifndef IPOINT_NO_PORT
#define IPOINT_NO_PORT
#endif
#include "ipoint/probe.h"
#include "ipoint/record.h"

#include "bare/ports.h"

#if defined(IPOINT_PINS) == defined(IPOINT_ITM)
#error "-DIPOINT_PINS=ADDRESS or -DIPOINT_ITM=PORT: where ids are to be stored"
#endif
#if defined(IPOINT_CORES) && IPOINT_CORES + 0 > 1
#error                                                                         \
    "pins.c is for one core; bare.c with -DIPOINT_FRAMES sends records of several, by an ITM's port, too"
#endif
#ifdef IPOINT_ITM
#if IPOINT_ITM + 0 < 0 || IPOINT_ITM + 0 > 31
#error "-DIPOINT_ITM=PORT: ports are 0 to 31"
#endif
#ifndef IPOINT_ITM_BASE
#define IPOINT_ITM_BASE 0xE0000000u
#endif
#define IPOINT_PINS (IPOINT_ITM_BASE + 4u * (IPOINT_ITM))
/* Whether the FIFO takes a word. */
#ifndef IPOINT_ITM_READY
#define IPOINT_ITM_READY(port) (*(port) != 0)
#endif
#endif
#ifndef IPOINT_PINS_TYPE
#define IPOINT_PINS_TYPE uint32_t
#endif
#ifndef IPOINT_PINS_BIT
#define IPOINT_PINS_BIT 15
#endif

/* The alternating bit, or number, of the last record. */
static uint32_t ipoint_pins_level;

#ifdef __clang__
#define CALLED __attribute__((__noinline__))
#else
#define CALLED __attribute__((__noinline__, __noclone__))
#endif

CALLED void ipoint_timed(ipoint_id_number id) {
  ipoint_port_mask_state state = ipoint_port_mask();
  volatile IPOINT_PINS_TYPE *port = (volatile IPOINT_PINS_TYPE *)(IPOINT_PINS);
  /* Whatever RAM holds before start-up code has cleared it. */
#ifdef IPOINT_ITM
  uint32_t number = (ipoint_pins_level >> IPOINT_ID_BITS) + 1;
  uint32_t level = number << IPOINT_ID_BITS;
  if (IPOINT_ITM_READY(port))
    *port = level | (uint32_t)id;
#else
  uint32_t level = ~ipoint_pins_level & UINT32_C(1) << IPOINT_PINS_BIT;
  *port = (IPOINT_PINS_TYPE)(level | (uint32_t)id);
#endif
  ipoint_pins_level = level;
  ipoint_port_unmask(state);
}

void ipoint_untimed(ipoint_id_number id) { ipoint_timed(id); }

void ipoint_pins_start(void) {
  uint32_t rounds = IPOINT_PINS_ROUNDS;
  do {
#ifdef IPOINT_ITM
    /* So that both have a time stamp of their time. */
    volatile uint32_t wait = 1000;
    while (--wait)
      ;
#endif
    ipoint_timed(IPOINT_ID_COST);
    ipoint_timed(IPOINT_ID_COST);
  } while (--rounds);
}
