# Compiles a source as it is and instrumented, runs both, and holds output and exit code together; see probed.sh, too.
# Usage: [LEFT="..."] same-output.sh PLAIN INSTRUMENTED OUTPUT "COMPILER FLAGS" "RUNTIME FLAGS"
set -eu
$4 -I"$(dirname "$1")" "$1" -o "$3.plain"
$4 -I"$(dirname "$1")" "$2" -o "$3.instrumented" $5
plain=0 instrumented=0
"$3.plain" > "$3.plain.out" || plain=$?
"$3.instrumented" > "$3.instrumented.out" || instrumented=$?
test "$plain" = "$instrumented"
cmp "$3.plain.out" "$3.instrumented.out"
sh "$(dirname "$0")/probed.sh" "$3.plain" "$3.instrumented"
