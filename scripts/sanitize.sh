#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The runtime's tests, and the report's threads, under GCC's sanitizers. The last line is `N passed, M failed`. Exits 1
# if a test failed.
#
#  - ThreadSanitizer: ipoint-report, which reads several streams at the same time. (It does not see what two processes do
#    to their common memory; a ring and its consumer as threads of one process are in each build's unit tests.)
#  - AddressSanitizer and UndefinedBehaviorSanitizer: ipoint-run, ipoint-import and the unit tests.
#  - UndefinedBehaviorSanitizer: the runtime itself, within the tests' programs. (AddressSanitizer would be in each of
#    them too, and static programs cannot have it.)
#
# Usage: scripts/sanitize.sh [LIT-FILTER]
set -eu
. "$(dirname "$0")/setup.sh"
filter=${1:-.}
here=$root/build/asan
build dev
. scripts/runners.sh
start_runners "$root/build/sanitize-results"

cmake --preset dev -B "$root/build/tsan" -DIPOINT_SANITIZE=thread -DIPOINT_UNIT_TESTS=OFF > /dev/null
ninja -C "$root/build/tsan" ipoint-report > "$root/build/tsan.log" || { tail -40 "$root/build/tsan.log"; exit 1; }
python3 test/report/Inputs/random-streams.py 2 > "$root/build/tsan/random-streams.txt"
for case in test/report/Inputs/long-streams.txt "$root/build/tsan/random-streams.txt"; do
  streams=$root/build/tsan/$(basename "$case" .txt)
  python3 test/report/Inputs/make-trace.py "$case" "$streams"
  run_check "thread-report-$(basename "$streams")" env TSAN_OPTIONS=halt_on_error=1 "$root/build/tsan/bin/ipoint-report" \
    json -j 4 --least-part=4096 --low 60 --high 300 --exclude-impossible --db "$streams/ipoint.db" -o "$streams/report.json" \
    "$streams/trace"
done

cmake --preset asan -DIPOINT_SANITIZE_RUNTIME=undefined > /dev/null
ninja -C "$here" ipoint-run ipoint-calibrate ipoint-import ipoint-runtime ipoint-runtime-static ipoint-noop ipoint-noop-static ipoint-runtime-unit \
  ipoint-ring-threads-unit ipoint-check-ctf ipoint-trace-count > "$root/build/asan.log" || { tail -40 "$root/build/asan.log"; exit 1; }
# The rest of the tools has nothing of the runtime in it.
for tool in ipoint-cc ipoint-instrument ipoint-report; do
  ln -sf "$build/bin/$tool" "$here/bin/$tool"
done
# Tests pass the compiler on as one word.
printf '#!/bin/sh\nexec gcc -fsanitize=undefined "$@"\n' > "$here/bin/gcc-undefined"
chmod +x "$here/bin/gcc-undefined"
run_lit address-unit -sv "$here/test/unit"
run_lit address-lit -sv -j "$(nproc)" --param cc="$here/bin/gcc-undefined" --filter "$filter" "$here/test/runtime"
count_results
