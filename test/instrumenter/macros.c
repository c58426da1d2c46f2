// Preprocessed text has no macros, so code in them gets its probes; in source mode what lies in a macro's
// body is listed instead, and what only begins or ends with a macro is not lost.
// RUN: rm -f %t*.db && sh %S/Inputs/same-through-cc.sh %ipoint_cc %s %t -std=c99 -Wall -Wextra -Werror
// RUN: sqlite3 %t.db "SELECT count(*) FROM places_not_instrumented" | FileCheck %s --check-prefix=PREPROCESSED
// PREPROCESSED: {{^}}0{{$}}
// RUN: %ipoint_instrument --db %t.source.db --plan %s | FileCheck %s --check-prefix=SOURCE
// RUN: %ipoint_instrument --db %t.source.db %s -o %t.c
// RUN: sh %S/Inputs/same-output.sh %s %t.c %t "%cc -std=c99 -Wall -Wextra -Werror" "%link_runtime"
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>

#define CLAMP(x) do { if ((x) > 9) (x) = 9; } while (0)
#define EACH(i, n) for (int i = 0; i < (n); ++i)
#define FAIL return -1

static bool valid(int x) { return x > 0 ? true : false; }

// SOURCE-LABEL: run:
// SOURCE: timed then if.1/then:
// SOURCE: timed body for.1/body:
// SOURCE: no probe at line {{[0-9]+}}: lies in a macro
static int run(int n) {
  int sum = 0;
  assert(n < 1000 && "not too many");
  if (!valid(n))
    FAIL;
  EACH(i, n)
    sum += i;
  CLAMP(sum);
  return sum;
}

int main(void) {
  printf("%d %d %d %s:%d\n", run(-1), run(3), run(30), __func__, __LINE__);
  return 0;
}
