#!/bin/sh
# From C to a report: builds a FreeRTOS program for a Cortex-M3, runs it in QEMU, imports what was recorded.
# Usage: FREERTOS_KERNEL=PATH run.sh [FOLDER]   everything is written there (default: a new one below /tmp)
# FREERTOS_KERNEL is the kernel's source: a folder with tasks.c and portable/ in it.
# IPOINT is where ipoint is installed, or its build folder; without it, what the PATH has.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$(mktemp -d)}
kernel=${FREERTOS_KERNEL:-}
[ -f "$kernel/tasks.c" ] || {
  echo "run.sh: give FREERTOS_KERNEL=, the kernel's source (https://github.com/FreeRTOS/FreeRTOS-Kernel)" >&2
  exit 2
}
[ -n "${IPOINT:-}" ] || command -v ipoint-cc > /dev/null || {
  echo "run.sh: ipoint-cc is not in the PATH; give IPOINT=, where ipoint is installed or built" >&2
  exit 2
}
prefix=${IPOINT:-$(dirname "$(dirname "$(command -v ipoint-cc)")")}
bare=$prefix/share/ipoint
PATH=$prefix/bin:$PATH
mkdir -p "$out" && cd "$out"
IPOINT_DB=$out/ipoint.db
IPOINT_CONFIG=$here/ipoint.yaml
IPOINT_LEVEL=functions
export IPOINT_DB IPOINT_CONFIG IPOINT_LEVEL
port=$kernel/portable/GCC/ARM_CM3
flags="-mcpu=cortex-m3 -mthumb -O1 -Wall -Wextra -Werror"
include="-I$prefix/include -I$here -isystem $kernel/include -isystem $port"

rm -f ipoint.db memory.img
arm-none-eabi-gcc $flags -I"$prefix/include" -I"$bare" -DIPOINT_RING_SLOTS=8192 -c "$bare/bare/bare.c" -o bare.o
arm-none-eabi-gcc $flags -I"$prefix/include" -c "$here/board.c" -o board.o
for source in tasks list queue portable/GCC/ARM_CM3/port portable/MemMang/heap_1; do
  arm-none-eabi-gcc $flags -Wno-unused-parameter $include -c "$kernel/$source.c" -o "kernel-$(basename $source).o"
done
ipoint-cc arm-none-eabi-gcc $flags $include -c "$here/tasks.c" -o tasks.o
arm-none-eabi-gcc $flags -nostartfiles --specs=nano.specs -T "$here/m3.ld" tasks.o board.o bare.o kernel-*.o \
  -o firmware.elf

qemu-system-arm -M mps2-an385 -nographic -monitor none -serial none \
  -semihosting-config enable=on,target=native -icount shift=6 -kernel firmware.elf

ipoint-import -o trace --program firmware.elf memory.img
ipoint-report text trace
echo "All files are in $out"
