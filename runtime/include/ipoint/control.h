/*===- control.h - Asking the runtime for something -----------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Part of ipoint/ipoint.h, which is what to include. A separate file, so that
|* it can be a system header: nothing in it is instrumented.
|*
|* The functions are called through weak references: in a program that the
|* runtime is not linked into they are null, and nothing is done. They are
|* always
|* inlined and emitted nowhere, so their addresses can't be taken. A compiler
|* without GNU extensions, or another object format than ELF, gets macros that
|* do
|* nothing.
\*===----------------------------------------------------------------------===*/

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#ifndef IPOINT_CONTROL_H
#define IPOINT_CONTROL_H

#if defined(__GNUC__) && defined(__ELF__)

#ifdef __cplusplus
extern "C" {
#endif

#define IPOINT_WEAK __attribute__((__weak__, __visibility__("default")))
#define IPOINT_CONTROL                                                         \
  extern __inline__ __attribute__((__gnu_inline__, __always_inline__,          \
                                   __no_instrument_function__))

extern void ipoint_runtime_start(void) IPOINT_WEAK;
extern void ipoint_runtime_pause(void) IPOINT_WEAK;
extern void ipoint_runtime_stop(void) IPOINT_WEAK;
extern void ipoint_runtime_flush(void) IPOINT_WEAK;
extern void ipoint_runtime_trigger(unsigned long ipoint_after) IPOINT_WEAK;
extern void ipoint_runtime_name_thread(__const__ char *ipoint_name) IPOINT_WEAK;

IPOINT_CONTROL void ipoint_start(void) {
  if (ipoint_runtime_start)
    ipoint_runtime_start();
}
IPOINT_CONTROL void ipoint_pause(void) {
  if (ipoint_runtime_pause)
    ipoint_runtime_pause();
}
IPOINT_CONTROL void ipoint_stop(void) {
  if (ipoint_runtime_stop)
    ipoint_runtime_stop();
}
IPOINT_CONTROL void ipoint_flush(void) {
  if (ipoint_runtime_flush)
    ipoint_runtime_flush();
}
IPOINT_CONTROL void ipoint_trigger(unsigned long ipoint_after) {
  if (ipoint_runtime_trigger)
    ipoint_runtime_trigger(ipoint_after);
}
IPOINT_CONTROL void ipoint_name_thread(__const__ char *ipoint_name) {
  if (ipoint_runtime_name_thread)
    ipoint_runtime_name_thread(ipoint_name);
}

#undef IPOINT_CONTROL
#undef IPOINT_WEAK

#ifdef __cplusplus
}
#endif

#else

#define ipoint_start() ((void)0)
#define ipoint_pause() ((void)0)
#define ipoint_stop() ((void)0)
#define ipoint_flush() ((void)0)
#define ipoint_trigger(after) ((void)(after))
#define ipoint_name_thread(name) ((void)(name))

#endif

#endif /* IPOINT_CONTROL_H */
