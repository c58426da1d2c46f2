# Of the emulated $board (32, 64, m3) the compiler, what it links with, and the emulator, in which an instruction takes 1 ns: $gcc, $link and $qemu.
case $board in
m3)
  # It has no DWT. TIM2 counts ns.
  gcc="arm-none-eabi-gcc -mcpu=cortex-m3 -mthumb --specs=rdimon.specs -include $(dirname "$0")/tim2.h"
  link="-Wl,-Ttext-segment=0x20000000 -Wl,--section-start=.vectors=0x08000000 -Wl,--no-warn-rwx-segments"
  qemu="qemu-system-arm -M netduino2"
  ;;
*)
  case $board in 32) gcc="-march=rv32imac -mabi=ilp32" ;; *) gcc="-march=rv64imac -mabi=lp64" ;; esac
  gcc="riscv64-unknown-elf-gcc $gcc -mcmodel=medany --specs=picolibc.specs --oslib=semihost --crt0=hosted"
  link="-Wl,--defsym=__flash=0x80000000 -Wl,--defsym=__flash_size=0x400000 -Wl,--defsym=__ram=0x80400000 -Wl,--defsym=__ram_size=0x200000"
  qemu="qemu-system-riscv$board -M virt -bios none"
  ;;
esac
qemu="$qemu -nographic -monitor none -serial none -semihosting-config enable=on,target=native -icount shift=0"
