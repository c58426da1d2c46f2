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
  echo "$runner: $(($(date +%s) - begun)) s"
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

# count_results: ends the script.
count_results() {
  exec python3 scripts/count-tests.py "$results" --may-skip "${may_skip:-test/may-skip.txt}"
}
