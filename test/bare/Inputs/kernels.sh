# kernels.sh IPOINT PYTHON: each kernel's header, on this machine.
set -eu
ipoint=$1
inputs=$(dirname "$0")
flags="-Wall -Wextra -Werror -Wno-comment -DIPOINT_NO_PORT -I$inputs/kernels -I$1/include"
export IPOINT_DB="$PWD/ipoint.db"
sh "$inputs/compile-host.sh" "$1" -DIPOINT_NO_PORT
"$1/bin/ipoint-cc" gcc -O1 $flags -c "$inputs/kernels/work.c"
run() {
  gcc -O1 $flags -DTX_EXECUTION_PROFILE_ENABLE "$@" "$inputs/kernels/kernel.c" work.o bare.o -o kernel
  rm -rf trace && ./kernel
  "$ipoint/bin/ipoint-import" -o trace memory.img 2> imported
  "$ipoint/bin/ipoint-report" json trace -o report.json
}
for kernel in ZEPHYR THREADX RTX RTEMS OSEK; do
  run -D$kernel
  "$2" "$inputs/kernels/check.py" report.json $kernel
done
# Tasks that move from core to core.
sh "$inputs/compile-host.sh" "$1" -DIPOINT_NO_PORT -DIPOINT_CORES=2 -DHAND_CORES
for kernel in ZEPHYR THREADX RTEMS OSEK; do
  run -D$kernel -DSMP -DCONFIG_SMP
  "$2" "$inputs/kernels/check.py" report.json $kernel 5
done
