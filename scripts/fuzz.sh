#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Fuzzes the readers of traces, of ipoint databases, of samples and of profiles, under the address and undefined-behaviour sanitizers. Exits 1
# if there was a finding: it is in build/fuzz, as crash-*, with its log.
#
# Usage: scripts/fuzz.sh [SECONDS]
#   SECONDS  for each of the four readers, which run at the same time (default 60)
set -eu
. "$(dirname "$0")/setup.sh"
seconds=${1:-60}
here=$root/build/fuzz

install_packages $build_packages $unit_packages libclang-rt-19-dev
build fuzz ipoint-fuzz-trace ipoint-fuzz-database ipoint-fuzz-samples ipoint-fuzz-profile

# What was found to reach new code lies in build/fuzz and is used again; the corpus in the sources is small.
for reader in trace database samples profile; do
  mkdir -p "$here/found/$reader"
  (cd "$here" && exec nice -n 15 "$here/test/fuzz/ipoint-fuzz-$reader" "found/$reader" "$root/test/fuzz/corpus/$reader" \
    -max_total_time="$seconds" -max_len=4096 -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="$here/crash-$reader-") > "$here/$reader.log" 2>&1 &
  eval "$reader=$!"
done
failed=0
for reader in trace database samples profile; do
  eval "process=\$$reader"
  wait "$process" || failed=1
  echo "$reader: $(sed -n 's/^stat::number_of_executed_units: */inputs tried: /p' "$here/$reader.log")"
  grep -E '^(SUMMARY|broken)' "$here/$reader.log" || true
done
exit $failed
