/*===- observe.h - Times of a piece of code, without instrumenting --------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Times a piece of C again and again, takes away what reading the counter
|* costs, and says how long it took:
|*
|*   static ipoint_observed times[1000];
|*   struct ipoint_observations o;
|*   ipoint_observe_begin(&o, times, 1000);
|*   for (i = 0; i < 1000; i++)
|*     IPOINT_OBSERVE(&o, crc = crc16(data, size));
|*   IPOINT_KEEP(crc);
|*   ipoint_observe_print(&o, "crc16", put);
|*
|* put() takes one character: `static void put(char c) { putchar(c); }` on a
|* host, the board's byte sink elsewhere. ipoint_observe_list() prints the
|* observations themselves, in a line that `ipoint-report observations` reads.
|*
|* One header, C89 and C++, freestanding: no libc, no allocation, no floating
|* point. The array is the caller's. Not for several threads at once.
|*
|* What doing nothing costs (the base) is measured in place, right before each
|* observation: two reads with nothing in between. Its mean is taken from each
|* observation where they are printed, and its spread is printed beside them:
|* differences smaller than that mean nothing.
|*
|* The counter: on x86 the TSC, read in order with the code around it
|* (lfence, rdtsc, lfence: Intel's Software Developer's Manual, RDTSC); on ARMv8
|* the virtual counter; on RISC-V cycle. For any other, or another one, define
|*
|*   #define IPOINT_OBSERVE_COUNTER() (DWT_CYCCNT)  counts up, unsigned
|*   #define IPOINT_OBSERVE_BITS 32                 after which it wraps
|*
|* before including this. What is timed must be shorter than its wrap.
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_OBSERVE_H
#define IPOINT_OBSERVE_H

#if defined(__GNUC__)
#pragma GCC system_header
#define IPOINT_OBSERVE_FUNCTION __attribute__((__unused__)) static
/* The compiler can neither move code across it nor foresee memory behind it. */
#define IPOINT_OBSERVE_FENCE() __asm__ __volatile__("" : : : "memory")
/* The value has to be computed. */
#define IPOINT_KEEP(value) __asm__ __volatile__("" : : "g"(value) : "memory")
typedef __UINT64_TYPE__ ipoint_observe_word;
#else
#define IPOINT_OBSERVE_FUNCTION static
#define IPOINT_OBSERVE_FENCE() ((void)0)
#define IPOINT_KEEP(value)                                                     \
  (*(volatile char *)&ipoint_observe_kept = (char)(value))
static char ipoint_observe_kept;
/* At least 32 bits. */
typedef unsigned long ipoint_observe_word;
#endif

#ifndef IPOINT_OBSERVE_BITS
#define IPOINT_OBSERVE_BITS 64
#endif

#ifndef IPOINT_OBSERVE_COUNTER
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
IPOINT_OBSERVE_FUNCTION __inline__ ipoint_observe_word
ipoint_observe_counter(void) {
  unsigned ipoint_low, ipoint_high;
  __asm__ __volatile__("lfence\n\trdtsc\n\tlfence"
                       : "=a"(ipoint_low), "=d"(ipoint_high)
                       :
                       : "memory");
  return (ipoint_observe_word)ipoint_high << 32 | ipoint_low;
}
#elif defined(__GNUC__) && defined(__aarch64__)
IPOINT_OBSERVE_FUNCTION __inline__ ipoint_observe_word
ipoint_observe_counter(void) {
  ipoint_observe_word ipoint_ticks;
  __asm__ __volatile__("isb\n\tmrs %0, cntvct_el0"
                       : "=r"(ipoint_ticks)
                       :
                       : "memory");
  return ipoint_ticks;
}
#elif defined(__GNUC__) && defined(__riscv)
/* The low half alone on rv32. On Linux programs may read time only. */
IPOINT_OBSERVE_FUNCTION __inline__ ipoint_observe_word
ipoint_observe_counter(void) {
  unsigned long ipoint_ticks;
#if defined(__linux__)
  __asm__ __volatile__("rdtime %0" : "=r"(ipoint_ticks) : : "memory");
#else
  __asm__ __volatile__(".option push\n\t.option arch, +zicsr\n\t"
                       "csrr %0, cycle\n\t.option pop"
                       : "=r"(ipoint_ticks)
                       :
                       : "memory");
#endif
  return ipoint_ticks;
}
#if __riscv_xlen == 32
#undef IPOINT_OBSERVE_BITS
#define IPOINT_OBSERVE_BITS 32
#endif
#else
#error                                                                         \
    "ipoint/observe.h: define IPOINT_OBSERVE_COUNTER() and IPOINT_OBSERVE_BITS"
