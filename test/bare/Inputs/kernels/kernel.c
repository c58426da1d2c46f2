/* Plays a kernel: calls its hooks in the order in which it would. */
#include "ipoint/bare.h"

#include <stdio.h>
#include <stdlib.h>

uint32_t now = 100;
int masked;
uint32_t core;
enum { Control, Background, Tasks };
static const char *const names[] = {"control", "background"};
static int running = -1;

#if defined(ZEPHYR)
#include "ipoint/zephyr.h"
#include <string.h>
struct z_kernel _kernel;
static struct k_thread threads[Tasks];
#ifdef CONFIG_SMP
struct _cpu *arch_curr_cpu(void) { return &_kernel.cpus[core]; }
#endif
static void create(int task) {
  strcpy(threads[task].name, names[task]);
  sys_trace_thread_name_set_user(&threads[task]);
}
static void leave(int preempted) {
  threads[running].base.thread_state = preempted ? _THREAD_QUEUED : _THREAD_PENDING;
  sys_trace_thread_switched_out_user(&threads[running]);
}
static void enter(int task) {
  _kernel.cpus[core].current = &threads[task];
  sys_trace_thread_switched_in_user(&threads[task]);
}
#elif defined(THREADX)
#include "ipoint/threadx.h"
#ifdef SMP
TX_THREAD *_tx_thread_current_ptr[2];
unsigned _tx_thread_smp_core_get(void) { return core; }
#define CURRENT _tx_thread_current_ptr[core]
#else
TX_THREAD *_tx_thread_current_ptr;
#define CURRENT _tx_thread_current_ptr
#endif
static TX_THREAD threads[Tasks];
static void create(int task) {
  threads[task].tx_thread_name = (char *)names[task];
  /* What a control block on the stack may hold. */
  threads[task].tx_thread_execution_time_last_start = 1;
}
static void leave(int preempted) {
  CURRENT->tx_thread_state = preempted ? TX_READY : TX_SUSPENDED;
  _tx_execution_isr_enter();
  _tx_execution_isr_exit();
  _tx_execution_thread_exit();
  CURRENT = 0;
  _tx_execution_thread_exit(); /* from idle */
}
static void enter(int task) {
  CURRENT = &threads[task];
  _tx_execution_thread_enter();
}
#elif defined(RTX)
#include "ipoint/rtx.h"
static osRtxThread_t threads[Tasks];
static void create(int task) { EvrRtxThreadCreated(&threads[task], 0, names[task]); }
static void leave(int preempted) { threads[running].state = preempted ? osRtxThreadReady : osRtxThreadBlocked; }
static void enter(int task) {
  threads[task].state = osRtxThreadRunning;
  EvrRtxThreadSwitched(&threads[task]);
  EvrRtxThreadSwitched(&threads[task]); /* chosen again */
}
#elif defined(RTEMS)
#include "ipoint/rtems.h"
static const User_extensions_Table extension = IPOINT_RTEMS_EXTENSION;
static Thread_Control threads[Tasks];
static Thread_Control idle = {{0x09010001}, 0}, *executing = &idle;
char *rtems_object_get_name(uint32_t id, size_t length, char *name) {
  snprintf(name, length, "%s", names[id - 0x0a010001u]);
  return name;
}
static void create(int task) {
  threads[task].Object.id = 0x0a010001u + (uint32_t)task;
  extension.thread_begin(&threads[task]);
}
static void leave(int preempted) { threads[running].current_state = preempted ? STATES_READY : 8; }
static void enter(int task) {
  extension.thread_switch(executing, &threads[task]);
  executing = &threads[task];
}
#elif defined(OSEK)
#include "ipoint/osek.h"
StatusType GetTaskID(TaskRefType task) {
  *task = (TaskType)running;
  return E_OK;
}
static void create(int task) { ipoint_bare_task_name((uint32_t)task + 1, names[task]); }
static void leave(int preempted) {
  (void)preempted;
  PostTaskHook();
}
static void enter(int task) {
  running = task;
  PreTaskHook();
}
#endif

int work(int n, void (*during)(void));

static void switch_to(int task, int preempted) {
  if (running >= 0)
    leave(preempted);
#ifdef SMP
  /* It goes on on the other core. */
  if (task == Background && running >= 0)
    core = !core;
#endif
  enter(task);
  running = task;
}

static void nothing(void) { now += 10; }

/* The control task takes the CPU, works and waits. */
static void preempt(void) {
  switch_to(Control, 1);
  work(1, nothing);
  switch_to(Background, 0);
}

static FILE *image;
static void put(const void *bytes, uint32_t size) { fwrite(bytes, 1, size, image); }

int main(void) {
  ipoint_bare_start(IPOINT_KEEP_OLDEST, 1000000);
#ifdef SMP
  core = 1;
  ipoint_bare_start(IPOINT_KEEP_OLDEST, 1000000);
  core = 0;
#endif
  create(Control);
  create(Background);
  switch_to(Background, 0);
  work(3, preempt);
  work(1, nothing);
  image = fopen("memory.img", "wb");
  if (!image)
    return 1;
  ipoint_bare_dump(put);
  return fclose(image) != 0;
}
