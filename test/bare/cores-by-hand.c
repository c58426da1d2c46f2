// What each of two cores keeps, with a counter and a core's number that are set by hand; a third core has no ring.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %cc -std=c99 -Wall -Wextra -Werror -Wno-comment -DIPOINT_NO_PORT -DIPOINT_SUMS -DIPOINT_RING_SLOTS=12 -DIPOINT_CORES=2 \
// RUN:   -DIPOINT_CORE_FIRST=1 -DIPOINT_PORT='"hand_port.h"' -DHAND_CORES -I%S/Inputs -I%runtime_include -I%ipoint_build/share/ipoint \
// RUN:   %ipoint_build/share/ipoint/bare/bare.c %s -o program
// RUN: sh -c 'for what in oldest newest trigger again third late stop; do ./program $what $what.img && \
// RUN:   %ipoint_import --rate 1000 -o $what $what.img && %babeltrace2 --no-delta $what || exit 1; done' > %t.text 2>&1
// RUN: grep -v '^WARNING: Tracer' %t.text | sed 's/.*tid = \([0-9]*\),.*ipoint = \([0-9]*\) }/\1: \2/' | tr '\n' ' ' > all && FileCheck %s < all
//
// The ring has 8 slots, behind the measure of a probe; what is lost on one core is not on the other.
// CHECK: 11 records in oldest (5 lost, 0 older ones overwritten) 0: 300 0: 301 0: 302 0: 303 0: 304 0: 305 0: 306 0: 307 1: 400 1: 401 1: 402
// CHECK-SAME: 11 records in newest (0 lost, 5 older ones overwritten) 0: 305 0: 306 0: 307 0: 308 0: 309 0: 310 0: 311 0: 312 1: 400 1: 401 1: 402
// A trigger on one core: two records more on each.
// CHECK-SAME: 7 records in trigger (0 lost, 0 older ones overwritten) 0: 300 0: 301 1: 400 0: 302 0: 303 1: 401 1: 402
// The first one counts, on the core that has it.
// CHECK-SAME: 5 records in again (0 lost, 0 older ones overwritten) 0: 300 0: 301 1: 400 0: 302 1: 401
// CHECK-SAME: third.img: core 2 came to probes and has no ring; compile bare.c with a larger IPOINT_CORES
// CHECK-SAME: 2 records in third (0 lost, 0 older ones overwritten) 0: 300 1: 400
// CHECK-SAME: late.img: core 1: it has not called ipoint_bare_start(); it has no records here
// CHECK-SAME: 1 records in late (0 lost, 0 older ones overwritten) 0: 300
// A stop is of all cores.
// CHECK-SAME: 2 records in stop (0 lost, 0 older ones overwritten) 0: 300 1: 400
#include "ipoint/bare.h"
#define IPOINT_NO_UNIT
#include "ipoint/probe.h"

#include <stdio.h>
#include <string.h>

uint32_t now, core = 1;
int masked;

__attribute__((section("ipoint_units"), used)) static const uint32_t unit[10] = {1, 256, 200, 0x202, 1, 2, 1, 2, 3, 4};

static FILE *image;
static void put(const void *bytes, uint32_t size) { fwrite(bytes, 1, size, image); }

static void timed(uint32_t on, int first, int count) {
  core = on;
  for (int i = 0; i < count; i++)
    ipoint_timed((unsigned)(first + i));
}

int main(int argc, char **argv) {
  const char *what = argv[argc - 2];
  enum ipoint_dump_policy policy = strcmp(what, "oldest") ? IPOINT_KEEP_NEWEST : IPOINT_KEEP_OLDEST;
  int refused = 1;
  ipoint_bare_start(policy, 0);
  core = 2;
  if (strcmp(what, "late"))
    ipoint_bare_start(policy, 0);
  if (!strcmp(what, "oldest") || !strcmp(what, "newest")) {
    timed(1, 300, 13);
    timed(2, 400, 3);
  } else if (!strcmp(what, "trigger")) {
    timed(1, 300, 2);
    timed(2, 400, 1);
    core = 1;
    ipoint_bare_trigger(2);
    timed(1, 302, 9);
    timed(2, 401, 9);
  } else if (!strcmp(what, "again")) {
    timed(1, 300, 2);
    timed(2, 400, 1);
    ipoint_bare_trigger(1);
    core = 1;
    timed(1, 302, 9);
    ipoint_bare_trigger(5);
    timed(2, 401, 9);
  } else if (!strcmp(what, "third")) {
    timed(1, 300, 1);
    timed(2, 400, 1);
    core = 3;
    refused = ipoint_bare_start(policy, 0) == 0;
    timed(3, 500, 3);
  } else {
    timed(1, 300, 1);
    timed(2, 400, 1);
    if (!strcmp(what, "stop"))
      ipoint_bare_stop();
    timed(1, 301, !strcmp(what, "stop"));
    timed(2, 401, 3);
  }
  image = fopen(argv[argc - 1], "wb");
  core = 1;
  ipoint_bare_dump(put);
  return masked || !refused || fclose(image);
}
