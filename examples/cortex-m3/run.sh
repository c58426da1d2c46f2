#!/bin/sh
# From C to a report: builds for a Cortex-M3, runs in QEMU, imports what was recorded.
# Usage: run.sh [FOLDER]   everything is written there (default: a new one below /tmp)
# IPOINT is where ipoint is installed, or its build folder; without it, what the PATH has.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$(mktemp -d)}
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
export IPOINT_DB IPOINT_CONFIG
flags="-mcpu=cortex-m3 -mthumb -O1 -ffreestanding -Wall -Wextra -Werror"

rm -f ipoint.db memory.img
arm-none-eabi-gcc $flags -I"$prefix/include" -I"$bare" -DIPOINT_RECORDS=8192 -c "$bare/bare/bare.c" -o bare.o
arm-none-eabi-gcc $flags -I"$prefix/include" -c "$here/board.c" -o board.o
ipoint-cc arm-none-eabi-gcc $flags -c "$here/main.c" -o main.o
arm-none-eabi-gcc $flags -nostdlib -T "$here/m3.ld" main.o board.o bare.o -lgcc -o firmware.elf

qemu-system-arm -M mps2-an385 -nographic -monitor none -serial none \
  -semihosting-config enable=on,target=native -icount shift=6 -kernel firmware.elf

ipoint-import -o trace --program firmware.elf memory.img
ipoint-report text trace
echo "All files are in $out"
