# board-clock.sh 32|m3|host IPOINT EXAMPLE: compiles the example and runs it, in QEMU one instruction after the other.
set -eu
target=$1 include="-I$2/include" example=$3
warnings="-std=gnu89 -Wall -Wextra -Wshadow"
case $target in
m3)
  arm-none-eabi-gcc -mcpu=cortex-m3 -mthumb -O1 $warnings -ffreestanding -nostdlib $include -include "$example/systick.h" \
    "$example/clock.c" "$example/main.c" -Wl,--section-start=.vectors=0 -Wl,-Ttext=0x100 -Wl,-Tbss=0x20000000 \
    -Wl,--defsym=end_of_ram=0x20010000 -Wl,-e,0x100 -lgcc -o m3.elf
  exec qemu-system-arm -M mps2-an385 -nographic -monitor none -serial none -semihosting-config enable=on,target=native \
    -icount shift=6 -kernel m3.elf 2>&1
  ;;
32)
  riscv64-unknown-elf-gcc -march=rv32imac -mabi=ilp32 -mcmodel=medany --specs=picolibc.specs --oslib=semihost --crt0=hosted -O1 \
    $warnings $include -I"$2/share/ipoint" -DBOARD_PROBES "$example/clock.c" "$example/probes.c" "$example/main.c" -std=gnu99 \
    "$2/share/ipoint/bare/bare.c" -Wl,--defsym=__flash=0x80000000 -Wl,--defsym=__flash_size=0x400000 \
    -Wl,--defsym=__ram=0x80400000 -Wl,--defsym=__ram_size=0x200000 -o rv32.elf
  exec qemu-system-riscv32 -M virt -bios none -nographic -monitor none -serial none \
    -semihosting-config enable=on,target=native -icount shift=0 -kernel rv32.elf 2>&1
  ;;
*)
  gcc -O2 $warnings -pedantic $include "$example/clock.c" "$example/main.c" -o host
  exec ./host
  ;;
esac
