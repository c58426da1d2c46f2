// What the report says of counted loops is what it says of block records: visits, transitions, iterations, calls; also where a
// record has no room for the count. Their paths are listed once, however often the loop went round.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: for timed in none functions; do for records in blocks paths; do IPOINT_DB=%t/$records-$timed.db IPOINT_TIMED=$timed IPOINT_STORE=$records %ipoint_cc gcc -O2 -w %s -o $records && %ipoint_run -o $records-$timed.trace -- ./$records > out 2>> err && %ipoint_report json $records-$timed.trace -o $records-$timed.json || exit 1; done; done
// RUN: sqlite3 paths-none.db "SELECT name, stride > 1 << 19 FROM functions WHERE stride ORDER BY name" | FileCheck %s --check-prefix=STRIDES
// STRIDES: find|0
// STRIDES-NEXT: large|1
// RUN: %python -c "$(sed -n 's,^// PY: ,,p' %s)"
// PY: import json
// PY: def facts(report):
// PY:     for f in report["functions"]:
// PY:         loops = [{k: v for k, v in l.items()} for l in f["loops"]]
// PY:         blocks = [(b["name"], b["visits"], [(n["block"], n["count"]) for n in b.get("next", [])]) for b in f["blocks"]]
// PY:         yield f["name"], f["calls"], blocks, loops
// PY: for timed in ("none", "functions"):
// PY:     blocks, paths = (json.load(open(f"{records}-{timed}.json")) for records in ("blocks", "paths"))
// PY:     assert list(facts(blocks)) == list(facts(paths)), (list(facts(blocks)), list(facts(paths)))
// PY:     assert paths["totals"]["records"] * 100 < blocks["totals"]["records"]
// PY:     calls = [[(p["function"], p["parent"], p["calls"]) for p in r["call_paths"]] for r in (blocks, paths)]
// PY:     assert calls[0] == calls[1]
// PY:     functions = {f["name"]: f for f in paths["functions"]}
// PY:     taken = sorted(functions["find"]["paths"], key=lambda p: p["count"])
// PY:     assert [(p["count"], p["rounds"]["count"]) for p in taken] == [(3, 48), (12, 66)], taken
// PY:     assert all(p["blocks"][p["rounds"]["behind"]] == p["rounds"]["blocks"][-1] == "for.1/condition" for p in taken)
// PY:     large = [p for p in functions["large"]["paths"] if p["rounds"] and p["rounds"]["count"]]
// PY:     assert len(large) == 1 and large[0]["count"] == 2 and large[0]["rounds"]["count"] == 999999, large
// RUN: %ipoint_report text --function find paths-none.trace | sed 's/  */ /g' | FileCheck %s
// CHECK: 2 paths were taken, each from a record to the next; ( )* is gone round
// CHECK: taken share rounds blocks
// CHECK-NEXT: 12 80.0 % 66 entry > for.1/condition > (for.1/body > for.1/body/if.1/join > for.1/condition)* > for.1/body > for.1/body/if.1/then > for.1/join > return.1/exit
// CHECK-NEXT: 3 20.0 % 48 entry > for.1/condition > (for.1/body > for.1/body/if.1/join > for.1/condition)* > for.1/join > return.1/exit
#include <stdio.h>

__attribute__((noinline)) static int find(int n) {
  int i;
  for (i = 0; i < 16; i++)
    if (i == n)
      break;
  return i;
}

#define BIT(N)                                                                                                                 \
  if (n >> N & 1)                                                                                                              \
    s ^= N + 1;

// Its numbers leave few bits to the count.
__attribute__((noinline)) static int large(int n, int rounds) {
  int s = n;
  while (--rounds > 0)
    s += rounds;
  BIT(0) BIT(1) BIT(2) BIT(3) BIT(4) BIT(5) BIT(6) BIT(7) BIT(8) BIT(9) BIT(10) BIT(11)
  BIT(12) BIT(13) BIT(14) BIT(15) BIT(16) BIT(17) BIT(18) BIT(19) BIT(20) BIT(21)
  return s;
}

int main(void) {
  int n, s = 0;
  for (n = 0; n < 12; n++)
    s += find(n);
  for (n = 16; n < 19; n++)
    s += find(n);
  s += large(0x2a5a5a, 1000000) + large(0x2a5a5a, 1);
  printf("%d\n", s);
  return 0;
}
// REQ: IP-REQ-012
