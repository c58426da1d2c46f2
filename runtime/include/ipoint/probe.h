/*===- probe.h - What stands at the top of instrumented C -----------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Precedes everything in the file, the user's feature-test macros included.
|* Hence: no libc header, no name outside ipoint_ and IPOINT_ (parameters
|* included, as -D can make a macro of any other), no `long long`, C89 with the
|* GNU extensions that gcc and clang take silently here.
|*
|* The instrumenter ends the file with the unit record's ten words
|* (docs/formats.md):
|*
|*   static const struct ipoint_unit ipoint_this_unit = {{1u, 256u, ...}};
|*
|* and adds calls of the probes, with constant ids from 256 on:
|*
|*   ipoint_timed(300u);    reads the counter and stores one record
|*   ipoint_untimed(301u);  stores one record without reading the counter
|*
|* and of these, where a value is to be recorded (its low 40 bits):
|*
|*   ipoint_untimed_value(302u, value);  one record that holds the value
|*   ipoint_timed_value(303u, value);    the same, and a timed one behind it
|*
|* and, in functions with path records (docs/formats.md),
|*
|*   ipoint_path(304u, number);  one record that holds the number of a path
|*   ipoint_path_counted(305u, number, count, bits);  the same, with the count
|*                          of a loop, `bits` bits further left
|*
|* All may be called from any function, external inline ones included; none
|* changes errno nor fails in a way that the program could see. In a process
|* that is not recorded they write nothing.
|*
|* A compiler without GNU extensions, or a processor that has no port
|* (ipoint/port.h), gets calls of functions that the user links:
|*
|*   void ipoint_timed(ipoint_id_number id);
|*   void ipoint_untimed(ipoint_id_number id);
|*   void ipoint_timed_value(ipoint_id_number id, ipoint_word value);
|*   void ipoint_untimed_value(ipoint_id_number id, ipoint_word value);
|*
|* the last two only where marks have values, and where paths have records
|*
|*   void ipoint_path(ipoint_id_number id, ipoint_sum number);
|*
|* and ipoint_untimed_value. ipoint_id_number is unsigned, or unsigned long
|* where int has 16 bits. With a compiler that is not GNU's the user links what
|* else functions with path records call, too: ipoint_path_counted,
|* ipoint_sum_add, ipoint_sum_path, ipoint_sum_path_value and
|* ipoint_sum_path_timed_value, as they stand in ipoint/path.h. Where
|* such a compiler has no integer of more than 32 bits, counts wrap at 2^32.
\*===----------------------------------------------------------------------===*/

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#ifndef IPOINT_PROBE_H
#define IPOINT_PROBE_H

/* What the runtime beside this header was built for: IPOINT_PORT_HEADER for
   that processor, and nothing for others. -DIPOINT_NO_PORT: probes are calls
   all the same, of functions that the user links. */
#include "ipoint/port/chosen.h"
#include "ipoint/unit.h"
#if defined(__GNUC__) && defined(IPOINT_PORT_HEADER) && !defined(IPOINT_NO_PORT)
#define IPOINT_HAS_PORT 1
#endif

#if defined(__GNUC__)

/* Where a linker driver looks for unit records. With the alignment that GCC
   chooses by itself for large constants, a linked file would have gaps between
   them. */
#define IPOINT_IN_UNITS                                                        \
  __attribute__((__section__("ipoint_units"), __used__, __aligned__(4)))

/* Inlined always and emitted nowhere: callable where C99 forbids a call of a
 * static function. */
#define IPOINT_INLINE                                                          \
  extern __inline__ __attribute__((__gnu_inline__, __always_inline__,          \
                                   __no_instrument_function__))

/* 64 bits. */
typedef __UINT64_TYPE__ ipoint_word;
/* What a function keeps the number of its path in: 32 bits. */
typedef __UINT32_TYPE__ ipoint_sum;
/* How often a loop went round since the last record. */
typedef ipoint_word ipoint_rounds;

/* The unit record: ten 32-bit words in native byte order (docs/formats.md). */
struct ipoint_unit {
  __UINT32_TYPE__ words[IPOINT_UNIT_WORDS];
};

#endif

#if defined(IPOINT_HAS_PORT)

/* What a probe sees of its thread's ring: the next free slot, and the end of
   the slots that it may fill without asking. Both are addresses in this
   process. Only the thread writes the cursor; a request to the thread sets
   the limit to 0. */
struct ipoint_ring {
  ipoint_word *__volatile__ cursor;
  ipoint_word *__volatile__ limit;
};

