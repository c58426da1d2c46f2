// Bounds of loops that follow from the source. Each loop has a function, whose name has what is known of it: exact_N_… is reached,
// below_N_… is not, as something leaves the loop before, and for none_… nothing may be derived, mostly because it can go on for longer.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: for o in -O0 -O2; do for std in gnu99 gnu17; do rm -rf db trace; env IPOINT_STORE=blocks IPOINT_TIMED=none IPOINT_DB=db %ipoint_cc gcc -std=$std $o -w %s -o program && %ipoint_run --samples none -o trace -- ./program && %ipoint_report json --all --db db trace -o report.json && %python %S/Inputs/derived-bounds.py db report.json || exit 1; done; done > tried.txt
// RUN: FileCheck %s < tried.txt
// RUN: env IPOINT_LEVEL=loops IPOINT_TIMED=none IPOINT_STORE=sums IPOINT_DB=sums.db %ipoint_cc gcc -w %s -o program && sqlite3 sums.db "SELECT name, derived FROM loops ORDER BY id" > sums.txt
// RUN: sqlite3 db "SELECT name, derived FROM loops ORDER BY id" | cmp - sums.txt
// CHECK-COUNT-4: 8 below, 53 exact, 51 none
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { Size = 12, First = 3 };
#define COUNT 7
static const int Constant = 9;
static const volatile int Calibrated = 6;
__attribute__((weak)) const int Replaceable = 5;
static int table[20];
static volatile int sink;
static jmp_buf Before;
static void use(int x) { sink += x; }
static void change(void *x) { ++*(char *)x; }

//===-- What is counted -----------------------------------------------------===//

