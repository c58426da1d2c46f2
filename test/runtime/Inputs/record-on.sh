# record-on.sh PROCESSOR COMPILER SYSROOT SOURCE-TREE IPOINT-CC PROGRAM-SOURCE: the runtime and the program for
# PROCESSOR, recorded under qemu-user, where the drain runs too, so that both read one counter. In the
# working directory: ipoint.db, trace, err.
set -eu
processor=$1 compiler=$2 sysroot=$3 source=$4 ipoint_cc=$5 program=$6
sh "$(dirname "$0")/build-runtime.sh" "$source" "$PWD/runtime" -DCMAKE_SYSTEM_NAME=Linux \
  -DCMAKE_SYSTEM_PROCESSOR=$processor -DCMAKE_C_COMPILER=$compiler
export IPOINT_DB=$PWD/ipoint.db IPOINT_RUNTIME=$PWD/runtime
rm -rf ipoint.db trace
"$ipoint_cc" $compiler -O2 -pthread "$program" -o program
"$ipoint_cc" $compiler -O2 -pthread -static "$program" -o program.static
qemu="qemu-$processor -L $sysroot"
status=0
$qemu runtime/bin/ipoint-run -o trace -- $qemu ./program 2> err || status=$?
echo "status $status"
$qemu runtime/bin/ipoint-run -o trace.static -- $qemu ./program.static 2> err.static || true
