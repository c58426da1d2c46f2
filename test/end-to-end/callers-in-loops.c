// At level functions no block is of a loop, and a name in a loop stands for more calls than visits: they are the caller's all the same.
// RUN: env IPOINT_DB=%t.db IPOINT_LEVEL=functions IPOINT_TIMED=auto %ipoint_cc gcc -O1 %s -o %t && %ipoint_run --samples none -o %t.windows -- %t
// RUN: %ipoint_report json %t.windows | %python -c "import json, sys; f = json.load(sys.stdin)['functions']; print(*((x['name'], [(f[c['function']]['name'], c['calls'], 'estimated_from' in c) for c in x['callers']]) for x in f), sep='\n')" | FileCheck %s
// RUN: env IPOINT_DB=%t.db IPOINT_LEVEL=functions IPOINT_TIMED=none IPOINT_STORE=sums %ipoint_cc gcc -O1 %s -o %t && %ipoint_run --samples none -o %t.sums -- %t
// RUN: %ipoint_report json %t.sums | %python -c "import json, sys; f = json.load(sys.stdin)['functions']; print(*((x['name'], [(f[c['function']]['name'], c['calls'], 'estimated_from' in c) for c in x['callers']]) for x in f), sep='\n')" | FileCheck %s
// CHECK-DAG: ('work', [('step', 5000, False)])
// CHECK-DAG: ('step', [('main', 5000, True)])
// CHECK-DAG: ('compare', [])
// CHECK-DAG: ('main', [])
#include <stdlib.h>
static volatile unsigned sink;
static void work(unsigned n) {
  while (n--)
    sink = sink * 3 + n;
}
static void step(unsigned n) { work(100 + n % 7); }
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
  int numbers[] = {3, 1, 2};
  qsort(numbers, 3, sizeof *numbers, compare);
  for (unsigned i = 0; i < 5000; i++)
    step(i);
  return 0;
}
