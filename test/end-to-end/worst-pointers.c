/* Where a loop has no ipoints, its calls are those of the block that it lies in, which may call the same function elsewhere, too: by its
 * name and through a pointer they count as often as was observed of a visit.
 * RUN: rm -rf %t && mkdir %t && cd %t && cp %s main.c
 * RUN: env IPOINT_LEVEL=functions IPOINT_TIMED=functions IPOINT_STORE=blocks %ipoint_cc gcc -O1 -fno-inline main.c -o main && %ipoint_run -o trace -- ./main
 * RUN: %ipoint_report worst work trace --units=functions --to=json -o worst.json
 * RUN: %python -c "import json; print(*sorted((p['at']['function'], p['count']) for p in json.load(open('worst.json'))['path']))" | FileCheck %s
 * CHECK: ('named', 11) ('pointed_at', 11) ('work', 1)
 */
static volatile int sink;

static void named(void) {
  for (int i = 0; i < 2000; i++)
    sink++;
}

static void pointed_at(int step) {
  for (int i = 0; i < 2000; i++)
    sink += step;
}

static void (*volatile hook)(int) = pointed_at;

static void work(int n) {
  named();
  hook(3);
  for (int i = 0; i < n; i++) {
    named();
    hook(3);
  }
}

int main(void) {
  for (int n = 6; n <= 10; n++)
    work(n);
  return 0;
}
