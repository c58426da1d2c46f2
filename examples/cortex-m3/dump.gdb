# gdb-multiarch -batch -x dump.gdb build/measured/firmware.elf
# Port 3333 is that of OpenOCD, pyOCD and `make run` here; J-Link's gdb server has 2331.
target remote :3333
break record_end
continue
dump binary value memory.img ipoint_memory
append binary memory memory.img &__start_ipoint_units &__stop_ipoint_units
kill
