# by-gdb.sh IPOINT FOLDER: whether a debugger's dump of the rv64 firmware there, at the end of its run on two harts, is what the program writes.
set -eu
cd "$2"
cat > dump.gdb <<G
source $1/share/ipoint/bare/dump.gdb
target remote | exec qemu-system-riscv64 -M virt -bios none -smp 2 -nographic -monitor none -serial none -semihosting-config enable=on,target=native -S -gdb stdio -kernel firmware.elf
break ipoint_bare_dump
continue
ipoint-dump-sums by-gdb.img
break board_exit
continue
kill
G
gdb-multiarch -batch -x dump.gdb firmware.elf > gdb.text 2>&1 < /dev/null || { cat gdb.text; exit 1; }
cmp memory.img by-gdb.img && echo "the same dump"
