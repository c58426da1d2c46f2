#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Builds with the newest LLVM that Debian carries here, and runs the tests. The last line is `N passed, M failed`; exits 1
# if a test failed. The other scripts build with LLVM 19, the oldest that will do.
#
# Usage: scripts/newest-llvm.sh [LIT-FILTER]
set -eu
. "$(dirname "$0")/setup.sh"
. scripts/runners.sh
filter=${1:-.}

as_root apt-get -qq update || echo "Not all package lists could be read; going on"
newest=$(apt-cache search --names-only '^libclang-[0-9]+-dev$' | sed 's/^libclang-\([0-9]*\)-dev.*/\1/' | sort -n | tail -1)
echo "The newest is LLVM $newest"
install_packages $build_packages $unit_packages "llvm-$newest-dev" "libclang-$newest-dev" "clang-$newest" "llvm-$newest-tools"

here=$root/build/llvm-$newest
logged cmake --preset dev -B "$here" -DClang_DIR="/usr/lib/llvm-$newest/lib/cmake/clang"
logged ninja -C "$here"
start_runners "$root/build/llvm-results"
run_lit "llvm-$newest" -sv --param corpora=sample -j "$(($(nproc) + 1))" --filter "$filter" "$here/test" "$here/test/unit"
count_results
