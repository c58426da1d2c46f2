/* A budget of the WCET estimate is held against the longest path; it is not judged where there is no estimate, or of what has none.
 * RUN: rm -rf %t && mkdir %t && cd %t && cp %s main.c
 * RUN: env IPOINT_STORE=blocks IPOINT_TIMED=blocks %ipoint_cc gcc -O0 main.c -o main && %ipoint_run -o trace -- ./main
 * RUN: printf 'budgets:\n  - functions: parse\n    time: 100 s\n    by: worst\n  - functions: parse\n    time: 1 ticks\n    by: worst\n' > limits.yaml
 * RUN: not %ipoint_report check trace --all --config limits.yaml | FileCheck %s
 * CHECK-DAG: main.c:{{[0-9]+}}: kept: parse took {{[0-9.]+ .*}}, of 100 s (inclusive time, WCET estimate)
 * CHECK-DAG: main.c:{{[0-9]+}}: broken: parse took {{[0-9,.]+}} ticks, more than 1 ticks (inclusive time, WCET estimate)
 * RUN: printf 'budgets:\n  - functions: parse\n    time: 100 s\n  - functions: parse\n    blocks: if.1/then\n    time: 1 s\n    by: worst\n' > block.yaml
 * RUN: %ipoint_report check trace --config block.yaml | FileCheck --check-prefix=BLOCK %s
 * RUN: not %ipoint_report check trace --config block.yaml --strict
 * BLOCK: not judged: parse/if.1/then: a WCET estimate is of a function's calls, with all that they call
 * RUN: printf 'budgets:\n  - functions: parse\n    time: 100 s\n  - functions: parse\n    time: 100 s\n    by: worst\nflow:\n  - never: parse/if.1/then\n' > never.yaml
 * RUN: %ipoint_report check trace --config never.yaml | FileCheck --check-prefix=NEVER %s
 * NEVER: not judged: parse: no WCET estimate: a run has violated a fact: never.yaml: line 8: never: parse/if.1/then
 */
static volatile int sink;

static int parse(int n) {
  if (n & 1)
    sink = n;
  for (int i = 0; i < n; i++)
    sink += i;
  return sink;
}

int main(void) {
  for (int n = 0; n < 10; n++)
    parse(n);
  return 0;
}
