/*===- unit.h - First words of unit records ------------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* By its first word a record among those of units (docs/formats.md) is known.
|* The instrumenter writes it, and readers of objects and memory look for it:
|* so here is nothing else. It precedes all headers of a program. C and C++.
|*
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_UNIT_H
#define IPOINT_UNIT_H

#define IPOINT_UNIT_FORMAT 1u
/* Its 32-bit words (docs/formats.md): format, first id, number of ids,
   settings, two of a hash, four of the database's identity. */
#define IPOINT_UNIT_WORDS 10
#define IPOINT_UNIT_FIRST 1
#define IPOINT_UNIT_COUNT 2
#define IPOINT_UNIT_SETTINGS 3
/* Of the settings: which ipoints are timed, what untimed ones store, how the
   counter is read; bits that say that probes are calls, and that the unit was
   compiled without optimisation. */
#define IPOINT_UNIT_TIMED(settings) ((settings) >> 8 & 15u)
#define IPOINT_UNIT_TIMED_AUTO 4u
#define IPOINT_UNIT_STORE(settings) ((settings) >> 12 & 15u)
#define IPOINT_UNIT_READING(settings) ((settings) >> 16 & 255u)
#define IPOINT_UNIT_READ(reading) ((reading) << 16)
#define IPOINT_UNIT_CALLED (1u << 24)
#define IPOINT_UNIT_UNOPTIMISED (1u << 26)
/* Of a unit's counts, where the target has no tables of threads, and of its
   times; "pc" and "pt". The upper half of the word has the bytes that an entry
   takes, of one core. */
#define IPOINT_UNIT_MAGIC(word) ((word) & 0xffffu)
#define IPOINT_UNIT_ENTRY(word) ((word) >> 16)
#define IPOINT_COUNTED_MAGIC 0x6370u
#define IPOINT_TIMED_MAGIC 0x7470u
/* What is behind the slot or number in the last argument of ipoint_times()
   (times.h), five bits: */
#define IPOINT_TIMES_LEAVE 1u    /* the call ends; else a path alone does, */
#define IPOINT_TIMES_ENTER 2u    /* or the call begins */
#define IPOINT_TIMES_HANDLER 4u  /* it is that of an interrupt handler */
#define IPOINT_TIMES_NO_PATH 8u  /* no path has a time */
#define IPOINT_TIMES_NOTHING 16u /* nor has the call that begins */

#endif /* IPOINT_UNIT_H */
