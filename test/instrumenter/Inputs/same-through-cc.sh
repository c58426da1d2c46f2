# The same with ipoint-cc in front: not optimised and with path records (and nothing timed) at -O2 for the first compiler, at -O2 for
# the others; where each corner is tried, at -O0, -O2, -Os and with path records for all.
# Usage: [COMPILERS="gcc clang-19"] [LEVELS="blocks decisions"] [LEFT="..."] same-through-cc.sh IPOINT_CC SOURCE OUTPUT FLAGS...
# Without LEVELS the level is what the environment says. OUTPUT.db is that of the last level.
set -eu
cc=$1 source=$2 out=$3
shift 3
compilers=${COMPILERS:-gcc clang-19}
for compiler in $compilers; do
  $compiler -w "$@" "$source" -o "$out.$compiler.plain"
  "$out.$compiler.plain" > "$out.$compiler.out" && echo 0 > "$out.$compiler.code" || echo $? > "$out.$compiler.code"
done
for level in ${LEVELS:-${IPOINT_LEVEL:-blocks}}; do
  export IPOINT_LEVEL=$level
  rm -f "$out.db" "$out.paths.db"
  corners="-O0 paths"
  for compiler in $compilers; do
    [ -z "${EVERY_CORNER:-}" ] || corners="-O0 -O2 -Os paths"
    for corner in $corners; do
      case $corner in
      paths) optimisation=-O2; export IPOINT_DB="$out.paths.db" IPOINT_STORE=paths IPOINT_TIMED=none;;
      *) optimisation=$corner; export IPOINT_DB="$out.db" IPOINT_TIMED=blocks; unset IPOINT_STORE;;
      esac
      "$cc" $compiler $optimisation "$@" "$source" -o "$out.instrumented" 2> "$out.err" ||
        { cat "$out.err" >&2; exit 1; }
      test ! -s "$out.err" || { echo "$compiler $corner at $level says:" >&2; cat "$out.err" >&2; exit 1; }
      code=0
      "$out.instrumented" > "$out.instrumented.out" || code=$?
      test "$(cat "$out.$compiler.code")" = $code && cmp "$out.$compiler.out" "$out.instrumented.out" || {
        echo "$compiler $corner at $level: exits $code, not $(cat "$out.$compiler.code"), or says something else" >&2
        exit 1
      }
      test $corner != -O0 || sh "$(dirname "$0")/probed.sh" "$out.$compiler.plain" "$out.instrumented"
    done
    corners=-O2
  done
  # Optimised, a function may be part of another one: the database names the functions that path records omit.
  left=$(sqlite3 "$out.db" "ATTACH '$out.paths.db' AS paths; SELECT name FROM functions WHERE not_instrumented IS NULL
    EXCEPT SELECT name FROM paths.functions WHERE not_instrumented IS NULL")
  test -z "$left" || { echo "at $level: instrumented, but not with path records: $left" >&2; exit 1; }
done
