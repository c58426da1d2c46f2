# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# For gdb: `source share/ipoint/bare/dump.gdb`, and where the program has stopped one of these, which write a memory dump for
# ipoint-import: `ipoint-dump FILE`; `ipoint-dump-sums FILE` where bare.c has -DIPOINT_SUMS.

set max-value-size unlimited

define ipoint-dump
  dump binary value $arg0 ipoint_memory
  append binary memory $arg0 &__start_ipoint_units &__stop_ipoint_units
end
document ipoint-dump
Write the recording to FILE, for ipoint-import.
end

define ipoint-dump-sums
  ipoint-dump $arg0
  append binary value $arg0 ipoint_counts_memory
  # The counts of each unit that has a record of them among the unit records.
  set $ipoint_at = (unsigned long)&__start_ipoint_units
  while $ipoint_at < (unsigned long)&__stop_ipoint_units
    set $ipoint_unit = (union ipoint_counted *)$ipoint_at
    # IPOINT_COUNTED_MAGIC of ipoint/unit.h, which debuggers do not read.
    if ($ipoint_unit->words[0] & 0xffff) == 0x6370
      set $ipoint_counts = $ipoint_unit->unit.counts
      append binary memory $arg0 $ipoint_counts $ipoint_counts+$ipoint_unit->unit.count
    end
    set $ipoint_at = $ipoint_at + 40
  end
  # The times of each unit that has a record of them, IPOINT_TIMED_MAGIC.
  set $ipoint_first = 1
  set $ipoint_at = (unsigned long)&__start_ipoint_units
  while $ipoint_at < (unsigned long)&__stop_ipoint_units
    if (*(unsigned *)$ipoint_at & 0xffff) == 0x7470
      if $ipoint_first
        append binary value $arg0 ipoint_times_memory
        set $ipoint_first = 0
      end
      set $ipoint_unit = (union ipoint_timed_unit *)$ipoint_at
      if $ipoint_unit->unit.edges
        set $ipoint_edges = $ipoint_unit->unit.edges
        append binary memory $arg0 $ipoint_edges $ipoint_edges+$ipoint_unit->unit.count
      end
      set $ipoint_times = $ipoint_unit->unit.times
      append binary memory $arg0 $ipoint_times $ipoint_times+$ipoint_unit->unit.count
    end
    set $ipoint_at = $ipoint_at + 40
  end
end
document ipoint-dump-sums
Write the recording, the counts and the times to FILE, for ipoint-import.
end
