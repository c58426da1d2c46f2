/*===- commandline.h - What the tools read from their command lines -----===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#ifndef IPOINT_SUPPORT_COMMANDLINE_H
#define IPOINT_SUPPORT_COMMANDLINE_H

#include <getopt.h>
#include <stdint.h>

/* `val` of an option that is none of the user's. */
#define IPOINT_HIDDEN_OPTION 'H'

/* Says what is wrong with the option at which getopt_long() (with opterr 0)
   returned '?' or ':', and which one may have been meant. */
void ipoint_complain_of_option(char **argv, int option,
                               const struct option *longs);

enum ipoint_parsed { IPOINT_PARSED, IPOINT_NO_NUMBER, IPOINT_TOO_LARGE };

/* A number of things: digits, then any number of k, m and g in either case,
   each a factor of 1,024. More than 64 bits is too large. */
enum ipoint_parsed ipoint_parse_count(const char *text, uint64_t *count);

/* A time: digits, with a fraction or not, then ns, us, ms or s, without which
   they are seconds. In nanoseconds, rounded. */
enum ipoint_parsed ipoint_parse_time(const char *text, uint64_t *nanoseconds);

#endif /* IPOINT_SUPPORT_COMMANDLINE_H */
