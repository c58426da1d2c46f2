/* The least that a probe can do, by hand: for one thread, and a ring whose end is no question (one bit of the cursor is
   cleared). It stands in for the runtime's probe.h, so the probes are at the same places. */
#ifndef BARE_PROBE_H
#define BARE_PROBE_H
#define BARE_INLINE static inline __attribute__((always_inline))
/* The ring has 8 MiB and begins at a multiple of 16 MiB. */
#define BARE_NEXT "addq $8, %0\n\tbtrq $23, %0\n\tmovq %0, bare_cursor(%%rip)"
BARE_INLINE void ipoint_timed(unsigned bare_id) {
  unsigned long bare_slot;
  __asm__ volatile("movq bare_cursor(%%rip), %0\n\trdtsc\n\tmovzbl %%dl, %%edx\n\tshlq $32, %%rdx\n\torq %%rax, %%rdx\n\t"
                   "leaq (%1,%%rdx,2), %%rax\n\tmovq %%rax, (%0)\n\t" BARE_NEXT
                   : "=&r"(bare_slot)
                   : "r"(((unsigned long)bare_id << 41) + 1)
                   : "rax", "rdx", "cc");
}
BARE_INLINE void ipoint_untimed(unsigned bare_id) {
  unsigned long bare_slot;
  __asm__ volatile("movq bare_cursor(%%rip), %0\n\tmovq %1, (%0)\n\t" BARE_NEXT
                   : "=&r"(bare_slot)
                   : "r"((unsigned long)bare_id << 41)
                   : "cc");
}
struct ipoint_unit {
  unsigned words[10];
};
#endif