#define IPOINT_API __attribute__((__visibility__("default")))
/* Bound when the program starts, where the compiler can ask for it: the first
   call may come from a signal handler, on a stack of which the dynamic linker
   would take some kilobytes to bind it then. */
#define IPOINT_BOUND
#if !defined(__clang__) && defined(__has_attribute)
#if __has_attribute(__noplt__)
#undef IPOINT_BOUND
#define IPOINT_BOUND __attribute__((__noplt__))
#endif
#endif
/* Not marked cold: that would move each probe's call to a section far away,
   which a process that records nothing, and so comes here each time, pays with
   its instruction cache. */
#define IPOINT_SLOW __attribute__((__noinline__, __visibility__("default")))
/* This thread's ring. Never null: a thread that records nothing has a full one,
 * with a cursor of 1 where its probes may leave at once.
 * Volatile, as compilers can't see that a port's own probes read it. */
extern __thread struct ipoint_ring *__volatile__ ipoint_self
    __attribute__((__tls_model__("initial-exec"), __visibility__("default")));

/* The other side of the probes' only branch: the ring has to be made, wrapped
 * or waited for. Takes the record as it is but for the counter. */
extern IPOINT_SLOW IPOINT_BOUND void ipoint_slow(ipoint_word ipoint_record);

/* Registers a unit. The record must stay where it is; null is ignored. */
extern IPOINT_API void
ipoint_register(__const__ struct ipoint_unit *ipoint_unit);
/* The same, and how its probes were made: bits of the settings (word 3) that
   only the compile knows, IPOINT_MADE below. */
extern IPOINT_API void
ipoint_register_made(__const__ struct ipoint_unit *ipoint_unit,
                     unsigned ipoint_made);
/* The same, and the path of the database that has its ipoints
   (docs/formats.md); null: it is not known. */
extern IPOINT_API void
ipoint_register_from(__const__ struct ipoint_unit *ipoint_unit,
                     unsigned ipoint_made, __const__ char *ipoint_database);

#include "ipoint/port.h"

/* What stands at the top of functions that may be signal handlers: where the
 * kernel has called it, the function's records and those of what it calls go to
 * another ring, as the probe that it has interrupted may be half way. */
extern IPOINT_API IPOINT_BOUND void *ipoint_handler_begin(void *ipoint_frame);
extern IPOINT_API IPOINT_BOUND void
ipoint_handler_end(void *ipoint_interrupted);

#ifdef IPOINT_PORT_HANDLERS
IPOINT_INLINE void *ipoint_handler_enter(void) {
  if (__builtin_expect(ipoint_port_is_handler(__builtin_return_address(0)), 0))
    return ipoint_handler_begin(__builtin_frame_address(0));
  return (void *)0;
}

IPOINT_INLINE void ipoint_handler_leave(void **ipoint_interrupted) {
  if (__builtin_expect(*ipoint_interrupted != (void *)0, 0))
    ipoint_handler_end(*ipoint_interrupted);
}

#define IPOINT_HANDLER                                                         \
  void *ipoint_handler __attribute__((__cleanup__(ipoint_handler_leave))) =    \
      ipoint_handler_enter();
#endif

#ifndef IPOINT_PORT_PROBES

IPOINT_INLINE void ipoint_port_timed_probe(ipoint_word ipoint_record) {
  struct ipoint_ring *ipoint_ring = ipoint_self;
  ipoint_word *ipoint_slot = ipoint_ring->cursor;
  if (__builtin_expect(ipoint_slot >= ipoint_ring->limit, 0))
    ipoint_slow(ipoint_record);
  else
    ipoint_port_publish(ipoint_slot, ipoint_port_timed_record(ipoint_record),
                        &ipoint_ring->cursor);
}

IPOINT_INLINE void ipoint_port_untimed_probe(ipoint_word ipoint_record) {
  struct ipoint_ring *ipoint_ring = ipoint_self;
  ipoint_word *ipoint_slot = ipoint_ring->cursor;
  if (__builtin_expect(ipoint_slot >= ipoint_ring->limit, 0))
    ipoint_slow(ipoint_record);
  else
    ipoint_port_publish(ipoint_slot, ipoint_record, &ipoint_ring->cursor);
}

#endif

IPOINT_INLINE void ipoint_port_path_probe(unsigned ipoint_id,
                                          ipoint_word ipoint_number) {
  ipoint_port_untimed_probe(((ipoint_word)ipoint_id << 41) +
                            (ipoint_number << 1));
}

/* Where the compiler does not optimise, or optimises for size, a probe is a
 * call: inlined it would be many times its size, and the object too; the call
 * reads the counter in the port's usual way. */
