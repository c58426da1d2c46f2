# build-and-run.sh BOARD IPOINT SOURCE: instruments SOURCE, which defines work(), runs it and imports. BOARD: 32 or 64, RISC-V; m3, a
# Cortex-M3. Of all of them the counter counts instructions.
set -eu
board=$1 prefix=$2 source=$3
. "$(dirname "$0")/board.sh"
gcc="$gcc -O1 -I$prefix/include -I$prefix/share/ipoint"
export IPOINT_DB=$PWD/ipoint.db
$gcc ${BARE_FLAGS-} -DIPOINT_RING_SLOTS=${RING_SLOTS-2048} -c "$prefix/share/ipoint/bare/bare.c" -o bare.o
$gcc -c "$(dirname "$0")/recorder.c" -o recorder.o
"$prefix/bin/ipoint-cc" $gcc ${WORK_FLAGS-} -c "$source" -o work.o
$gcc recorder.o work.o bare.o $link -o firmware.elf
$qemu -kernel firmware.elf
"$prefix/bin/ipoint-import" -o trace memory.img
