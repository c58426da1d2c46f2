# run.sh IPOINT EXAMPLES PYTHON BABELTRACE NAME MACHINE CORES FLAG...: the example for several cores, into NAME, and what is wrong with it.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
export IPOINT="$1"
examples=$2 python=$3 babeltrace=$4 name=$5 machine=$6 cores=$7
shift 7
FLAGS="-I$here $*" sh "$examples/cores/run.sh" "$machine" "$cores" "$PWD/$name" > "$name.text" 2> "$name.err" || { cat "$name.err"; exit 1; }
grep "core [0-9]" "$name.err" || true
"$python" "$here/check.py" "$name" "$cores" "$IPOINT" "$babeltrace"
