# run-tasks.sh IPOINT EXAMPLES PYTHON BABELTRACE NAME MACHINE CORES FLAG...: tasks that move between cores, into NAME.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
export IPOINT="$1"
examples=$2 python=$3 babeltrace=$4 name=$5 machine=$6 cores=$7
shift 7
mkdir -p "$name.source" && cp "$examples/cores/"* "$here/jobs.h" "$name.source"
cp "$here/tasks-main.c" "$name.source/main.c" && cp "$here/jobs.c" "$name.source/work.c"
FLAGS="-I$here $*" sh "$name.source/run.sh" "$machine" "$cores" "$PWD/$name" > "$name.text" 2> "$name.err" || { cat "$name.err"; exit 1; }
grep "core [0-9]" "$name.err" || true
"$python" "$here/tasks.py" "$name" "$cores" "$IPOINT" "$babeltrace"
