/* The least that a probe can do, by hand: for one thread, and a ring whose end is no question (bits of the position are
   cleared). It stands in for the runtime's probe.h, so the probes are at the same places. So that it is a limit, it asks for
   the next page as early as ours do, its memory was touched before (bare-ring.c), and from one probe to the next leads no
   more than a load, an addition and a store. */
#ifndef BARE_PROBE_H
#define BARE_PROBE_H
#define BARE_INLINE static inline __attribute__((always_inline))
/* The ring has 8 MiB. %0 is the slot's offset then. */
#define BARE_ENTER                                                                                                     \
  "movq bare_position(%%rip), %0\n\tleaq 8(%0), %1\n\tmovq %1, bare_position(%%rip)\n\tandl $0x7ffff8, %k0\n\t"
#define BARE_LEAVE "\n\tprefetcht0 bare_ring+512(%0)"
BARE_INLINE void ipoint_timed(unsigned bare_id) {
  unsigned long bare_slot, bare_next;
  __asm__ volatile(BARE_ENTER "rdtsc\n\tmovzbl %%dl, %%edx\n\tshlq $32, %%rdx\n\torq %%rax, %%rdx\n\t"
                              "leaq (%2,%%rdx,2), %%rax\n\tmovq %%rax, bare_ring(%0)" BARE_LEAVE
                   : "=&r"(bare_slot), "=&r"(bare_next)
                   : "r"(((unsigned long)bare_id << 41) + 1)
                   : "rax", "rdx", "cc");
}
enum { ipoint_unit_made = 0 };
typedef unsigned ipoint_sum;
typedef unsigned long ipoint_rounds;
BARE_INLINE void bare_store(unsigned long bare_record) {
  unsigned long bare_slot, bare_next;
  __asm__ volatile(BARE_ENTER "movq %2, bare_ring(%0)" BARE_LEAVE
                   : "=&r"(bare_slot), "=&r"(bare_next)
                   : "r"(bare_record)
                   : "cc");
}
BARE_INLINE void ipoint_untimed(unsigned bare_id) { bare_store((unsigned long)bare_id << 41); }
BARE_INLINE void ipoint_path(unsigned bare_id, ipoint_sum bare_number) {
  bare_store(((unsigned long)bare_id << 41) + ((unsigned long)bare_number << 1));
}
/* Counts that a record has no room for are no question either. */
BARE_INLINE void ipoint_path_counted(unsigned bare_id, ipoint_sum bare_number, ipoint_rounds bare_times,
                                     unsigned bare_bits) {
  bare_store(((unsigned long)bare_id << 41) + (((bare_times << bare_bits) + bare_number) << 1));
}
struct ipoint_unit {
  unsigned words[10];
};
#endif
