#!/bin/sh
# Makes the folder of a release, by hand: recordings, databases and profiles as this release writes them, and the figures
# that later ones have to read in them. What is there is not made again.
#
# Usage: test/formats/make.sh    after `ninja -C build/dev`; needs root, as the files are to name no machine
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
if [ "$root" != /mnt ]; then
  exec unshare --mount --uts sh -c 'mount --bind "$1" /mnt && hostname host && cd /mnt && exec test/formats/make.sh' sh "$root"
fi
bin=/mnt/build/dev/bin
include=-I/mnt/build/dev/include
bare=/mnt/build/dev/share/ipoint
version=$($bin/ipoint-cc --version | sed 's/ipoint-cc //')
to=/mnt/test/formats/$version
[ ! -e "$to" ] || { echo "make.sh: $to: is there; a release's files stay as they are" >&2; exit 1; }
work=/mnt/build/formats
rm -rf $work
mkdir -p $work "$to"
cd $work
cp /mnt/test/formats/Inputs/program.c .
unset IPOINT_LEVEL IPOINT_STORE IPOINT_PROFILE IPOINT_CONFIG

# anonymous METADATA...: names no machine any more.
anonymous() {
  sed -i -E 's/^(\t(kernel|cpu|hypervisor|interrupts|softirqs) = )".*"/\1"-"/' "$@"
}

# blocks: a record for each block. object: the assembler text of what was recorded.
export IPOINT_DB=$work/blocks.db IPOINT_TIMED=blocks
$bin/ipoint-cc gcc $include -O2 -save-temps -c program.c -o program.o
cp program.s "$to/blocks.s"
$bin/ipoint-cc gcc program.o -o blocks
$bin/ipoint-run --switches=no -o blocks.trace -- ./blocks
# windows: counts, and times in windows. Its profile has samples of the plain program, too.
export IPOINT_DB=$work/sampled.db IPOINT_TIMED=auto IPOINT_TWIN=1
$bin/ipoint-cc gcc $include -DROUNDS=200000 -O2 -c program.c -o program.o
$bin/ipoint-cc gcc program.o -o sampled
$bin/ipoint-run --switches=no -n 3 --samples=5000 --baseline ./sampled.plain -o sampled.trace -- ./sampled
anonymous sampled.trace/run-*/metadata
$bin/ipoint-report profile sampled.trace -o "$to/sampled.profile"
unset IPOINT_TWIN
export IPOINT_DB=$work/windows.db
$bin/ipoint-cc gcc $include -DROUNDS=500 -O2 -save-temps -c program.c -o program.o
cp program.s "$to/windows.s"
$bin/ipoint-cc gcc program.o -o windows
$bin/ipoint-run --switches=no --windows=50/1 -o windows.trace -- ./windows

# Boards: a memory dump, one with sums, and frames. Dumps name no database.
gcc="riscv64-unknown-elf-gcc -march=rv64imac -mabi=lp64 -mcmodel=medany --specs=picolibc.specs --oslib=semihost
  --crt0=hosted -O1 $include -I$bare -DBOARD"
emulate() { # NAME BARE-OPTION...
  name=$1
  shift
  $gcc -DIPOINT_RING_SLOTS=1024 "$@" -c $bare/bare/bare.c -o bare.o
  $gcc -c /mnt/test/bare/Inputs/recorder.c -o recorder.o
  $bin/ipoint-cc $gcc -c program.c -o program.o
  $gcc recorder.o program.o bare.o -Wl,--defsym=__flash=0x80000000 -Wl,--defsym=__flash_size=0x400000 \
    -Wl,--defsym=__ram=0x80400000 -Wl,--defsym=__ram_size=0x200000 -o firmware.elf
  qemu-system-riscv64 -M virt -bios none -nographic -monitor none -serial none \
    -semihosting-config enable=on,target=native -icount shift=0 -kernel firmware.elf
  mv memory.img "$to/$name.img"
}
export IPOINT_DB=$work/dump.db IPOINT_TIMED=blocks
emulate dump
export IPOINT_DB=$work/sums.db IPOINT_TIMED=functions IPOINT_STORE=sums
emulate sums -DIPOINT_SUMS -DIPOINT_TIMES
unset IPOINT_STORE
export IPOINT_DB=$work/frames.db IPOINT_TIMED=blocks
PYTHONPATH=/mnt/test/bare/Inputs/stream:/mnt/test/bare/Inputs/sampled /usr/bin/python3 -c "
from streams import build, emulate
board = build('/mnt/build/dev', 'rv32', 'frames', '-DROUNDS=2', '-DIPOINT_RING_SLOTS=4096')
emulate(board, 'frames', '-serial', 'file:$to/frames.bytes').wait(60)"

for trace in blocks windows; do
  anonymous $trace.trace/metadata
  cp -r $trace.trace "$to"
  rm -f "$to/$trace.trace/.session"
done
# What is kept to make later compiles faster is left out.
for database in *.db; do
  cp $database "$to"
  sqlite3 "$to/$database" "DELETE FROM preambles; PRAGMA page_size = 512; VACUUM"
done
chmod -R u=rwX,go=rX "$to"
/usr/bin/python3 /mnt/test/formats/Inputs/read.py --write $bin "$to"
rm -rf $work
