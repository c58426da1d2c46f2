// A coarser level makes fewer records and gives the same counts for the ipoints that both levels have. Untimed
// ipoints give counts, timed ones also times.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: for level in functions loops blocks; do for clock in functions loops blocks; do env IPOINT_STORE=blocks IPOINT_DB=%t/$level-$clock.db IPOINT_LEVEL=$level IPOINT_TIMED=$clock %ipoint_cc gcc -O2 -Wall -Wextra -Werror %s -o program && %ipoint_run -o trace -- ./program 2>> err && %check_ctf trace && %ipoint_report json trace --db $level-$clock.db -o $level-$clock.json || exit 1; done; done
// RUN: %python -c "$(sed -n 's,^// PY: ,,p' %s)"
// PY: import json
// PY: names = [(l, c) for l in ("functions", "loops", "blocks") for c in ("functions", "loops", "blocks")]
// PY: reports = {n: json.load(open("%s-%s.json" % n)) for n in names}
// PY: function = lambda r, name: next(f for f in r["functions"] if f["name"] == name)
// PY: counts = {n: (function(r, "odd")["calls"], function(r, "odd")["self"]["raw"]["count"]) for n, r in reports.items()}
// PY: assert set(counts.values()) == {(100, 100)}, counts
// PY: records = {n: r["totals"]["records"] for n, r in reports.items()}
// PY: assert records["functions", "blocks"] == 202
// PY: assert records["functions", "blocks"] < records["loops", "blocks"] < records["blocks", "blocks"]
// PY: assert all(records[l, c] == records[l, "blocks"] for l, c in names)
// PY: timed = {n: sum(t["timed"] for t in r["traces"]) for n, r in reports.items()}
// PY: assert timed["blocks", "functions"] == 202 and timed["blocks", "blocks"] == records["blocks", "blocks"]
// PY: assert 202 < timed["blocks", "loops"] < timed["blocks", "blocks"]
// PY: untimed = [b for b in function(reports["blocks", "functions"], "odd")["blocks"] if not b["timed"]]
// PY: assert untimed and all(b["time"] is None and b["visits"] > 0 for b in untimed), untimed
// PY: assert all(r["lost"]["impossible_transitions"] == [] for r in reports.values())
static int odd(int n) {
  int ones = 0;
  for (; n; n >>= 1)
    if (n & 1)
      ++ones;
  return ones & 1;
}

int main(void) {
  int sum = 0;
  for (int i = 1; i <= 100; ++i)
    sum += odd(i);
  return sum == 0;
}