void exact_64_up(void) { for (int i = 0; i < 64; i++) use(i); }
void exact_65_up_to(void) { int i; for (i = 0; i <= 64; ++i) use(i); }
void exact_22_by_three(void) { for (int i = 0; i < 64; i += 3) use(i); }
void exact_5_by_assignment(void) { for (int i = 0; i < 10; i = i + 2) use(i); }
void exact_4_from_the_other_side(void) { for (int i = 0; i < 10; i = 3 + i) use(i); }
void exact_10_down(void) { for (int i = 10; i > 0; i--) use(i); }
void exact_11_down_to(void) { for (int i = 10; i >= 0; --i) use(i); }
void exact_6_down_by_two(void) { for (int i = 10; i >= 0; i -= 2) use(i); }
void exact_7_down_past(void) { for (int i = 10; i > -4; i = i - 2) use(i); }
void exact_10_until_zero(void) { for (int i = 10; i; i--) use(i); }
void exact_10_unequal(void) { for (int i = 0; i != 10; i++) use(i); }
void exact_5_unequal_by_two(void) { for (unsigned i = 20; i != 10; i -= 2) use(i); }
void exact_10_swapped(void) { for (int i = 0; 10 > i; i++) use(i); }
void exact_7_doubled(void) { for (int i = 1; i < 100; i *= 2) use(i); }
void exact_5_tripled(void) { for (long i = 1; i <= 100; i = i * 3) use(i); }
void exact_8_bits(void) { for (unsigned m = 0x80; m; m >>= 1) use(m); }
void exact_8_bits_up(void) { for (uint8_t m = 1; m; m <<= 1) use(m); }
void exact_32_bits_up(void) { for (uint32_t m = 1; m != 0; m = m << 1) use(m); }
void exact_7_halved(void) { for (int i = 100; i > 0; i /= 2) use(i); }
void exact_12_enumerator(void) { for (int i = 0; i < Size; i++) use(i); }
void exact_4_from_enumerator(void) { for (int i = First; i < COUNT; i++) use(i); }
void exact_9_constant(void) { for (int i = 0; i < Constant; i++) use(i); }
void exact_20_size(void) { for (size_t i = 0; i < sizeof table / sizeof *table; i++) use(table[i]); }
void exact_20_mixed_signs(void) { for (int i = 0; i < sizeof table / sizeof *table; i++) use(table[i]); }
void exact_255_narrow(void) { for (uint8_t i = 0; i < 255; i++) use(i); }
void exact_200_signed_narrow(void) { for (int8_t i = -100; i < 100; i++) use(i); }
void exact_0_never(void) { for (int i = 5; i < 5; i++) use(i); }
void exact_3_two_variables(void) { int i, j; for (i = 0, j = 9; i < j && i < 3; i++, j--) use(i); }
void exact_2_less_of_both(void) { for (int i = 0, j = 4; i < 10 && j > 0; i++, j -= 2) use(i); }
void exact_4_chain(void) { int i, j; for (i = j = 0; i < 4; i++) use(j); }
void exact_6_inner(void) { for (int i = 0; i < 6; i++) for (int j = 0; j < 6; j++) use(j); }
void exact_5_cast(void) { for (int i = 0; (unsigned)i < 5u; i++) use(i); }
void exact_5_void(void) { for (int i = 0; i < 5; i++) { (void)i; use(1); } }
void exact_5_step_in_body(void) { for (int i = 0; i < 5;) { use(i); i++; } }
void exact_6_while(void) { int i = 0; while (i < 6) { use(i); i++; } }
void exact_6_while_in_index(void) { int i = 0; while (i < 6) table[i++] = 1; }
void exact_6_while_assigned(void) { int i; i = 6; while (i > 0) { use(i); --i; } }
void exact_7_while_behind(void) { int i = 7; while (i--) use(i); }
void exact_6_while_before(void) { int i = 7; while (--i) use(i); }
void exact_7_for_behind(void) { for (unsigned i = 7; i-- > 0;) use(i); }
void exact_4_while_less(void) { int i = 9; while ((i -= 2) > 0) use(i); }
void exact_6_do(void) { int i = 0; do { use(i); i++; } while (i < 6); }
void exact_1_do_once(void) { int i = 6; do { use(i); i++; } while (i < 6); }
void exact_7_do_before(void) { int i = 7; do use(i); while (--i); }
void exact_8_do_behind(void) { int i = 7; do use(i); while (i--); }
void exact_3_conditional_inside(void) { for (int i = 0; i < 3; i++) { if (i == 1) continue; use(i); } }
void exact_3_goto_inside(void) { for (int i = 0; i < 3; i++) { if (i == 1) goto next; use(i); next:; } }
void exact_4_switch_inside(void) { for (int i = 0; i < 4; i++) switch (i) { case 1: use(1); break; default: use(2); } }
void exact_3_entered_twice(int again) { int i; retry: for (i = 0; i < 3; i++) use(i); if (again--) goto retry; }
void exact_5_other_addressed(void) { int n = 3; change(&n); for (int i = 0; i < 5; i++) use(n); }
void exact_5_parameter(int i) { for (i = 0; i < 5; i++) use(i); }
void exact_10_unsigned_start(unsigned from) { for (unsigned i = from; i < 10; i++) use(i); }

//===-- What is left before -------------------------------------------------===//

void below_64_break(void) { for (int i = 0; i < 64; i++) if (i == 5) break; }
void below_64_return(void) { for (int i = 0; i < 64; i++) if (i == 5) return; }
void below_64_goto(void) { for (int i = 0; i < 64; i++) if (i == 5) goto out; out: use(1); }
void below_64_and(int n) { for (int i = 0; i < 64 && i < n; i++) use(i); }
void below_64_and_first(int n) { for (int i = 0; i < n && i < 64; i++) use(i); }
void below_10_unsigned_start(unsigned from) { for (unsigned i = from; i < 10; i++) use(i); }
void below_12_by_two(unsigned from) { for (unsigned i = from; i <= 23; i += 2) use(i); }
void below_9_while(void) { int i = 9; while (i-- > 0) if (sink == -1 || i == 3) break; }

//===-- What may go on ------------------------------------------------------===//

