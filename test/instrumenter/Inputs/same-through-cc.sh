# The same with ipoint-cc in front, for gcc and clang at several levels of optimisation.
# Usage: same-through-cc.sh IPOINT_CC SOURCE OUTPUT FLAGS...
set -eu
cc=$1 source=$2 out=$3
shift 3
export IPOINT_DB="$out.db"
rm -f "$IPOINT_DB"
for compiler in gcc clang-19; do
  $compiler -w "$@" "$source" -o "$out.plain"
  plain=0
  "$out.plain" > "$out.plain.out" || plain=$?
  for optimisation in -O0 -O2 -Os; do
    "$cc" $compiler $optimisation "$@" "$source" -o "$out.instrumented" 2> "$out.err"
    test ! -s "$out.err" || { cat "$out.err" >&2; exit 1; }
    instrumented=0
    "$out.instrumented" > "$out.instrumented.out" || instrumented=$?
    test "$plain" = "$instrumented"
    cmp "$out.plain.out" "$out.instrumented.out"
  done
done
