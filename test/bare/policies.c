// What the ring keeps, and how times are rebuilt, with a counter of 16 bits that is set by hand.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %cc -std=c99 -Wall -Wextra -Werror -Wno-comment -DIPOINT_NO_PORT -DIPOINT_RING_SLOTS=12 -DIPOINT_PORT='"hand_port.h"' -I%S/Inputs \
// RUN:   -I%runtime_include -I%ipoint_build/share/ipoint %ipoint_build/share/ipoint/bare/bare.c %s -o program
// RUN: sh -c 'for what in oldest newest stop trigger trigger-later wraps early; do ./program $what $what.img && \
// RUN:   %ipoint_import --rate 1000 -o $what $what.img && %babeltrace2 $what || exit 1; done' > %t.text 2>&1
// Babeltrace warns of what is lost until 2.0 only.
// RUN: grep -v '^WARNING: Tracer' %t.text | FileCheck --match-full-lines %s
//
// The ring has 12 slots, 4 of which hold the measure of a probe.
// CHECK:      ipoint-import: 8 records in oldest (12 lost, 0 older ones overwritten)
// CHECK-NEXT: {{.*}}ipoint = 300 }
// CHECK-COUNT-6: {{.*}}timed{{.*}}
// CHECK-NEXT: {{.*}}ipoint = 307 }
//
// CHECK-NEXT: ipoint-import: 8 records in newest (0 lost, 12 older ones overwritten)
// CHECK-NEXT: {{.*}}ipoint = 312 }
// CHECK-COUNT-6: {{.*}}timed{{.*}}
// CHECK-NEXT: {{.*}}ipoint = 319 }
//
// What comes after the stop was not asked for, and is not lost.
// CHECK-NEXT: ipoint-import: 3 records in stop (0 lost, 0 older ones overwritten)
// CHECK-NEXT: {{.*}}ipoint = 300 }
// CHECK-NEXT: {{.*}}ipoint = 301 }
// CHECK-NEXT: {{.*}}ipoint = 302 }
//
// The trigger came behind the fifth, and two more were asked for.
// CHECK-NEXT: ipoint-import: 7 records in trigger (0 lost, 0 older ones overwritten)
// CHECK-NEXT: {{.*}}ipoint = 300 }
// CHECK-COUNT-5: {{.*}}timed{{.*}}
// CHECK-NEXT: {{.*}}ipoint = 306 }
//
// Six more: past the end of this round.
// CHECK-NEXT: ipoint-import: 8 records in trigger-later (0 lost, 3 older ones overwritten)
// CHECK-NEXT: {{.*}}ipoint = 303 }
// CHECK-COUNT-6: {{.*}}timed{{.*}}
// CHECK-NEXT: {{.*}}ipoint = 310 }
//
// Without a tick, a counter that is smaller than before has wrapped once; ticks reveal a silence of three wraps.
// CHECK-NEXT: ipoint-import: 4 records in wraps (0 lost, 0 older ones overwritten)
// CHECK-NEXT: [{{.*}}] (+?.?????????) timed: { tid = 0, pid = 0 }, { ipoint = 300 }
// CHECK-NEXT: [{{.*}}] (+0.001000000) timed: { tid = 0, pid = 0 }, { ipoint = 301 }
// CHECK-NEXT: [{{.*}}] (+65.000000000) timed: { tid = 0, pid = 0 }, { ipoint = 302 }
// CHECK-NEXT: [{{.*}}] (+196.608000000) timed: { tid = 0, pid = 0 }, { ipoint = 303 }
//
// What a probe says before the recording starts is not kept.
// CHECK-NEXT: ipoint-import: 1 records in early (0 lost, 0 older ones overwritten)
// CHECK-NEXT: {{.*}}ipoint = 301 }
#include "ipoint/bare.h"

#define IPOINT_NO_UNIT
#include "ipoint/probe.h"
#include <stdio.h>
#include <string.h>

uint32_t now = 100;
int masked;
__attribute__((section("ipoint_units"), used, aligned(4))) static const uint32_t ipoint_unit[10] = {1, 256, 100};

static FILE *image;
static void put(const void *bytes, uint32_t size) { fwrite(bytes, 1, size, image); }

static void timed(int first, int count) {
  for (int i = 0; i < count; i++)
    ipoint_timed((unsigned)(first + i));
}

static void silence(uint32_t ticks) {
  for (uint32_t until = now + ticks; now < until; now += 20000)
    ipoint_bare_tick();
  ipoint_bare_tick();
}

int main(int argc, char **argv) {
  const char *what = argv[argc - 2];
  if (!strcmp(what, "early"))
    timed(300, 1);
  ipoint_bare_start(strcmp(what, "oldest") ? IPOINT_KEEP_NEWEST : IPOINT_KEEP_OLDEST, 0);
  if (!strcmp(what, "oldest") || !strcmp(what, "newest")) {
    timed(300, 20);
  } else if (!strcmp(what, "stop")) {
    timed(300, 3);
    ipoint_bare_stop();
    timed(303, 20);
  } else if (!strncmp(what, "trigger", 7)) {
    timed(300, 5);
    ipoint_bare_trigger(what[7] ? 6 : 2);
    ipoint_bare_trigger(1); /* the first one counts */
    timed(305, 20);
  } else if (!strcmp(what, "wraps")) {
    now = 1000;
    timed(300, 2);
    now = 33000;
    ipoint_bare_tick();
    now = 1001 + 65000;
    timed(302, 1);
    {
      uint32_t last = now - 1;
      silence(3 * 65536 - 1000);
      now = last + 3 * 65536;
    }
    timed(303, 1);
  } else {
    timed(301, 1);
  }
  image = fopen(argv[argc - 1], "wb");
  ipoint_bare_dump(put);
  return masked || fclose(image);
}
// REQ: IP-REQ-023
