/* What was only observed is proposed; a loop for which any of its proposals is confirmed rests on facts alone.
 * RUN: rm -rf %t && mkdir %t && cd %t && cp %s main.c
 * RUN: env IPOINT_STORE=blocks IPOINT_TIMED=blocks %ipoint_cc gcc -O1 main.c -o main && %ipoint_run -o trace -- ./main
 * RUN: %ipoint_report worst work trace --units=blocks --propose proposed.yaml --all | FileCheck %s
 * RUN: FileCheck --check-prefix=PROPOSED %s < proposed.yaml
 * RUN: %ipoint_report worst work trace --units=blocks --facts proposed.yaml --all | FileCheck --check-prefix=ALL %s
 * RUN: printf 'flow:\n  - loop: work/for.1\n    iterations: 8\n  - loop: work/for.1/body/for.1\n    iterations: 28\n    per: call\n' > call.yaml
 * RUN: %ipoint_report worst work trace --units=blocks --facts call.yaml --all | FileCheck --check-prefix=CALL %s
 * RUN: printf 'flow:\n  - loop: work/for.1\n    iterations: 8\n  - count: work/for.1/body/for.1/body <= 28\n    per: entry of work/for.1\n' > outer.yaml
 * RUN: %ipoint_report worst work trace --units=blocks --facts outer.yaml --all | FileCheck --check-prefix=OUTER %s
 * CHECK: Rests on bounds: {{[1-9]}} only observed
 * PROPOSED: loop: work/for.1/body/for.1
 * ALL: Rests on bounds: {{[0-9]}} declared
 * ALL-NOT: only observed
 * CALL: Rests on bounds: 2 declared
 * CALL-NOT: only observed
 * OUTER: Rests on bounds: 2 declared
 * OUTER-NOT: only observed
 */
static volatile int sink;

__attribute__((noinline)) static void work(int n) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < i; k++)
      sink += k;
}

int main(void) {
  for (int n = 0; n <= 8; n++)
    work(n);
  return 0;
}
// REQ: IP-REQ-072
