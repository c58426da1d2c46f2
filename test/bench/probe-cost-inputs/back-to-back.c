/* Probes and nothing else: PROBE is one. */
#include "ipoint/probe.h"
#include "work.h"

/* A path's number is in a register, and another one each time. */
#define PATH(id) ipoint_path(id, seed), seed++
#define PATH_AND_TIMED(id) ipoint_path(id, seed), seed++, ipoint_timed(id)

#define TEN(x) x x x x x x x x x x

unsigned work(unsigned seed) {
  TEN(TEN(PROBE(300u);))
  return seed;
}