void none_variable(int n) { for (int i = 0; i < n; i++) use(i); }
void none_start(int from) { for (int i = from; i < 3; i++) use(i); }
void none_volatile_bound(void) { for (int i = 0; i < Calibrated; i++) use(i); }
void none_weak_bound(void) { for (int i = 0; i < Replaceable; i++) use(i); }
void none_volatile(void) { for (volatile int i = 0; i < 3; i++) use(i); }
void none_static(void) { static int i; for (i = 0; i < 3; i++) use(i); }
void none_address(void) { int i; for (i = 0; i < 50; i++) change(&i); }
void none_address_before(void) { int i, *p = &i; for (i = 0; i < 50; i++) ++*p; }
void none_address_behind(int again) {
  int i = 0;
  char *p = 0;
  do {
    for (i = 0; i < 5; i++)
      if (p)
        --*p;
    p = again == 1 ? (char *)&i : 0;
    if (i > 9)
      return;
  } while (again--);
}
void none_assigned(void) { int back = 3; for (int i = 0; i < 5; i++) if (i == 3 && back-- > 0) i = 0; }
void none_decreased(void) { int back = 3; for (int i = 0; i < 5; i++) if (i == 3 && back-- > 0) i--; }
void none_in_arguments(void) { int back = 3; for (int i = 0; i < 5; i++) use(back-- > 0 ? i-- : i); }
void none_asm(void) { for (int i = 0; i < 50; i++) __asm__("addl $1, %0" : "+r"(i)); }
void none_wraps(void) { int n = 0; for (uint8_t i = 0; i < 300; i++) if (++n == 1000) break; }
void none_wraps_to(void) { int n = 0; for (uint8_t i = 0; i <= 255; i++) if (++n == 1000) break; }
void none_wraps_below(void) { int n = 0; for (unsigned i = 10; i >= 0; i--) if (++n == 1000) break; }
void none_wraps_by_two(void) { int n = 0; for (unsigned i = 5; i > 0; i -= 2) if (++n == 1000) break; }
void none_overflows(void) { int n = 0; for (int i = 2147483640; i <= 2147483647; i++) if (++n == 5) break; }
void none_misses(void) { int n = 0; for (unsigned i = 0; i != 9; i += 2) if (++n == 1000) break; }
void none_goes_away(void) { int n = 0; for (int i = 5; i > 0; i++) if (++n == 1000) break; }
void none_stands(void) { int n = 0; for (int i = 0; i < 9; i += 0) if (++n == 1000) break; }
void none_stays_zero(void) { int n = 0; for (int i = 0; i < 9; i *= 2) if (++n == 1000) break; }
void none_shifts_negative(void) { int n = 0; for (int i = -8; i; i >>= 1) if (++n == 1000) break; }
void none_signed_to_unsigned(void) { int n = 0; for (int i = 5; i >= 0u; i--) if (++n == 1000) break; }
void none_negative_to_unsigned(void) { for (int i = -3; i != 4u; i++) use(i); }
void none_narrow_cast(void) { int n = 0; for (int i = 0; (int8_t)i < 127; i += 2) if (++n == 1000) break; }
void none_real(void) { for (float x = 0; x < 3; x += 1) use(1); }
void none_real_step(void) { for (int i = 10; i > 0; i *= 0.5) use(1); }
void none_or(int n) { for (int i = 0; i < 3 || i < n; i++) use(i); }
void none_conditional_step(void) { int n = 0; for (int i = 0; i < 5;) { if (n++ & 1) i++; } }
void none_step_behind_and(void) { int n = 0; int i = 0; while (i < 5) { n++ > 20 && i++; } }
void none_step_in_choice(void) { int n = 0; int i = 0; while (i < 5) use(n++ > 20 ? i++ : 0); }
void none_continue(void) { int n = 0; int i = 0; while (i < 5) { if (n++ < 20) continue; i++; } }
void none_continue_do(void) { int n = 0; int i = 0; do { if (n++ < 20) continue; i++; } while (i < 5); }
void none_goto_over(void) { int n = 0; int i = 0; while (i < 5) { if (n++ < 20) goto over; i++; over:; } }
void none_entered_inside(int x) { int i = -20; if (x) goto in; for (i = 0; i < 5; i++) { in: use(i); } }
void none_entered_by_switch(int x) { int i = -20; switch (x) { case 0: for (i = 0; i < 5; i++) { default: use(i); } } }
void none_entered_by_address(int x) { static void *to[] = {&&in, &&out}; int i = -20; goto *to[x]; for (i = 0; i < 5; i++) { in: use(i); } out:; }
void none_entered_again(void) { int i = 0, n = 3; goto in; out: i = -5; goto in; for (i = 0; i < 5; i++) { in: if (i == 4 && n-- > 0) goto out; } }
void none_behind_other(void) { int i = 0; use(i); i -= 5; while (i < 5) { use(i); i++; } }
void none_in_label(int x) { int i = -20; if (x) goto in; i = 0; in: while (i < 5) { use(i); i++; } }
void none_length(int n) { int i; for (i = 0; i < 50; i++) { int (*rows)[i++ + n]; use(sizeof *rows); } }
void none_length_of_cast(int n) { int i; for (i = 0; i < 50; i++) use(sizeof *(int (*)[i++ + n])0); }
void none_returned_twice(void) { volatile int n = 0; int i; for (i = 0; i < 5; i++) { if (setjmp(Before) == 0 && n++ == 0) longjmp(Before, 1); } }
void none_statements(void) { int n = 0; for (int i = 0; ({ if (n++ < 20) i = 0; i; }) < 5 && n < 30; i++) use(i); }
void none_cleaned_up(void) { __attribute__((cleanup(change))) int i = 0; while (i < 5) i++; }
void none_pointer(void) { for (int *p = table; p < table + 5; p++) use(*p); }
void none_two_steps(void) { for (int i = 0; i < 50; i++, i++) use(i); }
void none_forever(void) { for (int i = 0;; i++) if (i == 9) break; }
void none_global(void) { for (sink = 0; sink < 5; sink++) ; }

