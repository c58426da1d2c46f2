# by-gdb.sh IPOINT FOLDER BITS HARTS: whether a debugger's dump of the firmware there, at the end of its run, is what the program writes.
set -eu
cd "$2"
rm -f memory.img by-gdb.img
cat > dump.gdb <<G
source $1/share/ipoint/bare/dump.gdb
target remote | exec qemu-system-riscv$3 -M virt -bios none -smp $4 -nographic -monitor none -serial none -semihosting-config enable=on,target=native -S -gdb stdio -kernel firmware.elf
break ipoint_bare_dump
continue
ipoint-dump-sums by-gdb.img
break board_exit
continue
kill
G
# Its exit status means nothing: QEMU may have gone before gdb has had the answer to `kill`.
gdb-multiarch -batch -x dump.gdb firmware.elf > gdb.text 2>&1 < /dev/null || true
if cmp memory.img by-gdb.img; then echo "the same dump"; else cat gdb.text; fi
