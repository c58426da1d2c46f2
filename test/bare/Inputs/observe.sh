# observe.sh 32|64|m3 IPOINT SOURCE: compiles SOURCE and runs it in QEMU, one instruction after the other.
set -eu
target=$1 prefix=$2 source=$3
if [ "$target" = m3 ]; then
  arm-none-eabi-gcc -mcpu=cortex-m3 -mthumb -O1 -Wall -Wextra -Wshadow -ffreestanding -nostdlib -I"$prefix/include" "$source" \
    -Wl,--section-start=.vectors=0 -Wl,-Ttext=0x100 -Wl,-Tbss=0x20000000 -Wl,--defsym=end_of_ram=0x20010000 -Wl,-e,reset -lgcc \
    -o observe.elf
  exec qemu-system-arm -M mps2-an385 -nographic -monitor none -serial none -semihosting-config enable=on,target=native \
    -icount shift=6 -kernel observe.elf 2>&1
fi
case $target in 32) machine="-march=rv32imac -mabi=ilp32" ;; *) machine="-march=rv64imac -mabi=lp64" ;; esac
riscv64-unknown-elf-gcc $machine -mcmodel=medany --specs=picolibc.specs --oslib=semihost --crt0=hosted -O1 -Wall -Wextra \
  -I"$prefix/include" "$source" -Wl,--defsym=__flash=0x80000000 -Wl,--defsym=__flash_size=0x400000 \
  -Wl,--defsym=__ram=0x80400000 -Wl,--defsym=__ram_size=0x200000 -o observe.elf
exec "qemu-system-riscv$target" -M virt -bios none -nographic -monitor none -serial none \
  -semihosting-config enable=on,target=native -icount shift=0 -kernel observe.elf 2>&1
