# plain-time.sh BOARD SOURCE [FLAG...]: prints how many cycles work() in SOURCE takes between its reads of the counter, without
# records.
set -eu
board=$1 source=$2 here=$(dirname "$0")
shift 2
. "$here/board.sh"
$gcc -O0 -DPLAIN_TIME "$@" -c "$source" -o plain-work.o
$gcc -O0 -c "$here/plain-time.c" -o plain-time.o
$gcc plain-time.o plain-work.o $link -o plain.elf
$qemu -kernel plain.elf 2>&1