#endif
#define IPOINT_OBSERVE_COUNTER() ipoint_observe_counter()
#endif

/* One observation as it was read, base included, ticks. What is longer is
   4,294,967,295 where it has 32 bits. */
#if defined(__GNUC__)
typedef __UINT32_TYPE__ ipoint_observed;
#else
typedef unsigned long ipoint_observed;
#endif
#define IPOINT_OBSERVED_MOST 0xffffffffu

struct ipoint_observations {
  ipoint_observed *times;    /* the caller's */
  unsigned long room, count; /* in the array; observations so far, of which
                                those behind `room` are not kept */
  ipoint_observe_word base_sum, base_squares; /* of what is above base_least */
  ipoint_observed base_least;
};

/* Begins anew, with room for `room` observations, at least 1, in `times`. */
IPOINT_OBSERVE_FUNCTION void
ipoint_observe_begin(struct ipoint_observations *ipoint_all,
                     ipoint_observed *ipoint_times, unsigned long ipoint_room) {
  ipoint_all->times = ipoint_times;
  ipoint_all->room = ipoint_room;
  ipoint_all->count = 0;
  ipoint_all->base_sum = ipoint_all->base_squares = 0;
  ipoint_all->base_least = 0;
}

/* From one reading to the next, ticks. */
IPOINT_OBSERVE_FUNCTION ipoint_observed ipoint_observe_between(
    ipoint_observe_word ipoint_from, ipoint_observe_word ipoint_to) {
  ipoint_observe_word ipoint_ticks = ipoint_to - ipoint_from;
  if (IPOINT_OBSERVE_BITS < sizeof(ipoint_observe_word) * 8)
    ipoint_ticks &=
        ((ipoint_observe_word)1
         << (IPOINT_OBSERVE_BITS % (sizeof(ipoint_observe_word) * 8))) -
        1;
  return ipoint_ticks > IPOINT_OBSERVED_MOST
             ? (ipoint_observed)IPOINT_OBSERVED_MOST
             : (ipoint_observed)ipoint_ticks;
}

IPOINT_OBSERVE_FUNCTION void
ipoint_observe_add(struct ipoint_observations *ipoint_all,
                   ipoint_observed ipoint_base, ipoint_observed ipoint_time) {
  ipoint_observe_word ipoint_more;
  if (ipoint_all->count == 0)
    ipoint_all->base_least = ipoint_base;
  if (ipoint_base < ipoint_all->base_least) { /* counts from the new least */
    ipoint_more = ipoint_all->base_least - ipoint_base;
    ipoint_all->base_squares += 2 * ipoint_more * ipoint_all->base_sum +
                                ipoint_all->count * ipoint_more * ipoint_more;
    ipoint_all->base_sum += ipoint_all->count * ipoint_more;
    ipoint_all->base_least = ipoint_base;
  }
  ipoint_more = ipoint_base - ipoint_all->base_least;
  ipoint_all->base_sum += ipoint_more;
  ipoint_all->base_squares += ipoint_more * ipoint_more;
  if (ipoint_all->count < ipoint_all->room)
    ipoint_all->times[ipoint_all->count] = ipoint_time;
  ipoint_all->count++;
}

/* Times `code`, a statement or several; a comma in it stands in parentheses. */
#define IPOINT_OBSERVE(all, code)                                              \
  do {                                                                         \
    ipoint_observe_word ipoint_0, ipoint_1, ipoint_2, ipoint_3;                \
    IPOINT_OBSERVE_FENCE();                                                    \
    ipoint_0 = IPOINT_OBSERVE_COUNTER();                                       \
    IPOINT_OBSERVE_FENCE();                                                    \
    ipoint_1 = IPOINT_OBSERVE_COUNTER();                                       \
    IPOINT_OBSERVE_FENCE();                                                    \
    ipoint_2 = IPOINT_OBSERVE_COUNTER();                                       \
    IPOINT_OBSERVE_FENCE();                                                    \
    code;                                                                      \
    IPOINT_OBSERVE_FENCE();                                                    \
    ipoint_3 = IPOINT_OBSERVE_COUNTER();                                       \
    IPOINT_OBSERVE_FENCE();                                                    \
    ipoint_observe_add(all, ipoint_observe_between(ipoint_0, ipoint_1),        \
                       ipoint_observe_between(ipoint_2, ipoint_3));            \
  } while (0)

/* How many observations are in the array. */
IPOINT_OBSERVE_FUNCTION unsigned long
ipoint_observe_kept_count(const struct ipoint_observations *ipoint_all) {
  return ipoint_all->count < ipoint_all->room ? ipoint_all->count
                                              : ipoint_all->room;
}

