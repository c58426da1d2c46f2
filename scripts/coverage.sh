#!/bin/sh
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Which lines of the tools and their libraries the unit tests and lit's tests run. The summary is build/coverage/summary.json, which
# scripts/quality.py reads; build/coverage/lines has each line. Code that is linked into recorded programs is not in it.
#
# What the tests need comes from scripts/test.sh, which is to be run before.
#
# Usage: scripts/coverage.sh [LIT-FILTER]
#   LIT-FILTER  which of lit's tests are run (default: all, with samples of foreign code; `none`: unit tests only)
set -eu
. "$(dirname "$0")/setup.sh"
filter=${1:-.}
here=$root/build/coverage
[ -d build/sources/zlib ] || {
  echo "scripts/coverage.sh: run scripts/test.sh first, which fetches what the tests need" >&2
  exit 2
}
install_packages $build_packages $unit_packages llvm-19 llvm-19-tools libclang-rt-19-dev
. scripts/runners.sh
start_runners "$root/build/coverage-results"
build coverage

# Eight files for each program, in which runs count while they run.
rm -rf "$here/profiles"
LLVM_PROFILE_FILE=$here/profiles/%8m%c.profraw
export LLVM_PROFILE_FILE
run_lit unit -sv -j "$(nproc)" "$here/test/unit"
[ "$filter" = none ] || run_lit lit -sv --param corpora=sample --filter "$filter" -j "$(nproc)" "$here/test"

llvm-profdata-19 merge -sparse "$here"/profiles/*.profraw -o "$here/merged.profdata"
objects=
for program in "$here"/bin/ipoint-* "$here"/test/unit/*-unit; do
  [ -h "$program" ] || [ -z "$(head -c 4 "$program" | grep ELF)" ] || objects="$objects -object $program"
done
set -- -instr-profile "$here/merged.profdata" $objects -ignore-filename-regex='^/usr/|/test/|/build/|/runtime/(agent|arch|bare|core|include)/'
llvm-cov-19 export -summary-only "$@" > "$here/summary.json"
llvm-cov-19 show -show-branches=count "$@" -output-dir "$here/lines" > /dev/null
python3 scripts/quality.py --coverage "$here/summary.json" -o "$here/quality.md"
count_results
