#!/bin/sh
# Installs what is missing, builds, and runs the tests. The last line is `N passed, M failed`.
# Exits 1 if a test failed.
#
# Usage: scripts/test.sh [--all] [--ci]
#   --all  the whole of the foreign code (GCC's torture tests, csmith, real programs), not a sample: hours
#   --ci   what must pass before a change lands: warnings are errors, and there are tests of what the sources look like
#          (scripts/lint.sh), of the unit tests under Clang's sanitizers, of a minute of each fuzzer, and of configuring on
#          a minimal Debian (scripts/fresh.sh)
set -eu
. "$(dirname "$0")/setup.sh"
. scripts/runners.sh

corpora=sample ci=
for option in "$@"; do
  case $option in
    --all) corpora=all ;;
    --ci) ci=yes ;;
    *) echo "scripts/test.sh: $option: the options are --all and --ci" >&2; exit 2 ;;
  esac
done

install_packages $build_packages $unit_packages llvm-19-tools libomp-19-dev babeltrace2 python3 python3-psutil dpkg-dev sqlite3 tcl \
  chromium csmith libcsmith-dev ccache meson sdcc autoconf automake libtool gcc-arm-none-eabi libnewlib-arm-none-eabi \
  gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf gdb-multiarch qemu-system-arm qemu-system-misc \
  gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user gcc-riscv64-linux-gnu libc6-dev-riscv64-cross \
  gcc-arm-linux-gnueabihf libc6-dev-armhf-cross ca-certificates
[ $corpora = sample ] ||
  install_packages bison flex libevent-dev
# A Node.js that is newer than Debian's comes with its npm.
command -v npm > /dev/null || install_packages nodejs npm
[ -z "$ci" ] || {
  install_packages clang-format-19 clang-tidy-19 libclang-rt-19-dev git mmdebstrap debian-archive-keyring
  logged cmake --preset dev -DIPOINT_WARNINGS_AS_ERRORS=ON
}
build dev

scripts/debian-source.sh lua5.4 build/sources/lua --skip-patches
scripts/debian-source.sh sqlite3 build/sources/sqlite
for package in zlib bzip2 cjson; do
  scripts/debian-source.sh $package build/sources/$package
done
[ $corpora = sample ] || for package in lz4 expat dash busybox mbedtls memcached; do
  scripts/debian-source.sh $package build/sources/$package
done
scripts/debian-source.sh --inner gcc-12-source build/sources/gcc-torture gcc/testsuite/gcc.c-torture/execute
# Debian 12's cargo reads registries through git only; the one that its browsers are built with reads them as newer ones do.
command -v cargo > /dev/null || {
  apt-cache show cargo-web > /dev/null 2>&1 && install_packages cargo-web || install_packages cargo
}
scripts/freertos-kernel.sh build/sources/freertos ||
  echo "test.sh: without the FreeRTOS kernel its example is not tested" >&2
[ -d test/web/node_modules/axe-core ] || {
  echo "Installing for test/web: $(sed -n 's/.*"\(axe-core\|playwright-core\)": "\(.*\)".*/\1 \2/p' test/web/package.json | paste -sd, -)"
  (cd test/web && npm ci --silent)
}

# A test that hangs has failed; what takes hours is not limited.
[ $corpora = all ] || limit=--timeout=1800
# What tests left the last time is no result of this one.
rm -rf "$build"/test/*/Output
start_runners "$root/build/test-results"
# Mostly it waits for packages. Those that it needs here are installed: two cannot do that at the same time.
[ -z "$ci" ] || {
  run_counted fresh nice scripts/fresh.sh configure bookworm > "$root/build/fresh.log" &
  fresh=$!
}
# One more than there are processors: tests wait, too.
run_lit lit -v --param corpora=$corpora ${limit:-} -j "$(($(nproc) + 1))" "$build/test" "$build/test/unit"

# The reports that the tests above made are looked at in a browser.
run_counted web node test/web/run.mjs "$build"/test/real/Output/*/report "$build"/test/end-to-end/Output/*/report

[ $corpora = sample ] || {
  run_counted sanitized scripts/sanitize.sh
  run_counted newest-llvm scripts/newest-llvm.sh
}

[ -z "$ci" ] || {
  run_check lint scripts/lint.sh
  run_check sanitized-build build fuzz ipoint-instrumenter-unit ipoint-report-unit ipoint-runtime-unit ipoint-ring-threads-unit \
    ipoint-fuzz-trace ipoint-fuzz-database
  run_lit sanitized-unit -sv "$root/build/fuzz/test/unit"
  run_check fuzz scripts/fuzz.sh 60
  wait "$fresh"
  cat "$root/build/fresh.log"
}

count_results
