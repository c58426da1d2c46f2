#!/bin/sh
# Exits 1 if a stage of the report includes a later one, if a source is not as clang-format writes it, or if clang-tidy
# finds something in one.
#
# Usage: scripts/lint.sh [--all]
#   --all  clang-tidy reads the unit tests, fuzzers and test/checker, too: half as much again
#
# clang-tidy takes how things are compiled from build/fuzz, of which nothing has to be built: Clang's own options, and up
# to eight sources of a library as one. That reads each header once for the eight, which is most of the work, so that all
# of the tools and of the runtime are read, at any commit, in about three minutes on two cores. Reading only what a
# commit has changed, source by source, takes as long after some twenty files, and needs to know since when.
set -eu
. "$(dirname "$0")/setup.sh"
all=
case "$# ${1:-}" in
  "0 ") ;;
  "1 --all") all=yes ;;
  *) echo "scripts/lint.sh: $*: the option is --all" >&2; exit 2 ;;
esac
install_packages $build_packages $unit_packages clang-format-19 clang-tidy-19 libclang-rt-19-dev
here=$root/build/fuzz
failed=0

python3 scripts/check-layers.py || failed=1

# Programs that tests instrument look as their tests need it.
find chart instrumenter report runtime test/checker test/fuzz test/unit \( -name '*.cpp' -o -name '*.h' -o -name '*.c' \) \
  ! -path '*/Inputs/*' ! -path 'test/checker/*.c' -exec clang-format-19 --dry-run -Werror {} + || failed=1

[ -f "$here/build.ninja" ] || logged cmake --preset fuzz
# Configured again where a list of sources has changed.
logged ninja -C "$here" build.ninja

sources=$(python3 -c '
import json, os, sys
root, commands, all_too = sys.argv[1:]
names = {os.path.relpath(os.path.join(c["directory"], c["file"]), root) for c in json.load(open(commands))}
# The longest, those of several sources below build/, come first.
print("\n".join(sorted(n for n in names if not n.endswith(".S") and (all_too or not n.startswith("test/")))))' \
  "$root" "$here/compile_commands.json" "$all")
echo "clang-tidy reads $(echo "$sources" | grep -c .) sources, some of which are several"
# What a source has too many of are warnings in headers of others: it counts them on stderr.
echo "$sources" | xargs -P "$(nproc)" -n 1 sh -c '
  clang-tidy-19 --quiet --warnings-as-errors="*" -p "$0" "$1" 2> /dev/null ||
    { echo "clang-tidy-19: exit status $? for $1"; exit 1; }' "$here" || failed=1
exit $failed
