#!/bin/sh
# Exits 1 if a stage of the report includes a later one, a source is not as clang-format writes it, or if clang-tidy has something to say of one that has changed.
#
# Usage: scripts/lint.sh [COMMIT]
#   COMMIT  since when; by default since HEAD left origin/main, where HEAD is part of that since ten commits ago
#
# clang-tidy takes how things are compiled from build/dev, which must be built. For a changed header it reads one source
# that includes it.
set -eu
. "$(dirname "$0")/setup.sh"
install_packages git clang-format-19 clang-tidy-19
failed=0

python3 scripts/check-layers.py || failed=1

# Programs that tests instrument look as their tests need it.
find instrumenter report runtime test/checker test/fuzz test/unit \( -name '*.cpp' -o -name '*.h' -o -name '*.c' \) \
  ! -path '*/Inputs/*' ! -path 'test/checker/*.c' -exec clang-format-19 --dry-run -Werror {} + || failed=1

git() { command git -c safe.directory='*' "$@"; }
# The oldest commit there is, where the history has fewer; then all has changed.
since=${1:-$(git merge-base HEAD origin/main 2> /dev/null || git rev-parse HEAD)}
if [ $# = 0 ] && [ "$since" = "$(git rev-parse HEAD)" ]; then
  since=$(git rev-parse -q --verify HEAD~10 || git hash-object -t tree /dev/null)
fi
changed=$(git diff --name-only --diff-filter=d "$since" -- 'instrumenter/*' 'report/*' 'runtime/*' 'test/*' |
  grep -E '\.(cpp|c|h)$' || true)

# Of each header, the first source that depends on it.
sources=$(ninja -C "$build" -t deps | python3 -c '
import json, os, sys
changed = set(sys.argv[2:])
compiled = {os.path.relpath(os.path.join(c["directory"], c["file"])) for c in json.load(open(sys.argv[1]))}
result = changed & compiled
headers = {name for name in changed if name.endswith(".h")}
dependencies = []
for line in sys.stdin:
    if line.startswith("    "):
        dependencies.append(os.path.relpath(os.path.join(os.path.dirname(sys.argv[1]), line.strip())))
    elif not line.strip():
        if headers & set(dependencies) and dependencies[0] in compiled:
            headers -= set(dependencies)
            result.add(dependencies[0])
        dependencies = []
print("\n".join(sorted(result)))' "$build/compile_commands.json" $changed)
echo "clang-tidy reads $(echo "$sources" | grep -c .) sources: what has changed since $(git rev-parse --short "$since")"
echo "$sources" | xargs -r -P "$(nproc)" -n 1 clang-tidy-19 --quiet --warnings-as-errors='*' -p "$build" 2> /dev/null || failed=1
exit $failed
