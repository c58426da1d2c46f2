/*===- windows.c - Windows in which all ipoints are timed ------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
|*
|* Functions that store sums can have a timed record at each ipoint, too
|* (timed: auto). A record takes as long as several blocks, so there are none
|* but in windows: the drain opens one at a random moment, and the thread closes
|* it when it has stored its records. The stream has a gap at both ends, as
other
|* functions may store records in between.
|* Freestanding: no libc.
|*
\*===----------------------------------------------------------------------===*/

#include "core/ring.h"

#include "ipoint/record.h"
#include "wire/counts.h"

typedef char
    ipoint_window_is_in_front[sizeof(struct ipoint_window) == 16 &&
                                      offsetof(struct ipoint_window, left) ==
                                          4 &&
                                      offsetof(struct ipoint_window, open) == 15
                                  ? 1
                                  : -1];

__thread struct ipoint_table ipoint_table_self = {0, 0};

static void set_open(struct ipoint_window *window, int begun, int32_t left) {
  window->begun = (uint8_t)begun;
  window->left = left;
  __atomic_store_n(&window->open, (uint8_t)begun, __ATOMIC_RELEASE);
}

/* At the beginning or the end of a window. 1 if the record is wanted. */
static int turn(struct ipoint_window *window) {
  int begins = !window->begun;
  switch (ipoint_ring_cut(IPOINT_GAP_WINDOW)) {
  case IPOINT_CUT_NOW:
    set_open(window, begins, begins ? (int32_t)window->records : 0);
    return begins;
  case IPOINT_CUT_LATER: /* the window is that of the code that was interrupted
                          */
    return !begins;
  default:
    set_open(window, 0, 0);
    return 0;
  }
}

void ipoint_window_record(ipoint_word id) {
  struct ipoint_window *window =
      (struct ipoint_window *)(void *)ipoint_table_self.counts - 1;
  if (ipoint_table_self.end == 0 || (window->left <= 0 && !turn(window)))
    return;
  if (window->left > 0)
    window->left--;
  ipoint_port_timed_probe((id << IPOINT_ID_SHIFT) + IPOINT_RECORD_TIMED);
}
