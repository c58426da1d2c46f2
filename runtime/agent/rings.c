/*===- rings.c - The rings of this process --------------------------------===*\
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* A list that grows and never shrinks, without locks: threads come and go, and
|* who looks through it may be a signal handler in the middle of either.
\*===----------------------------------------------------------------------===*/

#include "agent/agent.h"

#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

#define PLACES 510u

struct places {
  void *rings[PLACES]; /* struct ipoint_ring_header */
  struct places *next;
};

static struct places first;
/* That walk through the list now. */
static unsigned walkers;
/* Taken out of the list, and still mapped. */
static struct ipoint_ring_header *retired;

static struct places *next_of(struct places *places) {
  return __atomic_load_n(&places->next, __ATOMIC_ACQUIRE);
}

/* The places behind the last ones: made, unless another thread was faster. */
static struct places *grow(struct places *last) {
  struct places *none = NULL,
                *more = mmap(NULL, sizeof *more, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (more == MAP_FAILED)
    return NULL;
  if (__atomic_compare_exchange_n(&last->next, &none, more, 0, __ATOMIC_SEQ_CST,
                                  __ATOMIC_ACQUIRE))
    return more;
  munmap(more, sizeof *more);
  return none;
}

int ipoint_rings_add(struct ipoint_ring_header *ring) {
  struct places *places = &first;
  while (places && !ipoint_agent_put(places->rings, PLACES, ring))
    places = next_of(places) ? next_of(places) : grow(places);
  return places != NULL;
}

static void retire(struct ipoint_ring_header *ring) {
  ring->next_retired = __atomic_load_n(&retired, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(&retired, &ring->next_retired, ring, 0,
                                      __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
    ;
}

/* A walk that begins from here on does not find what has been retired; none may
   have begun before. Else the removal of the next ring unmaps it. */
static void unmap_retired(void) {
  struct ipoint_ring_header *ring =
      __atomic_exchange_n(&retired, NULL, __ATOMIC_SEQ_CST);
  int in_use = __atomic_load_n(&walkers, __ATOMIC_SEQ_CST) != 0;
  while (ring) {
    struct ipoint_ring_header *next = ring->next_retired;
    if (in_use)
      retire(ring);
    else
      munmap(ring, ipoint_ring_bytes(ring->count));
    ring = next;
  }
}

void ipoint_rings_remove(struct ipoint_ring_header *ring) {
  struct places *places;
  size_t i;
  for (places = &first; places; places = next_of(places))
    for (i = 0; i < PLACES; i++)
      if (__atomic_load_n(&places->rings[i], __ATOMIC_RELAXED) == ring)
        __atomic_store_n(&places->rings[i], NULL, __ATOMIC_SEQ_CST);
  retire(ring);
  unmap_retired();
}

void ipoint_rings_notify(void) {
  struct places *places;
  size_t i;
  __atomic_fetch_add(&walkers, 1, __ATOMIC_SEQ_CST);
  for (places = &first; places; places = next_of(places))
    for (i = 0; i < PLACES; i++) {
      struct ipoint_ring_header *ring =
          __atomic_load_n(&places->rings[i], __ATOMIC_SEQ_CST);
      if (ring)
        ipoint_ring_notify(ring);
    }
  __atomic_fetch_sub(&walkers, 1, __ATOMIC_SEQ_CST);
}

void ipoint_rings_make_private(struct ipoint_ring_header *ring) {
  /* Without the padding between the two: stacks may be small. */
  char facts[offsetof(struct ipoint_ring_header, pad3)];
  struct ipoint_ring probe = ring->probe;
  memcpy(facts, ring, sizeof facts);
  if (mmap(ring, ipoint_ring_bytes(ring->count), PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1,
           0) == MAP_FAILED)
    return;
  memcpy(ring, facts, sizeof facts);
  ring->probe = probe;
  ring->made_private = 1;
}

void ipoint_rings_forget(void) {
  struct places *places;
  size_t i;
  walkers = 0;
  for (places = &first; places; places = places->next)
    for (i = 0; i < PLACES; i++) {
      struct ipoint_ring_header *ring = places->rings[i];
      if (ring && !ring->made_private)
        munmap(ring, ipoint_ring_bytes(ring->count));
      places->rings[i] = NULL;
    }
  unmap_retired();
}

struct ipoint_ring_header *ipoint_rings_own(void) {
  return ipoint_agent.has_key ? pthread_getspecific(ipoint_agent.key) : NULL;
}

struct ipoint_ring_header *ipoint_rings_take_own(void) {
  struct ipoint_ring_header *ring = ipoint_rings_own();
  if (ring)
    pthread_setspecific(ipoint_agent.key, NULL);
  return ring;
}

void ipoint_rings_end(struct ipoint_ring_header *ring) {
  __atomic_store_n(&ring->finished, IPOINT_RING_FINISHED, __ATOMIC_RELEASE);
  ipoint_rings_remove(ring);
}
