/*===- pins.c - Ipoints on the pins of a chip -----------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* In the place of bare.c, where a logic analyser takes down what happens: a
|* probe stores its id to an address, a GPIO port, say, and reads no counter.
|* Freestanding C99. Compile it for the target with
|*
|*   -DIPOINT_PINS=0x40020C14   the address
|*   -DIPOINT_PINS_TYPE=uint16_t   what is stored (default: uint32_t); the other
|*                              bits of it are 0 afterwards
|*   -DIPOINT_PINS_BIT=15       the bit that alternates (default: 15): each
|*                              record has it other than the one before, and ids
|*                              have the bits below it
|*
|* Import on the host: ipoint-import --from=vcd --program firmware.elf FILE.
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

#ifndef IPOINT_PINS
#error "-DIPOINT_PINS=ADDRESS: where ids are to be stored"
#endif
#ifndef IPOINT_PINS_TYPE
#define IPOINT_PINS_TYPE uint32_t
#endif
#ifndef IPOINT_PINS_BIT
#define IPOINT_PINS_BIT 15
#endif

static uint32_t ipoint_pins_level;

#ifdef __clang__
#define CALLED __attribute__((__noinline__))
#else
#define CALLED __attribute__((__noinline__, __noclone__))
#endif

CALLED void ipoint_timed(ipoint_id_number id) {
  ipoint_port_mask_state state = ipoint_port_mask();
  /* Whatever RAM holds before start-up code has cleared it. */
  uint32_t level = ~ipoint_pins_level & UINT32_C(1) << IPOINT_PINS_BIT;
  *(volatile IPOINT_PINS_TYPE *)(IPOINT_PINS) =
      (IPOINT_PINS_TYPE)(level | (uint32_t)id);
  ipoint_pins_level = level;
  ipoint_port_unmask(state);
}

void ipoint_untimed(ipoint_id_number id) { ipoint_timed(id); }

void ipoint_pins_start(void) {
  uint32_t rounds = IPOINT_PINS_ROUNDS;
  do {
    ipoint_timed(IPOINT_ID_COST);
    ipoint_timed(IPOINT_ID_COST);
  } while (--rounds);
}
