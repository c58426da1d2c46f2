/*===- ipoint.h - What a user's C may include -----------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Safe in any C or C++ file, instrumented or not; includes nothing of libc's.
|* Measurements do not need it: the instrumenter brings along what it inserts
|* (ipoint/probe.h).
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_IPOINT_H
#define IPOINT_IPOINT_H

/* IPOINT_VERSION_NUMBER: 10000 * major + 100 * minor + patch. */
#include "ipoint/version.h"

/* Markers. A build without ipoint compiles them to nothing: no code, no data,
 * no evaluation of their arguments. They are void expressions: statements
 * wherever a statement can stand (in C89 behind the declarations). Names are
 * string literals. docs/markers.md has the rest.
 *
 *   IPOINT_MARK("parsed");         an ipoint with a name
 *   IPOINT_MARK_VALUE("used", n);  the same, recording an integer too: its low
 *                                  40 bits. It is evaluated only where it is
 *                                  instrumented, and must have no side effects
 *   IPOINT_SKIP;                   anywhere in a function: leave it alone
 *   IPOINT_LOOP_BOUND(16);         in a loop's body: it runs at most that often
 *                                  each time that the loop is entered
 *   IPOINT_BUDGET("inclusive <= 20 us");
 *                                  anywhere in a function: what a call of it,
 *                                  or the block at this place, may take;
 *                                  `ipoint-report check` judges it
 *
 * The instrumenter knows them by their literals.
 */
#define IPOINT_MARK(name) ((void)sizeof("ipoint mark: " name))
#define IPOINT_MARK_VALUE(name, value)                                         \
  ((void)sizeof("ipoint value: " name), (void)sizeof(+(value)))
#define IPOINT_SKIP ((void)sizeof("ipoint skip"))
#define IPOINT_LOOP_BOUND(count)                                               \
  ((void)sizeof("ipoint bound"), (void)sizeof(+(count)))
#define IPOINT_BUDGET(budget) ((void)sizeof("ipoint budget: " budget))

/* Functions, for any thread of a program on Linux and its signal handlers.
 * Where the runtime isn't linked, where no trace was asked for, and without
 * an operating system (ipoint/bare.h) they do nothing. They hold for the
 * calling process and the children that it forks later. docs/recording.md has
 * the rest.
 *
 *   ipoint_start();          goes on after ipoint_pause(), or begins what
 *                            `ipoint-run --paused` holds back
 *   ipoint_pause();          records nothing, in any thread, until
 *                            ipoint_start()
 *   ipoint_stop();           records nothing more, for good
 *   ipoint_flush();          returns when what was recorded is in the trace's
 *                            files (policies stream and burst)
 *   ipoint_trigger(100);     each thread makes 100 more records, then its
 *                            recording ends: what led to an event, and what
 *                            came of it. The first call counts.
 *   ipoint_name_thread("x"); the calling thread's name in the trace, at most 63
 *                            bytes; else it is what the system calls it
 */
#include "ipoint/control.h"

#endif /* IPOINT_IPOINT_H */
