#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs what is missing, builds, and runs the tests. The last line is `N passed, M failed`. Exits 1 if a test failed.
#
# Usage: scripts/test.sh [--all] [--ci] [--changed [BASE]]
#   --all      the whole of the foreign code (GCC's torture tests, csmith, real programs), each corner of what is compiled, and
#              pages at each width, not a sample: hours
#   --ci       what must pass before a change lands: warnings are errors, the unit tests are run under Clang's sanitizers, and
#              there are tests of what the sources look like (scripts/lint.sh), of the site of the
#              documentation and its links (scripts/site.sh), of half a minute of fuzzing, and of configuring
#              on a minimal Debian (scripts/fresh.sh)
#   --changed  the tests that a change since BASE (default: HEAD) can reach, and a few of the others (scripts/changed-tests.py)
#
# But with --all a test may take 30 s by itself, and what CI runs 25 minutes on two processors: what takes longer has failed. Downloads
# do not count, nor do the stages that compile, and clang-tidy's, where ccache did not have most of what was compiled.
set -eu
. "$(dirname "$0")/setup.sh"
. scripts/runners.sh

usage() {
  echo "scripts/test.sh: $*: usage: scripts/test.sh [--all] [--ci] [--changed [BASE]]" >&2
  exit 2
}

corpora=sample ci= base=
while [ $# != 0 ]; do
  case $1 in
    --all) corpora=all ;;
    --ci) ci=yes ;;
    --changed)
      base=HEAD
      case ${2:---} in -*) ;; *) base=$2; shift ;; esac
      git rev-parse --quiet --verify "$base^{commit}" > /dev/null || usage "$base is no commit" ;;
    *) usage "$1" ;;
  esac
  shift
done
started=$(date +%s)
start_runners "$root/build/test-results"

fetch_packages() {
  install_packages $build_packages $unit_packages llvm-19-tools libomp-19-dev babeltrace2 python3 python3-psutil dpkg-dev sqlite3 tcl sigrok-cli \
    chromium csmith mandoc zsh fish bsdextrautils libcsmith-dev ccache meson sdcc autoconf automake libtool musl-tools gcc-arm-none-eabi libnewlib-arm-none-eabi \
    gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf gdb-multiarch qemu-system-arm qemu-system-misc \
    gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user gnupg gcc-riscv64-linux-gnu libc6-dev-riscv64-cross \
    gcc-arm-linux-gnueabihf libc6-dev-armhf-cross ca-certificates git
  [ $corpora = sample ] || install_packages bison flex libevent-dev ruby nix-bin
  # A Node.js that is newer than Debian's comes with its npm.
  command -v npm > /dev/null || install_packages nodejs npm
  [ -z "$ci" ] || install_packages clang-format-19 clang-tidy-19 libclang-rt-19-dev mmdebstrap debian-archive-keyring python3-venv \
    python3-sphinx python3-myst-parser furo
  [ -z "$ci" ] || python_tools $reuse
  python_tools $fleet_needs
  # Spark is half a gigabyte.
  [ $corpora = sample ] || {
    apt-cache show openjdk-21-jre-headless > /dev/null 2>&1 && install_packages openjdk-21-jre-headless ||
      install_packages openjdk-17-jre-headless
    python_tools $spark_needs
  }
}

fetch_sources() {
  scripts/debian-source.sh lua5.4 build/sources/lua --skip-patches
  scripts/debian-source.sh sqlite3 build/sources/sqlite
  scripts/sqlite-amalgamation.sh build/sources/sqlite build/sources/sqlite-amalgamation
  scripts/debian-source.sh zlib build/sources/zlib
  [ $corpora = sample ] || for package in bzip2 cjson lz4 expat dash busybox mbedtls memcached; do
    scripts/debian-source.sh $package build/sources/$package
  done
  scripts/debian-source.sh --inner gcc-12-source build/sources/gcc-torture gcc/testsuite/gcc.c-torture/execute
  # Debian 12's cargo reads registries through git only; the one that its browsers are built with reads them as newer ones do.
  command -v cargo > /dev/null || {
    apt-cache show cargo-web > /dev/null 2>&1 && install_packages cargo-web || install_packages cargo
  }
  scripts/debian-source.sh --binary prometheus build/sources/prometheus
  # Debian 13 has it apart.
  ! apt-cache show promtool > /dev/null 2>&1 || scripts/debian-source.sh --binary promtool build/sources/promtool
  scripts/freertos-kernel.sh build/sources/freertos ||
    echo "test.sh: without the FreeRTOS kernel its example is not tested" >&2
  [ -d test/web/node_modules/axe-core ] || {
    echo "Installing for test/web: $(sed -n 's/.*"\(axe-core\|playwright-core\)": "\(.*\)".*/\1 \2/p' test/web/package.json | paste -sd, -)"
    (cd test/web && npm ci --silent)
  }
}

