#!/bin/sh
# From C to a report: builds for several cores, runs in QEMU, imports what was recorded.
# Usage: run.sh [rv32|rv64|aarch64|armv7] [CORES] [FOLDER]   everything is written there (default: a new one below /tmp)
# IPOINT is where ipoint is installed, or its build folder; without it, what the PATH has. FLAGS go to all compilers,
# QEMUFLAGS to the emulator.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
machine=${1:-rv64}
cores=${2:-2}
out=${3:-$(mktemp -d)}
[ -n "${IPOINT:-}" ] || command -v ipoint-cc > /dev/null || {
  echo "run.sh: ipoint-cc is not in the PATH; give IPOINT=, where ipoint is installed or built" >&2
  exit 2
}
prefix=${IPOINT:-$(dirname "$(dirname "$(command -v ipoint-cc)")")}
PATH=$prefix/bin:$PATH
mkdir -p "$out" && cd "$out"
IPOINT_DB=$out/ipoint.db
export IPOINT_DB
case $machine in
  rv32) gcc="riscv64-unknown-elf-gcc -march=rv32imac -mabi=ilp32 -mcmodel=medany" code=0x80000000
    qemu="qemu-system-riscv32 -M virt -bios none" ;;
  rv64) gcc="riscv64-unknown-elf-gcc -march=rv64imac -mabi=lp64 -mcmodel=medany" code=0x80000000
    qemu="qemu-system-riscv64 -M virt -bios none" ;;
  aarch64) gcc="aarch64-linux-gnu-gcc -DIPOINT_CNTVCT -DRATE=62500000 -mgeneral-regs-only -mstrict-align -fno-pic -static" code=0x40100000
    qemu="qemu-system-aarch64 -M virt -cpu cortex-a57" ;;
  armv7) gcc="arm-none-eabi-gcc -mcpu=cortex-a15 -marm -DRATE=1000000000" code=0x40100000
    qemu="qemu-system-arm -M virt -cpu cortex-a15" ;;
  *) echo "run.sh: $machine: give rv32, rv64, aarch64 or armv7" >&2; exit 2 ;;
esac
gcc="$gcc -O1 -ffreestanding -Wall -Wextra -Werror -I$prefix/include -I$prefix/share/ipoint -DCORES=$cores -DIPOINT_CORES=$cores ${FLAGS-}"

rm -f ipoint.db memory.img
$gcc -DIPOINT_RING_SLOTS=8192 -c "$prefix/share/ipoint/bare/bare.c" -o bare.o
$gcc -c "$here/board.c" -o board.o
$gcc -c "$here/main.c" -o main.o
ipoint-cc $gcc -c "$here/work.c" -o work.o
$gcc -nostdlib -T "$here/cores.ld" -Wl,--defsym=CODE=$code,--no-warn-rwx-segments,--build-id=none board.o main.o work.o bare.o -lgcc -o firmware.elf

$qemu -smp "$cores" -nic none -nographic -monitor none -serial none -semihosting-config enable=on,target=native ${QEMUFLAGS-} \
  -kernel firmware.elf

ipoint-import -o trace --program firmware.elf memory.img
ipoint-report text trace
echo "All files are in $out"
