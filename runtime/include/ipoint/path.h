/*===- path.h - What functions with path records call ---------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Included from ipoint/probe.h alone, whose rules hold here, too. Records of
|* paths with the count of a loop, the sums that expressions need, and, without
|* an operating system, what sums take.
\*===----------------------------------------------------------------------===*/

#if defined(__GNUC__)
#pragma GCC system_header
#endif

#ifndef IPOINT_PATH_H
#define IPOINT_PATH_H

#if defined(__GNUC__)

/* Where probes are calls of the runtime's, there is none for paths alone. */
#if defined(IPOINT_HAS_PORT) && !defined(IPOINT_PATH_INLINE)
IPOINT_INLINE void ipoint_path(ipoint_id_number ipoint_id,
                               ipoint_sum ipoint_number) {
  ipoint_untimed_value(ipoint_id, ipoint_number);
}
#elif !defined(IPOINT_HAS_PORT)
extern void ipoint_path(ipoint_id_number ipoint_id, ipoint_sum ipoint_number);
#endif

/* The largest count says that more of it follows. */
#define IPOINT_MOST_ROUNDS(BITS) (((ipoint_word)1 << (40u - (BITS))) - 1u)

#ifdef IPOINT_HAS_PORT

IPOINT_INLINE void ipoint_path_counted(ipoint_id_number ipoint_id,
                                       ipoint_sum ipoint_number,
                                       ipoint_rounds ipoint_times,
                                       unsigned ipoint_bits) {
  if (__builtin_expect(ipoint_times >= IPOINT_MOST_ROUNDS(ipoint_bits), 0))
    ipoint_times =
        ipoint_count_on(ipoint_id, ipoint_number, ipoint_times, ipoint_bits);
#ifdef IPOINT_PATH_INLINE
  ipoint_port_path_probe(ipoint_id,
                         (ipoint_times << ipoint_bits) + ipoint_number);
#else
  ipoint_untimed_value(ipoint_id,
                       (ipoint_times << ipoint_bits) + ipoint_number);
#endif
}

#else

/* One for a file: inlined it would be many times its size. */
static
    __attribute__((__noinline__, __unused__, __no_instrument_function__)) void
    ipoint_count_all(ipoint_id_number ipoint_id, ipoint_sum ipoint_number,
                     ipoint_rounds ipoint_times, unsigned ipoint_bits) {
  ipoint_word ipoint_most = IPOINT_MOST_ROUNDS(ipoint_bits);
  for (; ipoint_times >= ipoint_most; ipoint_times -= ipoint_most)
    ipoint_untimed_value(ipoint_id,
                         (ipoint_most << ipoint_bits) + ipoint_number);
  ipoint_untimed_value(ipoint_id,
                       (ipoint_times << ipoint_bits) + ipoint_number);
}

/* C99 forbids external inline functions to call static ones. */
IPOINT_INLINE void ipoint_path_counted(ipoint_id_number ipoint_id,
                                       ipoint_sum ipoint_number,
                                       ipoint_rounds ipoint_times,
                                       unsigned ipoint_bits) {
  ipoint_count_all(ipoint_id, ipoint_number, ipoint_times, ipoint_bits);
}

#endif

/* The same in expressions in which the order of evaluation is open: nothing can
 * come in between. `ipoint_more` is added to the number of the path that ends,
 * `ipoint_next` is that of the one which begins. */
IPOINT_INLINE void ipoint_sum_add(ipoint_sum *ipoint_number,
                                  ipoint_sum ipoint_more) {
  *ipoint_number += ipoint_more;
}

IPOINT_INLINE void ipoint_sum_path(ipoint_id_number ipoint_id,
                                   ipoint_sum *ipoint_number,
                                   ipoint_sum ipoint_more,
                                   ipoint_sum ipoint_next) {
  ipoint_path(ipoint_id, *ipoint_number + ipoint_more);
  *ipoint_number = ipoint_next;
}

IPOINT_INLINE void ipoint_sum_path_value(ipoint_id_number ipoint_id,
                                         ipoint_sum *ipoint_number,
                                         ipoint_sum ipoint_more,
                                         ipoint_sum ipoint_next,
                                         ipoint_word ipoint_value) {
  ipoint_sum_path(ipoint_id, ipoint_number, ipoint_more, ipoint_next);
  ipoint_untimed_value(ipoint_id, ipoint_value);
}

IPOINT_INLINE void ipoint_sum_path_timed_value(ipoint_id_number ipoint_id,
                                               ipoint_sum *ipoint_number,
                                               ipoint_sum ipoint_more,
                                               ipoint_sum ipoint_next,
                                               ipoint_word ipoint_value) {
  ipoint_sum_path(ipoint_id, ipoint_number, ipoint_more, ipoint_next);
  ipoint_timed_value(ipoint_id, ipoint_value);
}

#else

extern void ipoint_path(ipoint_id_number ipoint_id, ipoint_sum ipoint_number);
extern void ipoint_path_counted(ipoint_id_number ipoint_id,
                                ipoint_sum ipoint_number,
                                ipoint_rounds ipoint_times,
                                unsigned ipoint_bits);
