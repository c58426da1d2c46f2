/*===- port.h - What ipoint needs of a processor -------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* A port is one file ipoint/port/NAME.h for each kind of counter. One is chosen
|* when the runtime is built (runtime/CMakeLists.txt, IPOINT_PORT), for the
|* processor that it is built for, and lies in ipoint/port/chosen.h; on others
|* probes are calls. A port gives
|*
|*  1. IPOINT_PORT_NAME: a string, the `clock_source` of the trace;
|*  2. ipoint_port_counter(): the whole counter in ticks, as an ipoint_word. It
|*     must be the same for all processes, and not run backwards by more than
|*     2^20 ticks between two processors;
|*  3. ipoint_port_timed_record(record): the timed record (ipoint/record.h),
|*     which has a counter of 0, with the counter as it is now;
|*  4. ipoint_port_publish(slot, record, cursor): stores the record and then
|*     cursor = slot + 1, so that no other thread and no reader of a killed
|*     process sees the second store without the first.
|*
|* It may also give IPOINT_PORT_PROBES and whole probes,
|* ipoint_port_timed_probe(record) and ipoint_port_untimed_probe(record), record
|* being what is stored but for the counter; with them, runtime/arch/NAME/ has
|* the way into the slow path that keeps every register. Where the untimed one
|* takes constants only, it also gives IPOINT_PORT_PATH_PROBE and
|* ipoint_port_path_probe(id, number), whose number is any of 40 bits.
|*
|* It may read the counter in several ways: IPOINT_PORT_READING is then the
|* number of the one in use.
|*
|* Width: a record holds the counter's low 40 bits; a counter must have that
|* many, or extend itself. Rate and step are nothing that a port says:
|* ipoint-run measures both where the program runs, and whether a read waits for
|* the next step. A rate must be constant.
|*
|* Port files are included from ipoint/probe.h alone, at the top of instrumented
|* C. They include nothing, and name nothing outside ipoint_ and IPOINT_,
|* parameters and variables included.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_PORT_H
#define IPOINT_PORT_H

#include IPOINT_PORT_HEADER

/* How probes read the counter, where the port has several ways: 0 is the usual
   one. It lies in a unit's settings. */
#ifndef IPOINT_PORT_READING
#if defined(IPOINT_COUNTER_RDTSCP) || defined(IPOINT_COUNTER_ORDERED) ||       \
    defined(IPOINT_COUNTER_SERIALISED)
#error "IPOINT_COUNTER: the counter of this port cannot be read in that way"
#endif
#define IPOINT_PORT_READING 0
#endif

#endif /* IPOINT_PORT_H */
