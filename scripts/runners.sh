# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sourced by scripts that run tests: keeps how each runner ended beside what it said, for count-tests.py.
# A runner's end does not end the script; how long it took is printed.

# Debian's Python has the modules that the scripts install.
lit=/usr/lib/llvm-19/build/utils/lit/lit.py

# start_runners FOLDER: the results go there, and nothing older is there.
start_runners() {
  results=$1
  rm -rf "$results"
  mkdir -p "$results"
}

begin() {
  runner=$1 status=0 begun=$(date +%s)
}

end() {
  echo "$status" > "$results/$runner.status"
  note_stage "$runner" "$begun"
}

# note_stage NAME BEGUN: prints how long it took, and keeps it for print_stages.
note_stage() {
  took=$(($(date +%s) - $2))
  echo "$1 $took" >> "$results/stages"
  echo "$1: $took s"
}

# stage NAME COMMAND...: times what is no test; where it fails the script ends.
stage() {
  name=$1 from=$(date +%s)
  shift
  "$@"
  note_stage "$name" "$from"
}

# seconds_of STAGE...: how long they took together.
seconds_of() {
  awk -v names=" $* " 'index(names, " " $1 " ") { sum += $2 } END { print sum + 0 }' "$results/stages"
}

print_stages() {
  echo "Stages, in seconds:"
  awk '{ printf "%6d  %s\n", $2, $1 }' "$results/stages"
}

# run_lit NAME LIT-ARGUMENT...
run_lit() {
  begin "$1"
  shift
  /usr/bin/python3 "$lit" --xunit-xml-output="$results/$runner.xml" "$@" || status=$?
  end
}

# run_counted NAME COMMAND...: the last line that it prints is `N passed, M failed`.
run_counted() {
  begin "$1"
  shift
  "$@" > "$results/$runner.txt" 2>&1 || status=$?
  cat "$results/$runner.txt"
  end
}

# run_check NAME COMMAND...: one test, which its exit status decides.
run_check() {
  begin "$1"
  shift
  : > "$results/$runner.check"
  "$@" 2>&1 || status=$?
  end
}

# count_results [ARGUMENT...]: ends the script; arguments are for count-tests.py.
count_results() {
  exec python3 scripts/count-tests.py "$results" --may-skip "${may_skip:-test/may-skip.txt}" "$@"
}
