/* TASKS tasks on all harts of a RISC-V: each yields within its jobs, and goes on on the hart that comes first. */
#include "board.h"
#include "jobs.h"

#include "ipoint/bare.h"

#define STACK 1024 /* words */

struct context {
  uintptr_t ra, sp, s[12];
};

void swap(struct context *from, const struct context *to);
#define EACH(op, at)                                                                                                              \
  op " ra, 0*W(" at ")\n\t" op " sp, 1*W(" at ")\n\t" op " s0, 2*W(" at ")\n\t" op " s1, 3*W(" at ")\n\t" op " s2, 4*W(" at ")\n\t" op \
     " s3, 5*W(" at ")\n\t" op " s4, 6*W(" at ")\n\t" op " s5, 7*W(" at ")\n\t" op " s6, 8*W(" at ")\n\t" op " s7, 9*W(" at ")\n\t" op \
     " s8, 10*W(" at ")\n\t" op " s9, 11*W(" at ")\n\t" op " s10, 12*W(" at ")\n\t" op " s11, 13*W(" at ")\n\t"
#if __riscv_xlen == 32
__asm__(".equ W, 4\n.globl swap\nswap:\n\t" EACH("sw", "a0") EACH("lw", "a1") "ret");
#else
__asm__(".equ W, 8\n.globl swap\nswap:\n\t" EACH("sd", "a0") EACH("ld", "a1") "ret");
#endif

static struct context tasks[TASKS + 1], idle[CORES]; /* numbers begin with 1 */
static uintptr_t stacks_of[TASKS + 1][STACK];
static volatile unsigned waits[TASKS + 1], last[TASKS + 1], current[CORES], ended;
static char taken;
static volatile unsigned done[CORES];

static void lock(void) {
  while (__atomic_test_and_set(&taken, __ATOMIC_ACQUIRE))
    ;
}
static void unlock(void) { __atomic_clear(&taken, __ATOMIC_RELEASE); }

/* The lock is held until the other context has it. */
static void leave(struct context *from, const struct context *to) {
  swap(from, to);
  unlock();
}

void yield(void) {
  unsigned task;
  lock();
  task = current[board_core()];
  ipoint_bare_task_out(1);
  waits[task] = 1;
  leave(&tasks[task], &idle[board_core()]);
}

static void begin_task(void) {
  unsigned task = current[board_core()];
  unlock();
  jobs(task);
  lock();
  ipoint_bare_task_out(0);
  ended++;
  leave(&tasks[task], &idle[board_core()]);
}

/* A task goes on where it was not before, so each moves each time. */
static void run_tasks(unsigned core) {
  for (unsigned task = 1; ended < TASKS; task = task % TASKS + 1) {
    lock();
    if (!waits[task] || last[task] == core + 1) {
      unlock();
      continue;
    }
    waits[task] = 0;
    last[task] = core + 1;
    current[core] = task;
    ipoint_bare_task_in(task);
    leave(&idle[core], &tasks[task]);
  }
}

static void meet(volatile unsigned *here, unsigned core) {
  here[core] = 1;
  for (unsigned other = 0; other < CORES; other++)
    while (!here[other])
      ;
}

void run(unsigned core) {
  static volatile unsigned ready[CORES];
  if (!ipoint_bare_start(IPOINT_KEEP_OLDEST, 10000000))
    board_exit(3);
  if (core == 0) {
    for (unsigned task = 1; task <= TASKS; task++) {
      char name[] = "task 0";
      name[5] = (char)('0' + task);
      ipoint_bare_task_name(task, name);
      tasks[task].ra = (uintptr_t)begin_task;
      tasks[task].sp = (uintptr_t)(stacks_of[task] + STACK);
      waits[task] = 1;
    }
    board_start_cores();
  }
  ipoint_bare_align(300000000u);
  meet(ready, core);
  run_tasks(core);
  meet(done, core);
  ipoint_bare_align(300000000u);
  if (core == 0) {
    board_write("memory.img");
    board_exit(0);
  }
}