int main(void) {
  exact_64_up(); exact_65_up_to(); exact_22_by_three(); exact_5_by_assignment(); exact_4_from_the_other_side(); exact_10_down(); exact_11_down_to();
  exact_6_down_by_two(); exact_7_down_past(); exact_10_until_zero(); exact_10_unequal(); exact_5_unequal_by_two(); exact_10_swapped(); exact_7_doubled();
  exact_5_tripled(); exact_8_bits(); exact_8_bits_up(); exact_32_bits_up(); exact_7_halved(); exact_12_enumerator(); exact_4_from_enumerator();
  exact_9_constant(); exact_20_size(); exact_20_mixed_signs(); exact_255_narrow(); exact_200_signed_narrow(); exact_0_never(); exact_3_two_variables();
  exact_2_less_of_both(); exact_4_chain(); exact_6_inner(); exact_5_cast(); exact_5_void(); exact_5_step_in_body(); exact_6_while(); exact_6_while_in_index();
  exact_6_while_assigned(); exact_7_while_behind(); exact_6_while_before(); exact_7_for_behind(); exact_4_while_less(); exact_6_do(); exact_1_do_once();
  exact_7_do_before(); exact_8_do_behind(); exact_3_conditional_inside(); exact_3_goto_inside(); exact_4_switch_inside(); exact_3_entered_twice(1);
  exact_5_other_addressed(); exact_5_parameter(3); exact_10_unsigned_start(0); below_64_break(); below_64_return(); below_64_goto(); below_64_and(5);
  below_64_and_first(5); below_10_unsigned_start(4); below_12_by_two(3); below_9_while(); none_variable(3); none_start(-9); none_volatile_bound();
  none_weak_bound(); none_volatile(); none_static(); none_address(); none_address_before(); none_address_behind(1); none_assigned(); none_decreased();
  none_in_arguments(); none_asm(); none_wraps(); none_wraps_to(); none_wraps_below(); none_wraps_by_two(); none_overflows(); none_misses(); none_goes_away();
  none_stands(); none_stays_zero(); none_shifts_negative(); none_signed_to_unsigned(); none_negative_to_unsigned(); none_narrow_cast(); none_real();
  none_real_step(); none_or(3); none_conditional_step(); none_step_behind_and(); none_step_in_choice(); none_continue(); none_continue_do(); none_goto_over();
  none_entered_inside(1); none_entered_by_switch(1); none_entered_by_address(0); none_entered_again(); none_behind_other(); none_in_label(1); none_length(3);
  none_length_of_cast(3); none_returned_twice(); none_statements(); none_cleaned_up(); none_pointer(); none_two_steps(); none_forever(); none_global();
  return 0;
}
