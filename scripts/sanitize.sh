#!/bin/sh
# The runtime's tests, and the report's threads, under GCC's sanitizers. The last line is `N passed, M failed`. Exits 1
# if a test failed.
#
#  - ThreadSanitizer: a ring, its drain and whoever asks something of it as threads of one process. It does not see
#    what two processes do to their common memory, so this is what it can cover. And ipoint-report, which
#    reads several streams at the same time.
#  - AddressSanitizer and UndefinedBehaviorSanitizer: ipoint-run, ipoint-import and the unit tests.
#  - UndefinedBehaviorSanitizer: the runtime itself, within the tests' programs. (AddressSanitizer would be in each of
#    them too, and static programs cannot have it.)
#
# Usage: scripts/sanitize.sh [LIT-FILTER]
set -eu
. "$(dirname "$0")/setup.sh"
filter=${1:-.}
here=$root/build/asan
build_all
passed=0 failed=0

mkdir -p "$root/build/tsan"
flags="-O1 -g -fsanitize=thread -Itest/unit/runtime/atomic-port -Iruntime -Iruntime/include"
# A fence is nothing to it: the ring's are about wishes that would go unheard, which is no race.
gcc -std=gnu99 $flags -Wno-tsan -c runtime/src/ring.c -o "$root/build/tsan/ring.o"
gcc -std=gnu99 $flags -Wno-tsan -c runtime/tools/kept.c -o "$root/build/tsan/kept.o"
g++ -std=c++20 $flags test/unit/runtime/RingThreadsTest.cpp "$root/build/tsan/ring.o" "$root/build/tsan/kept.o" -lgtest -lgtest_main \
  -o "$root/build/tsan/ring-threads"
if TSAN_OPTIONS=halt_on_error=1 "$root/build/tsan/ring-threads" > "$root/build/tsan/log" 2>&1; then
  count=$(grep -c ' OK ' "$root/build/tsan/log")
  echo "thread: $count tests passed"
  passed=$((passed + count))
else
  cat "$root/build/tsan/log"
  failed=$((failed + 1))
fi

cmake --preset dev -B "$root/build/tsan" -DIPOINT_SANITIZE=thread > /dev/null
ninja -C "$root/build/tsan" ipoint-report > "$root/build/tsan.log" || { tail -40 "$root/build/tsan.log"; exit 1; }
python3 test/report/Inputs/random-streams.py 2 > "$root/build/tsan/random-streams.txt"
for case in test/report/Inputs/long-streams.txt "$root/build/tsan/random-streams.txt"; do
  streams=$root/build/tsan/$(basename "$case" .txt)
  python3 test/report/Inputs/make-trace.py "$case" "$streams"
  if TSAN_OPTIONS=halt_on_error=1 "$root/build/tsan/bin/ipoint-report" json -j 4 --least-part=4096 --low 60 \
    --high 300 --set-aside-impossible --db "$streams/ipoint.db" "$streams/trace" > "$streams/report.json" 2> "$streams/log"; then
    echo "thread: ipoint-report -j 4 of $(basename "$streams") passed"
    passed=$((passed + 1))
  else
    cat "$streams/log"
    failed=$((failed + 1))
  fi
done

cmake --preset asan -DIPOINT_SANITIZE_RUNTIME=undefined > /dev/null
ninja -C "$here" ipoint-run ipoint-import ipoint-runtime ipoint-runtime-static ipoint-noop ipoint-noop-static ipoint-runtime-unit \
  ipoint-ring-threads-unit > "$root/build/asan.log" || { tail -40 "$root/build/asan.log"; exit 1; }
# The rest of the tools has nothing of the runtime in it.
for tool in ipoint-cc ipoint-instrument ipoint-report; do
  ln -sf "$build/bin/$tool" "$here/bin/$tool"
done
# Tests pass the compiler on as one word.
printf '#!/bin/sh\nexec gcc -fsanitize=undefined "$@"\n' > "$here/bin/gcc-undefined"
chmod +x "$here/bin/gcc-undefined"
for unit in runtime ring-threads; do
  "$here/test/unit/ipoint-$unit-unit" > "$here/$unit.log" 2>&1 || { tail -40 "$here/$unit.log"; failed=$((failed + 1)); }
  count=$(grep -c '  OK ' "$here/$unit.log" || true)
  echo "address, undefined: $count unit tests of $unit passed"
  passed=$((passed + count))
done
python3 /usr/lib/llvm-19/build/utils/lit/lit.py -sv -j "$(nproc)" --param cc="$here/bin/gcc-undefined" \
  --filter "$filter" "$here/test/runtime" > "$here/lit.log" 2>&1 || true
grep -vE '^ *(Passed|Failed) *:' "$here/lit.log"
number() { sed -n "s/^ *$1 *: *\([0-9]*\) .*/\1/p" "$here/lit.log" | head -1; }
lit_passed=$(number Passed) lit_failed=$(number Failed)
passed=$((passed + ${lit_passed:-0})) failed=$((failed + ${lit_failed:-0}))
echo "$passed passed, $failed failed"
[ $failed = 0 ]
