# plain-time.sh BITS SOURCE [FLAG...]: prints how many cycles work() in SOURCE takes between its reads of the counter, without
# records.
set -eu
bits=$1 source=$2
shift 2
case $bits in 32) machine="-march=rv32imac -mabi=ilp32" ;; *) machine="-march=rv64imac -mabi=lp64" ;; esac
gcc="riscv64-unknown-elf-gcc $machine -mcmodel=medany --specs=picolibc.specs --oslib=semihost --crt0=hosted -O0"
$gcc -DPLAIN_TIME "$@" -c "$source" -o plain-work.o
$gcc -c "$(dirname "$0")/plain-time.c" -o plain-time.o
$gcc plain-time.o plain-work.o -Wl,--defsym=__flash=0x80000000 -Wl,--defsym=__flash_size=0x400000 \
  -Wl,--defsym=__ram=0x80400000 -Wl,--defsym=__ram_size=0x200000 -o plain.elf
"qemu-system-riscv$bits" -M virt -bios none -nographic -monitor none -serial none \
  -semihosting-config enable=on,target=native -icount shift=0 -kernel plain.elf 2>&1