# CI has the unit tests with sanitizers only, so it compiles them once.
build_tools() {
  [ -z "$ci" ] || logged cmake --preset dev -DIPOINT_WARNINGS_AS_ERRORS=ON -DIPOINT_UNIT_TESTS=OFF
  build dev
}

build_sanitized() {
  build fuzz ipoint-instrumenter-unit ipoint-report-unit ipoint-runtime-unit \
    ipoint-fuzz-trace ipoint-fuzz-database ipoint-fuzz-samples ipoint-fuzz-profile
}

stage packages fetch_packages
misses() { ccache --print-stats | sed -n 's/^cache_miss\t//p'; }
missed=$(misses)
stage sources fetch_sources
stage build build_tools

chosen=. web=yes
[ -z "$base" ] || {
  reached=$(scripts/changed-tests.py "$base")
  chosen=$(echo "$reached" | sed -n 1p)
  echo "$reached" | grep -qx web || web=
}
# What tests left the last time is no result of this one. A test that hangs has failed; what takes hours is not limited.
rm -rf "$build"/test/*/Output
[ $corpora = all ] && limits= || limits=--timeout=600
run_lit lit -v --param corpora=$corpora $limits --filter "$chosen" -j "$(nproc)" "$build/test" "$build/test/unit"

# What took too long beside another test is tried by itself before it is judged.
slow=$([ $corpora = all ] || python3 scripts/count-tests.py "$results" --over 30 | sed "s|^|$build/test/|")
[ -z "$slow" ] || run_lit again -v --param corpora=$corpora $limits -j 1 $slow

# A browser leaves a processor idle half of the time, and a fresh root waits for packages, of which those that are needed here are
# installed: two cannot install any at the same time.
check_sources() {
  run_counted fresh scripts/fresh.sh configure bookworm tester
  run_check lint scripts/lint.sh
  run_check site scripts/site.sh
  run_check sanitized-build build_sanitized
  run_lit sanitized-unit -sv "$root/build/fuzz/test/unit"
  run_check fuzz scripts/fuzz.sh 20
}
[ -z "$ci" ] || {
  check_sources > "$root/build/check-sources.log" 2>&1 &
  checks=$!
}

# In a browser: made-up reports, or all of them, at each width, and those that the tests above made.
if [ $corpora = all ]; then
  run_counted web node test/web/run.mjs --all "$build"/test/real/Output/*/report "$build"/test/end-to-end/Output/*/report
elif [ -n "$web" ]; then
  run_counted web node test/web/run.mjs
fi

[ $corpora = sample ] || {
  run_counted sanitized scripts/sanitize.sh
  run_counted newest-llvm scripts/newest-llvm.sh
  run_check packages-twice scripts/package.sh --twice
  run_counted packages scripts/fresh.sh packages "bookworm trixie"
  run_counted coverage scripts/coverage.sh
}

[ -z "$ci" ] || {
  run_check checks-ended wait "$checks"
  cat "$root/build/check-sources.log"
}

print_stages
set -- --slowest 30
[ $corpora = all ] || set -- "$@" --test-limit 30
if [ -n "$ci" ] && [ $corpora = sample ] && [ "$(nproc)" -ge 2 ]; then
  uncounted="packages sources"
  [ $(($(misses) - missed)) -lt 50 ] || uncounted="$uncounted build sanitized-build lint"
  set -- "$@" --limit 1500 --took $(($(date +%s) - started - $(seconds_of $uncounted)))
fi
count_results "$@"
