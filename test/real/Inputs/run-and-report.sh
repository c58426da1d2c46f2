# Runs the same workload on the plain and the instrumented program of OUT, holds their output together, and reports.
# Sourced, with bin, out, here and babeltrace2 set.
# Usage: run_and_report PROGRAM WORKLOAD [ARG...]: PROGRAM relative to each build's folder, WORKLOAD its input.
run_and_report() {
  program=$1 workload=$2
  shift 2
  "$out/plain/$program" "$@" < "$workload" > "$out/plain.out"
  "$out/instrumented/$program" "$@" < "$workload" > "$out/quiet.out" 2> "$out/quiet.err"
  cmp "$out/plain.out" "$out/quiet.out"
  test ! -s "$out/quiet.err"
  "$bin/ipoint-run" -o "$out/trace" -- "$out/instrumented/$program" "$@" < "$workload" \
    > "$out/traced.out" 2> "$out/traced.err"
  cmp "$out/plain.out" "$out/traced.out"

  "$bin/ipoint-report" json "$out/trace" -o "$out/report.json"
  python3 "$here/check-report.py" "$out/report.json" "$out/traced.err" "$babeltrace2" "$out/trace"
  "$bin/ipoint-report" html "$out/trace" -o "$out/report"
  "$bin/ipoint-report" text "$out/trace" > "$out/report.txt"
  rm -rf "$out/trace" "$out/plain" "$out/instrumented"
}