extern void ipoint_sum_add(ipoint_sum *ipoint_number, ipoint_sum ipoint_more);
extern void ipoint_sum_path(ipoint_id_number ipoint_id,
                            ipoint_sum *ipoint_number, ipoint_sum ipoint_more,
                            ipoint_sum ipoint_next);
extern void ipoint_sum_path_value(ipoint_id_number ipoint_id,
                                  ipoint_sum *ipoint_number,
                                  ipoint_sum ipoint_more,
                                  ipoint_sum ipoint_next,
                                  ipoint_word ipoint_value);
extern void ipoint_sum_path_timed_value(ipoint_id_number ipoint_id,
                                        ipoint_sum *ipoint_number,
                                        ipoint_sum ipoint_more,
                                        ipoint_sum ipoint_next,
                                        ipoint_word ipoint_value);

#endif

/* Where the compiler does not optimise, each addition to the number of a path
   takes separate instructions, of which times are corrected. Then units have a
   flag for it, beside their settings (docs/formats.md). */
#if defined(__GNUC__) && !defined(__OPTIMIZE__)
enum { ipoint_unit_made = 0x4000000 };
#else
enum { ipoint_unit_made = 0 };
#endif

#if defined(__GNUC__) && !defined(__OPTIMIZE__) &&                             \
    !defined(IPOINT_HAS_PORT) && !defined(IPOINT_NO_UNIT)

/* The ways in which numbers of paths are added up, for the runtime to measure
   at its start: what they take is what the compiler at hand makes of them.
   `ipoint_memory` is a memory dump's to be, with room for the nine records that
   this makes (dump.h). What goes to the word `sums` is the mean of sixteen
   rounds, as a tick may be longer than an addition; two before them have the
   code at hand. Nothing goes there where the counter is too fine for that. */
static void ipoint_sum_timed(ipoint_id_number ipoint_id)
    __attribute__((__weakref__("ipoint_timed")));
static void ipoint_sum_record(ipoint_id_number ipoint_id,
                              ipoint_sum ipoint_number)
    __attribute__((__weakref__("ipoint_path")));
extern __attribute__((__weak__, __no_instrument_function__)) void
ipoint_sum_costs(__UINT32_TYPE__ *ipoint_memory);
void ipoint_sum_costs(__UINT32_TYPE__ *ipoint_memory) {
  __UINT32_TYPE__ *ipoint_at = ipoint_memory + 16;
  __UINT32_TYPE__ ipoint_round, ipoint_probe, ipoint_record, ipoint_more,
      ipoint_add, ipoint_set, ipoint_clear;
  ipoint_probe = ipoint_record = ipoint_more = ipoint_add = ipoint_set =
      ipoint_clear = 0;
  for (ipoint_round = 0; ipoint_round < 18u; ipoint_round++) {
    ipoint_sum ipoint_number = 0u;
    ipoint_memory[6] = 64u; /* where the next record goes */
    ipoint_sum_timed(7u);
    ipoint_sum_timed(7u);
    ipoint_sum_record(7u, ipoint_number);
    ipoint_sum_timed(7u);
    ipoint_sum_record(7u, ipoint_number + 1u);
    ipoint_sum_timed(7u);
    ipoint_number += 1u;
    ipoint_number += 1u;
    ipoint_number += 1u;
    ipoint_number += 1u;
    ipoint_sum_timed(7u);
    ipoint_number = 2u;
    ipoint_number = 2u;
    ipoint_number = 2u;
    ipoint_number = 2u;
    ipoint_sum_timed(7u);
    ipoint_number = 0u;
    ipoint_number = 0u;
    ipoint_number = 0u;
    ipoint_number = 0u;
    ipoint_sum_timed(7u);
    if (ipoint_round < 2u)
      continue;
    /* The low word of a timed record is its counter, one bit further left. */
    ipoint_probe += (ipoint_at[2] - ipoint_at[0]) >> 1;
    ipoint_record += (ipoint_at[6] - ipoint_at[2]) >> 1;
    ipoint_more += (ipoint_at[10] - ipoint_at[6]) >> 1;
    ipoint_add += (ipoint_at[12] - ipoint_at[10]) >> 1;
    ipoint_set += (ipoint_at[14] - ipoint_at[12]) >> 1;
    ipoint_clear += (ipoint_at[16] - ipoint_at[14]) >> 1;
  }
  ipoint_more = (ipoint_more - ipoint_record + 8u) >> 4;
  ipoint_record = (ipoint_record - ipoint_probe + 8u) >> 4;
  ipoint_add = (ipoint_add - ipoint_probe + 8u) >> 4;
  ipoint_set = (ipoint_set - ipoint_probe + 8u) >> 4;
  ipoint_clear = (ipoint_clear - ipoint_probe + 8u) >> 4;
  if (ipoint_record < 256u && ipoint_more < 16u && ipoint_add < 128u &&
      ipoint_set < 128u && ipoint_clear < 64u)
    ipoint_memory[15] = ipoint_record | ipoint_more << 8 | ipoint_add << 12 |
                        ipoint_set << 19 | ipoint_clear << 26;
}
#endif

#endif /* IPOINT_PATH_H */
