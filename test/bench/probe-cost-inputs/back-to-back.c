/* Probes and nothing else: PROBE is one. */
#include "ipoint/probe.h"
#include "work.h"

#define TEN(x) x x x x x x x x x x

unsigned work(unsigned seed) {
  TEN(TEN(PROBE(300u);))
  return seed;
}
