// The paths that a function took: how often each; how long, where each call has a time; and those of the longest call.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: for timed in none functions; do IPOINT_DB=%t/$timed.db IPOINT_TIMED=$timed %ipoint_cc gcc -O1 -w %s -o $timed && %ipoint_run -o $timed.trace -- ./$timed 2>> err && %ipoint_report json $timed.trace -o $timed.json && %ipoint_report text --function pick $timed.trace > $timed.txt || exit 1; done
// RUN: %python -c "$(sed -n 's,^// PY: ,,p' %s)"
// PY: import json
// PY: for timed in ("none", "functions"):
// PY:     report = json.load(open(timed + ".json"))
// PY:     functions = {f["name"]: f for f in report["functions"]}
// PY:     paths = {" ".join(p["blocks"]): p for p in functions["pick"]["paths"]}
// PY:     counts = {name: p["count"] for name, p in paths.items()}
// PY:     assert sorted(counts.values()) == [10, 75, 215], counts
// PY:     assert [p["share"] for p in functions["pick"]["paths"]] == [0.716667, 0.25, 0.033333]
// PY:     assert sum(p["count"] for p in functions["twice"]["paths"]) == 100 * 3
// PY:     longest = functions["twice"]["longest_call"]
// PY:     if timed == "none":
// PY:         assert all(p["self"] is None for p in paths.values()) and not longest
// PY:         continue
// PY:     assert all(p["self"]["raw"]["count"] == p["count"] for p in paths.values())
// PY:     raw = functions["pick"]["self"]["raw"]
// PY:     assert sum(p["self"]["raw"]["total"] for p in paths.values()) == raw["total"]
// PY:     assert raw["max"] in [p["self"]["raw"]["max"] for p in paths.values() if [{"blocks": p["blocks"], "count": 1}] == functions["pick"]["longest_call"]]
// PY:     assert sum(p["count"] for p in longest) == 3, longest
// PY:     assert all(p["self"] is None for p in functions["twice"]["paths"])
// RUN: sed 's/  */ /g' none.txt | FileCheck %s --check-prefix=NONE
// NONE: 3 paths were taken, each from a record to the next{{$}}
// NONE-NEXT: taken share blocks
// NONE-NEXT: 215 71.7 % entry > {{.*}}exit{{$}}
// RUN: sed 's/  */ /g' functions.txt | FileCheck %s --check-prefix=TIMED
// TIMED: 3 paths were taken, each from a record to the next; self times of
// TIMED: taken share mean HWM blocks
// TIMED-NEXT: 215 71.7 % {{[0-9.,]+}} {{[0-9.,]+}} entry > {{.*}}exit{{$}}
// TIMED: HWM the longest call took (entry > 
volatile int sink;

__attribute__((noinline)) static int pick(int n) {
  if (n % 4 == 0) {
    if (n % 5 < 3)
      sink = n;
  } else {
    sink = -n;
  }
  return n;
}

__attribute__((noinline)) static int twice(int n) {
  for (int i = 0; i < 2; ++i)
    n += pick(n);
  return n;
}

int main(void) {
  int sum = 0;
  for (int n = 1; n <= 100; ++n)
    sum += pick(n);
  for (int n = 1; n <= 100; ++n)
    sum += twice(0);
  return sum == 0;
}
// REQ: IP-REQ-011
