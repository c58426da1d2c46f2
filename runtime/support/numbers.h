/*===- numbers.h - Numbers, sizes and times as users write them -----------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_SUPPORT_NUMBERS_H
#define IPOINT_SUPPORT_NUMBERS_H

#include <stdint.h>

enum ipoint_parsed { IPOINT_PARSED, IPOINT_NO_NUMBER, IPOINT_TOO_LARGE };

/* A number of things: digits, then any number of k, m and g in either case,
   each a factor of 1,024. More than 64 bits is too large. */
enum ipoint_parsed ipoint_parse_count(const char *text, uint64_t *count);

/* A time: digits, with a fraction or not, then ns, us, ms or s, without which
   they are seconds. In nanoseconds, rounded. */
enum ipoint_parsed ipoint_parse_time(const char *text, uint64_t *nanoseconds);

/* A whole number from `least` to `most`, with nothing behind it. 0: it isn't.
 */
int ipoint_parse_number(const char *text, int64_t least, int64_t most,
                        int64_t *number);

#endif /* IPOINT_SUPPORT_NUMBERS_H */
