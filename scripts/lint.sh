#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Exits 1 if a stage of the report includes a later one, if a test has a check that FileCheck never reads, if a text has a word
# that scripts/check-words.py lists, if a source is not as clang-format writes it, if a file has no licence (REUSE.toml), or if
# clang-tidy finds something in a source.
#
# Usage: scripts/lint.sh [--all]
#   --all  clang-tidy reads the unit tests, fuzzers and test/checker, too, and what it has found clean before
#
# clang-tidy takes how things are compiled from build/fuzz, of which nothing has to be built: Clang's own options, and several
# sources of a library as one, so that each header is read once for all of them, which is most of the work.
set -eu
. "$(dirname "$0")/setup.sh"
all=
case "$# ${1:-}" in
  "0 ") ;;
  "1 --all") all=yes ;;
  *) echo "scripts/lint.sh: $*: the option is --all" >&2; exit 2 ;;
esac
install_packages $build_packages $unit_packages clang-format-19 clang-tidy-19 libclang-rt-19-dev
python_tools $reuse
here=$root/build/fuzz
failed=0

python3 scripts/check-layers.py || failed=1
python3 scripts/check-prefixes.py || failed=1
python3 scripts/check-words.py || failed=1

# Programs that tests instrument look as their tests need it.
find chart instrumenter report runtime test/checker test/fuzz test/support test/unit \( -name '*.cpp' -o -name '*.h' -o -name '*.c' \) \
  ! -path '*/Inputs/*' ! -path 'test/checker/*.c' -exec clang-format-19 --dry-run -Werror {} + || failed=1

"$python_tools/bin/reuse" lint --quiet || { "$python_tools/bin/reuse" lint --lines; failed=1; }

[ -f "$here/build.ninja" ] || logged cmake --preset fuzz
# Configured again where a list of sources has changed.
logged ninja -C "$here" build.ninja

# A kept result saves reading what has not changed; --all reads everything anew.
python3 scripts/clang-tidy.py ${all:+--all --again} "$here" || failed=1
exit $failed
