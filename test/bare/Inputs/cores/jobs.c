/* What each task does. */
#include "jobs.h"

static unsigned part(unsigned value) {
  for (unsigned i = 0; i < 4; i++)
    value = value * 5 + i;
  return value;
}

unsigned job(unsigned task, unsigned turn) {
  unsigned value = part(turn);
  yield();
  for (unsigned i = 0; i < task; i++)
    value += part(value);
  return value;
}

void jobs(unsigned task) {
  for (unsigned turn = 0; turn < TURNS; turn++)
    job(task, turn);
}
