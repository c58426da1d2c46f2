#!/bin/sh
# From C to a report: builds for RISC-V, runs in QEMU, imports what was recorded.
# Usage: run.sh [32|64] [FOLDER]   everything is written there (default: a new one below /tmp)
# IPOINT is where ipoint is installed, or its build folder; without it, what the PATH has.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
bits=${1:-64}
out=${2:-$(mktemp -d)}
[ -n "${IPOINT:-}" ] || command -v ipoint-cc > /dev/null || {
  echo "run.sh: ipoint-cc is not in the PATH; give IPOINT=, where ipoint is installed or built" >&2
  exit 2
}
prefix=${IPOINT:-$(dirname "$(dirname "$(command -v ipoint-cc)")")}
bare=$prefix/share/ipoint
PATH=$prefix/bin:$PATH
mkdir -p "$out" && cd "$out"
IPOINT_DB=$out/ipoint.db
export IPOINT_DB
case $bits in
  32) machine="-march=rv32imac -mabi=ilp32" ;;
  64) machine="-march=rv64imac -mabi=lp64" ;;
  *) echo "run.sh: $bits: give 32 or 64" >&2; exit 2 ;;
esac
gcc="riscv64-unknown-elf-gcc $machine -mcmodel=medany --specs=picolibc.specs --oslib=semihost --crt0=hosted
  -O1 -Wall -Wextra -Werror"

rm -f ipoint.db memory.img
$gcc -I"$prefix/include" -I"$bare" -DIPOINT_RING_SLOTS=8192 -c "$bare/bare/bare.c" -o bare.o
$gcc -I"$prefix/include" -c "$here/main.c" -o main.o
ipoint-cc $gcc -I"$prefix/include" -c "$here/work.c" -o work.o
$gcc main.o work.o bare.o -Wl,--defsym=__flash=0x80000000 -Wl,--defsym=__flash_size=0x400000 \
  -Wl,--defsym=__ram=0x80400000 -Wl,--defsym=__ram_size=0x200000 -o firmware.elf

"qemu-system-riscv$bits" -M virt -bios none -nographic -monitor none -serial none \
  -semihosting-config enable=on,target=native -icount shift=0 -kernel firmware.elf

ipoint-import -o trace --program firmware.elf memory.img
ipoint-report text trace
echo "All files are in $out"
