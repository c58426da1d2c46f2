# build-and-run.sh BITS IPOINT SOURCE: instruments SOURCE, which defines work(), runs it on RISC-V and imports.
set -eu
bits=$1 prefix=$2 source=$3
case $bits in 32) machine="-march=rv32imac -mabi=ilp32" ;; *) machine="-march=rv64imac -mabi=lp64" ;; esac
gcc="riscv64-unknown-elf-gcc $machine -mcmodel=medany --specs=picolibc.specs --oslib=semihost --crt0=hosted -O1
  -I$prefix/include -I$prefix/share/ipoint"
export IPOINT_DB=$PWD/ipoint.db
$gcc ${BARE_FLAGS-} -DIPOINT_RING_SLOTS=${RING_SLOTS-2048} -c "$prefix/share/ipoint/bare/bare.c" -o bare.o
$gcc -c "$(dirname "$0")/recorder.c" -o recorder.o
"$prefix/bin/ipoint-cc" $gcc ${WORK_FLAGS-} -c "$source" -o work.o
$gcc recorder.o work.o bare.o -Wl,--defsym=__flash=0x80000000 -Wl,--defsym=__flash_size=0x400000 \
  -Wl,--defsym=__ram=0x80400000 -Wl,--defsym=__ram_size=0x200000 -o firmware.elf
"qemu-system-riscv$bits" -M virt -bios none -nographic -monitor none -serial none \
  -semihosting-config enable=on,target=native -icount shift=0 -kernel firmware.elf
"$prefix/bin/ipoint-import" -o trace memory.img
