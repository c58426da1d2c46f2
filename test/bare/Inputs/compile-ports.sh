# compile-ports.sh IPOINT: compiles the recorder and the sampler for each processor that there is a port to.
set -u
prefix=$1 good=0 all=0
cat > handler.c << 'C'
#include "ipoint/sampler.h"
void sampled(uintptr_t address);
void sampled(uintptr_t address) { ipoint_sampler_take(address); }
#ifdef IPOINT_SAMPLER_HANDLER
IPOINT_SAMPLER_HANDLER(handler, sampled);
#endif
C
try() {
  all=$((all + 1))
  set -- "$@" -std=c99 -ffreestanding -nostdlib -Wall -Wextra -Wshadow -Wundef -pedantic -Werror -Os -I"$prefix/include" \
    -I"$prefix/share/ipoint" -c
  "$@" "$prefix/share/ipoint/bare/bare.c" -o "$all.o" &&
    "$@" -DIPOINT_CORES=2 -DIPOINT_CORE_ADDRESS=0xd0000000 -DIPOINT_SUMS "$prefix/share/ipoint/bare/bare.c" -o "$all-cores.o" &&
    "$@" -DIPOINT_TIMES -DIPOINT_LEAN -DIPOINT_NO_WRAPS "$prefix/share/ipoint/bare/bare.c" -o "$all-lean.o" &&
    "$@" -DIPOINT_CORES=2 -DIPOINT_CORE_ADDRESS=0xd0000000 -DIPOINT_TIMES -DIPOINT_DETECTION "$prefix/share/ipoint/bare/bare.c" \
      -o "$all-detection.o" && "$@" -DIPOINT_FRAMES "$prefix/share/ipoint/bare/bare.c" -o "$all-frames.o" && "$@" "$prefix/share/ipoint/bare/sampler.c" -o "$all-sampler.o" &&
    "$@" -DIPOINT_PINS=0x40000000 "$prefix/share/ipoint/bare/pins.c" -o "$all-pins.o" &&
    "$@" handler.c -o "$all-handler.o" && good=$((good + 1))
}
for cpu in cortex-m0 cortex-m3 cortex-m4 cortex-m7 cortex-m33; do
  try arm-none-eabi-gcc -mcpu=$cpu -mthumb
done
try arm-none-eabi-gcc -mcpu=cortex-r5
try arm-none-eabi-gcc -mcpu=cortex-a9
try riscv64-unknown-elf-gcc -march=rv32imac -mabi=ilp32
try riscv64-unknown-elf-gcc -march=rv64imac -mabi=lp64 -mcmodel=medany
try aarch64-linux-gnu-gcc
try aarch64-linux-gnu-gcc -DIPOINT_CNTVCT
try riscv64-unknown-elf-gcc -march=rv32imac -mabi=ilp32 -DIPOINT_MTIME=0x200bff8
try riscv64-unknown-elf-gcc -march=rv64imac -mabi=lp64 -mcmodel=medany -DIPOINT_MTIME=0x200bff8
try clang-19 --target=powerpc-none-eabi
echo "compiled $good of $all"