/* The mean base, tenths of a tick. */
IPOINT_OBSERVE_FUNCTION ipoint_observe_word
ipoint_observe_base(const struct ipoint_observations *ipoint_all) {
  if (ipoint_all->count == 0)
    return 0;
  return (ipoint_observe_word)10 * ipoint_all->base_least +
         (10 * ipoint_all->base_sum + ipoint_all->count / 2) /
             ipoint_all->count;
}

/* The largest number whose square is not larger. */
IPOINT_OBSERVE_FUNCTION ipoint_observe_word
ipoint_observe_root(ipoint_observe_word ipoint_square) {
  ipoint_observe_word ipoint_root = 0,
                      ipoint_bit = (ipoint_observe_word)1
                                   << (sizeof(ipoint_bit) * 4 - 1);
  for (; ipoint_bit; ipoint_bit >>= 1)
    if ((ipoint_root | ipoint_bit) <=
        ipoint_square / (ipoint_root | ipoint_bit))
      ipoint_root |= ipoint_bit;
  return ipoint_root;
}

/* The standard deviation, tenths of a tick, of `count` values that add up to
   `sum` and their squares to `squares`, counted from some place near them. */
IPOINT_OBSERVE_FUNCTION ipoint_observe_word ipoint_observe_deviation(
    unsigned long ipoint_count, ipoint_observe_word ipoint_sum,
    ipoint_observe_word ipoint_squares) {
  ipoint_observe_word ipoint_mean, ipoint_rest;
  if (ipoint_count < 2)
    return 0;
  /* squares - sum^2 / count, without the square of a large sum */
  ipoint_mean = ipoint_sum / ipoint_count;
  ipoint_rest = ipoint_sum % ipoint_count;
  ipoint_squares -= ipoint_mean * (ipoint_sum + ipoint_rest) +
                    ipoint_rest * ipoint_rest / ipoint_count;
  /* rounded: half of twice as many tenths */
  return (ipoint_observe_root(ipoint_squares / (ipoint_count - 1) * 400 +
                              ipoint_squares % (ipoint_count - 1) * 400 /
                                  (ipoint_count - 1)) +
          1) /
         2;
}

/* The least of the kept observations that at least `rank` do not exceed; the
   array stays in its order. */
IPOINT_OBSERVE_FUNCTION ipoint_observed ipoint_observe_ranked(
    const struct ipoint_observations *ipoint_all, unsigned long ipoint_rank) {
  ipoint_observed ipoint_low = 0, ipoint_high = IPOINT_OBSERVED_MOST;
  while (ipoint_low < ipoint_high) {
    ipoint_observed ipoint_middle = ipoint_low + (ipoint_high - ipoint_low) / 2;
    unsigned long ipoint_i, ipoint_below = 0;
    for (ipoint_i = 0; ipoint_i < ipoint_observe_kept_count(ipoint_all);
         ipoint_i++)
      ipoint_below += ipoint_all->times[ipoint_i] <= ipoint_middle;
    if (ipoint_below >= ipoint_rank)
      ipoint_high = ipoint_middle;
    else
      ipoint_low = ipoint_middle + 1;
  }
  return ipoint_low;
}

typedef void ipoint_observe_put(char ipoint_character);

IPOINT_OBSERVE_FUNCTION void ipoint_observe_text(ipoint_observe_put *ipoint_put,
                                                 const char *ipoint_text) {
  while (*ipoint_text)
    ipoint_put(*ipoint_text++);
}

IPOINT_OBSERVE_FUNCTION void
ipoint_observe_number(ipoint_observe_put *ipoint_put,
                      ipoint_observe_word ipoint_value) {
  char ipoint_digits[24];
  int ipoint_i = 0;
  do
    ipoint_digits[ipoint_i++] = (char)('0' + (int)(ipoint_value % 10));
  while (ipoint_value /= 10);
  while (ipoint_i)
    ipoint_put(ipoint_digits[--ipoint_i]);
}

/* `  NAME VALUE`, the value in tenths less the base. */
IPOINT_OBSERVE_FUNCTION void
ipoint_observe_figure(ipoint_observe_put *ipoint_put, const char *ipoint_name,
                      ipoint_observe_word ipoint_tenths,
                      ipoint_observe_word ipoint_base) {
  ipoint_observe_text(ipoint_put, ipoint_name);
  if (ipoint_tenths < ipoint_base) {
    ipoint_put('-');
    ipoint_tenths = ipoint_base - ipoint_tenths;
  } else {
    ipoint_tenths -= ipoint_base;
  }
  ipoint_observe_number(ipoint_put, ipoint_tenths / 10);
  ipoint_put('.');
  ipoint_put((char)('0' + (int)(ipoint_tenths % 10)));
}

