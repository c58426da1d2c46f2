# kernels.sh IPOINT PYTHON: each kernel's header, on this machine.
set -eu
inputs=$(dirname "$0")
flags="-Wall -Wextra -Werror -Wno-comment -DIPOINT_NO_PORT -I$inputs/kernels -I$1/include"
export IPOINT_DB="$PWD/ipoint.db"
sh "$inputs/compile-host.sh" "$1" -DIPOINT_NO_PORT
"$1/bin/ipoint-cc" gcc -O1 $flags -c "$inputs/kernels/work.c"
for kernel in ZEPHYR THREADX RTX RTEMS OSEK; do
  gcc -O1 $flags -D$kernel -DTX_EXECUTION_PROFILE_ENABLE "$inputs/kernels/kernel.c" work.o bare.o -o $kernel
  rm -rf trace && ./$kernel
  "$1/bin/ipoint-import" -o trace memory.img 2> imported
  "$1/bin/ipoint-report" json trace -o report.json
  "$2" "$inputs/kernels/check.py" report.json $kernel
done
