/* The longest path takes what no observed call took in one: it is named, with the nearest observed call. What was seen together, excludes
 * each other by a fact, or is only known by sums is not.
 * RUN: rm -rf %t && mkdir %t && cd %t && cp %s main.c
 * RUN: env IPOINT_STORE=blocks IPOINT_TIMED=blocks %ipoint_cc gcc -O1 -I%runtime_include main.c -o main && %ipoint_run -o trace -- ./main && %ipoint_run -o all -- ./main all
 * RUN: %ipoint_report worst work trace --units=blocks --width=300 > text && sed -i "s/main.c:[0-9]\+/@/g" text && FileCheck --check-prefix=TEXT %s < text
 * RUN: %ipoint_report worst work trace --units=blocks --to=json | FileCheck --check-prefix=JSON %s
 * RUN: %ipoint_report worst work trace all --units=blocks | FileCheck --check-prefix=SEEN %s
 * RUN: %ipoint_report worst work trace --units=blocks --observed=totals --width=300 | FileCheck --check-prefix=MIXED %s
 * RUN: printf 'flow:\n  - not-both: [pair/if.1/then, pair/if.2/then]\n' > facts.yaml
 * RUN: %ipoint_report worst work trace --units=blocks --facts facts.yaml | FileCheck --check-prefix=FACT %s
 * RUN: %ipoint_report profile trace -o trace.profile && %ipoint_report worst work trace.profile --units=blocks | FileCheck --check-prefix=SEEN %s
 * TEXT: Test next an input
 * TEXT: a call of pair (@) that executes both if.1/then (@) and if.2/then (@): no observed call did
 * TEXT-NEXT: a call of three (@) that executes all of if.1/then (@), if.2/then (@) and if.3/then (@): no observed call did
 * TEXT-NEXT: a call of four (@) that executes all of if.1/then (@), if.2/then (@), if.3/then (@) and if.4/then (@): no observed call did
 * TEXT: Never seen together, and on the path
 * TEXT-NEXT: pair (@): if.1/then (@) and if.2/then (@); the nearest call executed 4 of its 5 blocks on the path, {{[0-9.]+}} % of their time, without if.{{[12]}}/then (@)
 * TEXT-NEXT: three (@): if.1/then (@), if.2/then (@) and if.3/then (@); the nearest call executed 6 of its 7 blocks
 * TEXT-NEXT: four (@): if.1/then (@), if.2/then (@), if.3/then (@) and if.4/then (@); the nearest call executed 8 of its 9 blocks
 * TEXT-NOT: either (@): if.1
 * JSON: "never_together": [
 * JSON: "function": "pair"
 * JSON: "blocks": [
 * JSON: "block": "if.1/then"
 * JSON: "block": "if.2/then"
 * JSON: "on_path": 5
 * JSON: "nearest_lacks": [
 * JSON: "nearest_share": 0.{{[0-9]+$}}
 * JSON: "test_next": [
 * MIXED: WCET estimate
 * MIXED-NOT: call of mixed
 * SEEN: WCET estimate
 * SEEN-NOT: no observed call did
 * SEEN-NOT: Never seen together
 * FACT-NOT: call of pair {{.*}}both
 * FACT: Never seen together
 * FACT-NEXT: three
 */
static volatile int sink;

static void slow(void) {
  for (int i = 0; i < 100; i++)
    sink++;
}

__attribute__((noinline)) static void pair(int a, int b) {
  if (a)
    slow();
  sink++;
  if (b)
    slow();
}

/* Of each two of three, but not of all. */
__attribute__((noinline)) static void three(int a) {
  if (a & 1)
    slow();
  if (a & 2)
    slow();
  if (a & 4)
    slow();
}

/* Of each three of four. */
__attribute__((noinline)) static void four(int a) {
  if (a & 1)
    slow();
  if (a & 2)
    slow();
  if (a & 4)
    slow();
  if (a & 8)
    slow();
}

/* One call takes the one way, the other call the other one, on the path as well. */
__attribute__((noinline)) static void either(int a) {
  if (a)
    slow();
  else
    slow();
}

/* On the path half of its calls take the one way, which has many executions, and half the other one. */
__attribute__((noinline)) static void mixed(int a) {
  if (a)
    for (int i = 0; i < 100; i++)
      sink++;
  else
    slow();
}

__attribute__((noinline)) void work(int a) {
  pair(a & 1, a & 2);
  three(a >> 2);
  four(a >> 5);
  either(1);
  either(0);
  for (int i = 0; i < 4; i++)
    mixed(i & 1);
}

int main(int argc, char **argv) {
  (void)argv;
  work(1 | 3 << 2 | 7 << 5);
  work(2 | 5 << 2 | 11 << 5);
  work(1 | 6 << 2 | 13 << 5);
  work(2 | 6 << 2 | 14 << 5);
  if (argc > 1)
    work(3 | 7 << 2 | 15 << 5);
  return 0;
}