#if !defined(IPOINT_CALLED_PROBES) &&                                          \
    (IPOINT_PORT_READING != 0 ||                                               \
     (defined(__OPTIMIZE__) && !defined(__OPTIMIZE_SIZE__)))

/* How the probes were made (docs/formats.md, settings). */
#define IPOINT_MADE IPOINT_UNIT_READ((unsigned)IPOINT_PORT_READING)

IPOINT_INLINE void ipoint_timed(unsigned ipoint_id) {
  ipoint_port_timed_probe(((ipoint_word)ipoint_id << 41) + 1u);
}

IPOINT_INLINE void ipoint_untimed(unsigned ipoint_id) {
  ipoint_port_untimed_probe((ipoint_word)ipoint_id << 41);
}

IPOINT_INLINE void ipoint_path(unsigned ipoint_id, ipoint_sum ipoint_number) {
  ipoint_port_path_probe(ipoint_id, ipoint_number);
}
#define IPOINT_PATH_INLINE 1

#else

#define IPOINT_MADE IPOINT_UNIT_CALLED

extern IPOINT_API void ipoint_timed(unsigned ipoint_id);
extern IPOINT_API void ipoint_untimed(unsigned ipoint_id);

#endif

typedef unsigned ipoint_id_number;

/* Marks with values are few: calls, always. The value's low 40 bits are kept.
 */
extern IPOINT_API void ipoint_untimed_value(unsigned ipoint_id,
                                            ipoint_word ipoint_value);
extern IPOINT_API void ipoint_timed_value(unsigned ipoint_id,
                                          ipoint_word ipoint_value);

/* Where a record has no room for the count: stores as many as it takes but the
 * last one, and returns what that one is to hold. */
extern IPOINT_SLOW ipoint_rounds ipoint_count_on(unsigned ipoint_id,
                                                 ipoint_sum ipoint_number,
                                                 ipoint_rounds ipoint_times,
                                                 unsigned ipoint_bits);

#ifndef IPOINT_NO_UNIT
static __const__ struct ipoint_unit ipoint_this_unit IPOINT_IN_UNITS;

/* A string literal, which the instrumenter defines before it includes this. */
#ifndef IPOINT_DATABASE
#define IPOINT_DATABASE ((__const__ char *)0)
#endif

static __attribute__((__constructor__(102), __no_instrument_function__)) void
ipoint_register_this_unit(void) {
  ipoint_register_from(&ipoint_this_unit, IPOINT_MADE, IPOINT_DATABASE);
}

#endif

#else /* no port */

/* A long is a 32-bit word for all compilers of 16-bit and most of 32-bit
   processors; -DIPOINT_ID_NUMBER and -DIPOINT_UNIT_WORD choose otherwise. */
#ifndef IPOINT_ID_NUMBER
#if defined(__SIZEOF_INT__) && __SIZEOF_INT__ >= 4
#define IPOINT_ID_NUMBER unsigned
#else
#define IPOINT_ID_NUMBER unsigned long
#endif
#endif
typedef IPOINT_ID_NUMBER ipoint_id_number;

#if !defined(__GNUC__)
#ifndef IPOINT_UNIT_WORD
#define IPOINT_UNIT_WORD unsigned long
#endif
typedef unsigned long ipoint_word;
typedef IPOINT_ID_NUMBER ipoint_sum;
#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 199901L
typedef unsigned long long ipoint_rounds;
#else
typedef unsigned long ipoint_rounds;
#endif

struct ipoint_unit {
  IPOINT_UNIT_WORD words[IPOINT_UNIT_WORDS];
};
#endif

extern void ipoint_timed(ipoint_id_number ipoint_id);
extern void ipoint_untimed(ipoint_id_number ipoint_id);
extern void ipoint_timed_value(ipoint_id_number ipoint_id,
                               ipoint_word ipoint_value);
extern void ipoint_untimed_value(ipoint_id_number ipoint_id,
                                 ipoint_word ipoint_value);

/* The unit needs no registration: a runtime finds all records between
   __start_ipoint_units and __stop_ipoint_units, which linkers define. */
#if defined(__GNUC__) && !defined(IPOINT_NO_UNIT)
static __const__ struct ipoint_unit ipoint_this_unit IPOINT_IN_UNITS;
#endif

#endif

#include "ipoint/counts.h"
#include "ipoint/path.h"

/* The caller of a function can't be determined. */
#ifndef IPOINT_HANDLER
#define IPOINT_HANDLER
#endif

#endif /* IPOINT_PROBE_H */
