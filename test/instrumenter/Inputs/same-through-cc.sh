# The same with ipoint-cc in front, for gcc and clang at several levels of optimisation; with path records (and nothing timed) at -O2.
# Usage: [COMPILERS="gcc clang-19"] [LEVELS="blocks decisions"] same-through-cc.sh IPOINT_CC SOURCE OUTPUT FLAGS...
# Without LEVELS the level is what the environment says.
set -eu
cc=$1 source=$2 out=$3
shift 3
for level in ${LEVELS:-${IPOINT_LEVEL:-blocks}}; do
  export IPOINT_LEVEL=$level
  rm -f "$out.db" "$out.paths.db"
  for compiler in ${COMPILERS:-gcc clang-19}; do
    $compiler -w "$@" "$source" -o "$out.plain"
    plain=0
    "$out.plain" > "$out.plain.out" || plain=$?
    for optimisation in -O0 -O2 -Os paths; do
      case $optimisation in
      paths) optimisation=-O2; export IPOINT_DB="$out.paths.db" IPOINT_ENCODING=paths IPOINT_TIMED=none;;
      *) export IPOINT_DB="$out.db"; unset IPOINT_ENCODING IPOINT_TIMED;;
      esac
      "$cc" $compiler $optimisation "$@" "$source" -o "$out.instrumented" 2> "$out.err" ||
        { cat "$out.err" >&2; exit 1; }
      test ! -s "$out.err" || { echo "$compiler $optimisation at $level says:" >&2; cat "$out.err" >&2; exit 1; }
      instrumented=0
      "$out.instrumented" > "$out.instrumented.out" || instrumented=$?
      test "$plain" = "$instrumented" && cmp "$out.plain.out" "$out.instrumented.out" || {
        echo "$compiler $optimisation at $level: exits $instrumented, not $plain, or says something else" >&2
        exit 1
      }
    done
  done
done
