#include "ipoint/probe.h"
/* What a file may say first. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#ifdef IPOINT_TEST_INLINE
/* C99 forbids that an external inline function calls a static one. */
inline int external(int number);
extern inline int external(int number) {
  ipoint_timed(256u);
  return number + 1;
}
#endif

int user(int number);
int user(int number) {
  {
    ipoint_rounds rounds = 0u;
    ipoint_timed(257u);
    {
      if (number > 3) {
        rounds++;
        ipoint_untimed(258u);
        ipoint_untimed_value(258u, (ipoint_word)(number));
        ipoint_timed_value(258u, (ipoint_word)(number + 1));
        number *= (int)strlen(stpcpy(memset(&number, 0, 1), ""));
      }
    }
    ipoint_path_counted(259u, 3u, rounds, 2u);
  }
  return number;
}

static const struct ipoint_unit ipoint_this_unit = {
    {1u, 256u, 3u, 0x202u, 0x11223344u, 0x55667788u, 1u, 2u, 3u, 4u}};
