# debug.sh IPOINT: takes the recording of the Cortex-M3 example out with gdb, as dump.gdb does, and imports it.
set -eu
prefix=$1
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("", 0)); print(s.getsockname()[1])')
timeout 60 make MEASURE=1 IPOINT="$prefix" WAY_OUT=debugger GDB_PORT="$port" run &
sed "s/:3333/:$port/; /^kill/i dump binary value ring.bin ipoint_memory" dump.gdb > here.gdb
gdb-multiarch -batch -x here.gdb build/measured/firmware.elf
wait
make MEASURE=1 IPOINT="$prefix" WAY_OUT=debugger report