/* Prints, in a line: name, count, mean, minimum, maximum, standard deviation,
   median, 90th and 99th percentile, in ticks without the base; and the base. */
IPOINT_OBSERVE_FUNCTION void
ipoint_observe_print(const struct ipoint_observations *ipoint_all,
                     const char *ipoint_name, ipoint_observe_put *ipoint_put) {
  unsigned long ipoint_count = ipoint_observe_kept_count(ipoint_all), ipoint_i;
  ipoint_observe_word ipoint_base = ipoint_observe_base(ipoint_all);
  ipoint_observe_word ipoint_sum = 0, ipoint_squares = 0, ipoint_more;
  ipoint_observed ipoint_least;
  ipoint_observe_text(ipoint_put, ipoint_name);
  ipoint_observe_text(ipoint_put, ": ");
  ipoint_observe_number(ipoint_put, ipoint_all->count);
  ipoint_observe_text(ipoint_put, " observations");
  if (ipoint_all->count > ipoint_count) {
    ipoint_observe_text(ipoint_put, " (the first ");
    ipoint_observe_number(ipoint_put, ipoint_count);
    ipoint_observe_text(ipoint_put, " kept)");
  }
  if (ipoint_count == 0) {
    ipoint_put('\n');
    return;
  }
  ipoint_least = ipoint_observe_ranked(ipoint_all, 1);
  for (ipoint_i = 0; ipoint_i < ipoint_count; ipoint_i++) {
    ipoint_more = ipoint_all->times[ipoint_i] - ipoint_least;
    ipoint_sum += ipoint_more;
    ipoint_squares += ipoint_more * ipoint_more;
  }
  ipoint_observe_figure(ipoint_put, ", ticks: mean ",
                        (ipoint_observe_word)10 * ipoint_least +
                            (10 * ipoint_sum + ipoint_count / 2) / ipoint_count,
                        ipoint_base);
  ipoint_observe_figure(ipoint_put, " min ",
                        (ipoint_observe_word)10 * ipoint_least, ipoint_base);
  ipoint_observe_figure(ipoint_put, " max ",
                        (ipoint_observe_word)10 *
                            ipoint_observe_ranked(ipoint_all, ipoint_count),
                        ipoint_base);
  ipoint_observe_figure(
      ipoint_put, " sd ",
      ipoint_observe_deviation(ipoint_count, ipoint_sum, ipoint_squares), 0);
  ipoint_observe_figure(
      ipoint_put, " p50 ",
      (ipoint_observe_word)10 *
          ipoint_observe_ranked(ipoint_all, ipoint_count - ipoint_count / 2),
      ipoint_base);
  ipoint_observe_figure(
      ipoint_put, " p90 ",
      (ipoint_observe_word)10 *
          ipoint_observe_ranked(ipoint_all, ipoint_count - ipoint_count / 10),
      ipoint_base);
  ipoint_observe_figure(
      ipoint_put, " p99 ",
      (ipoint_observe_word)10 *
          ipoint_observe_ranked(ipoint_all, ipoint_count - ipoint_count / 100),
      ipoint_base);
  ipoint_observe_figure(ipoint_put, "; base ", ipoint_base, 0);
  ipoint_observe_figure(ipoint_put, " sd ",
                        ipoint_observe_deviation(ipoint_all->count,
                                                 ipoint_all->base_sum,
                                                 ipoint_all->base_squares),
                        0);
  ipoint_put('\n');
}

/* Prints the observations in their order, without the base, in a line:
   `observations NAME ticks: 120.3 118.3 …`. */
IPOINT_OBSERVE_FUNCTION void
ipoint_observe_list(const struct ipoint_observations *ipoint_all,
                    const char *ipoint_name, ipoint_observe_put *ipoint_put) {
  unsigned long ipoint_i;
  ipoint_observe_text(ipoint_put, "observations ");
  ipoint_observe_text(ipoint_put, ipoint_name);
  ipoint_observe_text(ipoint_put, " ticks:");
  for (ipoint_i = 0; ipoint_i < ipoint_observe_kept_count(ipoint_all);
       ipoint_i++)
    ipoint_observe_figure(ipoint_put, " ",
                          (ipoint_observe_word)10 * ipoint_all->times[ipoint_i],
                          ipoint_observe_base(ipoint_all));
  ipoint_put('\n');
}

#endif /* IPOINT_OBSERVE_H */
