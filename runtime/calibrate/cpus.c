/*===- cpus.c - Where program and drain run ------------------------------===*\
|*
|* Part of the ipoint project, under the Apache License v2.0 with LLVM
|* Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|*===----------------------------------------------------------------------===*|
\*===----------------------------------------------------------------------===*/

#include "calibrate/cpus.h"

#include "core/ring.h"
#include "support/warn.h"

#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#if IPOINT_PORT_OWN_CPU

/* Reads between which a counter that counts has moved. */
#define READS 1000

/* What tells most is to try: a hypervisor or the kernel may refuse what the
   processor says that it has. A child does it, which may die of it. */
static int can_be_read(void) {
  int status;
  pid_t child = fork();
  if (child == 0) {
    struct rlimit none = {0, 0};
    uint64_t first;
    int i;
    setrlimit(RLIMIT_CORE, &none);
    first = ipoint_port_counter();
    for (i = 0; i < READS; i++)
      if (ipoint_port_counter() != first)
        _exit(0);
    _exit(1);
  }
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int ipoint_cpus_begin(int cpu, pid_t recorded) {
  cpu_set_t cpus;
  CPU_ZERO(&cpus);
  if (cpu >= 0)
    CPU_SET(cpu, &cpus);
  else if (sched_getaffinity(recorded, sizeof cpus, &cpus) != 0)
    CPU_ZERO(&cpus);
  if (!can_be_read()) {
    ipoint_warn("this processor, its hypervisor or the kernel does not let "
                "programs read " IPOINT_PORT_NAME
                "; use a runtime that is built with another IPOINT_PORT");
    return 2;
  }
  if (CPU_COUNT(&cpus) != 1) {
    ipoint_warn("each CPU has its own " IPOINT_PORT_NAME
                ": give the program one, with %s",
                recorded ? "taskset -c CPU" : "--pin CPU");
    return 2;
  }
  if (sched_setaffinity(0, sizeof cpus, &cpus) != 0) {
    ipoint_warn("CPU can't be taken: %s", strerror(errno));
    return 2;
  }
  return 0;
}

void ipoint_cpus_part(int cpu) { (void)cpu; }

uint64_t ipoint_counted_ns(const struct ipoint_moment *begin,
                           const struct ipoint_moment *end) {
  uint64_t passed = end->raw_ns - begin->raw_ns;
  uint64_t always = end->always - begin->always;
  uint64_t awake = end->awake - begin->awake;
  long double share = always ? (long double)awake / (long double)always : 1;
  return (uint64_t)((long double)passed * share);
}

#else

int ipoint_cpus_begin(int cpu, pid_t recorded) {
  (void)cpu, (void)recorded;
  return 0;
}

void ipoint_cpus_part(int cpu) {
  cpu_set_t others;
  if (cpu < 0 || sched_getaffinity(0, sizeof others, &others) != 0)
    return;
  CPU_CLR(cpu, &others);
  if (CPU_COUNT(&others) > 0)
    sched_setaffinity(0, sizeof others, &others);
}

uint64_t ipoint_counted_ns(const struct ipoint_moment *begin,
                           const struct ipoint_moment *end) {
  return end->raw_ns - begin->raw_ns;
}

#endif

void ipoint_cpus_visit(int cpu, cpu_set_t *before) {
  cpu_set_t one;
  CPU_ZERO(before);
  if (cpu < 0 || sched_getaffinity(0, sizeof *before, before) != 0)
    return;
  CPU_ZERO(&one);
  CPU_SET(cpu, &one);
  sched_setaffinity(0, sizeof one, &one);
}

void ipoint_cpus_return(const cpu_set_t *before) {
  if (CPU_COUNT(before) > 0)
    sched_setaffinity(0, sizeof *before, before);
}
