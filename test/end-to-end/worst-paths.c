/* Where only entries, exits and bodies of loops are timed, what lies between two of these is a unit: an iteration, by its longest time. So a
 * bound that is larger than what was observed makes the estimate longer, which that of whole calls does not.
 * RUN: rm -rf %t && mkdir %t && cd %t && cp %s main.c
 * RUN: for store in paths blocks; do rm -f ipoint.db; env IPOINT_TIMED=loops IPOINT_STORE=$store %ipoint_cc gcc -O1 -I%runtime_include main.c -o main && \
 * RUN:   %ipoint_run -o $store -- ./main && %ipoint_report worst work $store --units=blocks --to=json -o $store.json || exit 1; \
 * RUN:   printf 'flow:\n  - loop: work/for.1\n    iterations: 20\n' > facts.yaml && \
 * RUN:   %ipoint_report worst work $store --units=blocks --facts facts.yaml --to=json -o more.json && \
 * RUN:   %ipoint_report worst work $store --units=functions --facts facts.yaml --to=json -o calls.json && \
 * RUN:   %python %S/Inputs/worst-paths.py $store.json more.json calls.json || exit 1; done
 */
static volatile int sink;

static void odd(void) {
  for (int i = 0; i < 50; i++)
    sink++;
}

__attribute__((noinline)) void work(int n) {
  if (n < 0)
    return;
  for (int i = 0; i < n; i++) {
    if (i & 1)
      odd();
    else
      sink += n;
    sink--;
  }
}

int main(void) {
  for (int i = 0; i < 5; i++)
    work(10);
  return 0;
}
// REQ: IP-REQ-070
