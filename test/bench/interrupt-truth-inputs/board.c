/* The board, mps2-an385 as QEMU has it; never instrumented. Clocks: one half of
 * the dual timer is what probes read, divided as the scene says; the other
 * counts 25 MHz, undivided, and interrupts are due by it. The two plain timers
 * are the sources of interrupts, the second of a higher priority. */
#include "scene.h"

#include "ipoint/bare.h"

#define DUAL ((volatile uint32_t *)0x40002000) /* load, value, control */
#define RECORDED (&DUAL[0])
#define SCHEDULE (&DUAL[8])
#define TIMER0 ((volatile uint32_t *)0x40000000) /* control, value, reload, */
#define TIMER1 ((volatile uint32_t *)0x40001000) /* clear */
#define TIMER0_IRQ 8
#define TIMER1_IRQ 9
#define NVIC_ENABLE ((volatile uint32_t *)0xE000E100)
#define NVIC_DISABLE ((volatile uint32_t *)0xE000E180)
#define NVIC_PRIORITY ((volatile uint8_t *)0xE000E400)

static struct source {
  const struct entry *next;
  volatile uint32_t *timer;
} sources[SOURCES];
/* Written behind the recording, for the bench. */
static struct {
  uint32_t taken[SOURCES]; /* interrupts that came */
  uint32_t elapsed;        /* from the first possible one to the last */
} facts;
static uint32_t begin;

static uint32_t elapsed(void) { return begin - SCHEDULE[1]; }

/* Sets the timer for the entry; if it is late already, as soon as can be. */
static inline void await(const struct entry *entry, volatile uint32_t *timer) {
  int32_t wait = (int32_t)(entry->at - elapsed());
  timer[1] = wait < 4 ? 4 : (uint32_t)wait;
}

static inline __attribute__((always_inline)) void serve(uint32_t number) {
  struct source *source = &sources[number];
  const struct entry *entry = source->next++;
  source->timer[3] = 1;
  facts.taken[number]++;
  await(entry + 1, source->timer);
  SPIN(entry->instructions);
}

static void timer0_handler(void) { serve(0); }
static void timer1_handler(void) { serve(1); }

static void start_interrupts(void) {
  sources[0].timer = TIMER0;
  sources[1].timer = TIMER1;
  NVIC_PRIORITY[TIMER0_IRQ] = 64;
  NVIC_PRIORITY[TIMER1_IRQ] = 32;
  begin = SCHEDULE[1];
  for (uint32_t i = 0; i < SOURCES; i++) {
    sources[i].next = (const struct entry *)SCENE->entries[i];
    if (!SCENE->on[i])
      continue;
    sources[i].timer[2] = 0; /* once, not again and again */
    await(sources[i].next, sources[i].timer);
    sources[i].timer[0] = 9;
    NVIC_ENABLE[0] = 1u << (TIMER0_IRQ + i);
  }
}

static int semihost(int operation, const void *argument) {
  register int r0 __asm__("r0") = operation;
  register const void *r1 __asm__("r1") = argument;
  __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
  return r0;
}

static int file;

static void put(const void *bytes, uint32_t size) {
  const void *const arguments[] = {(void *)file, bytes, (void *)size};
  semihost(5, arguments); /* SYS_WRITE */
}

static void open_file(const char *name, uint32_t length) {
  const void *const arguments[] = {name, (void *)5, (void *)length};
  file = semihost(1, arguments); /* SYS_OPEN, "wb" */
}

static void run(void) {
  static const uint32_t exit[] = {0x20026, 0}; /* ADP_Stopped_ApplicationExit */
  for (uint32_t i = 0; i < STREAMS; i++)
    next[i] = (const uint16_t *)SCENE->streams[i];
  RECORDED[0] = SCHEDULE[0] = 0xffffffffu;
  RECORDED[2] = 0x82u | SCENE->control; /* runs freely, 32 bits */
  SCHEDULE[2] = 0x82u;
  ipoint_bare_use_timer(&RECORDED[1], 0xffffffffu, 32);
  ipoint_bare_start(IPOINT_KEEP_OLDEST, SCENE->rate);
  start_interrupts();
  programs[SCENE->program](SCENE->iterations);
  NVIC_DISABLE[0] = 1u << TIMER0_IRQ | 1u << TIMER1_IRQ;
  facts.elapsed = elapsed();
  open_file("memory.img", 10);
  ipoint_bare_dump(put);
  semihost(2, &file); /* SYS_CLOSE */
  open_file("facts.img", 9);
  put(&facts, sizeof facts);
  semihost(2, &file);
  semihost(0x20, exit); /* SYS_EXIT_EXTENDED */
}

extern uint32_t stack_top, bss_begin[], bss_end[];

static void reset(void) {
  for (uint32_t *word = bss_begin; word < bss_end; word++)
    *word = 0;
  run();
  for (;;)
    ;
}

static void fault(void) {
  for (;;)
    ;
}

__attribute__((section(".vectors"),
               used)) static const void *const vectors[16 + TIMER1_IRQ + 1] = {
    &stack_top,
    reset,
    [2] = fault,
    [3] = fault,
    [16 + TIMER0_IRQ] = timer0_handler,
    [16 + TIMER1_IRQ] = timer1_handler,
};
