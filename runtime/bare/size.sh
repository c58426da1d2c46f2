#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# size.sh LIMIT INCLUDE COMPILER FLAG...: prints how many bytes of code recording takes, with timed and untimed probes and
# the dump; with -DIPOINT_SUMS with counts alone, with -DIPOINT_TIMES with times, too; with -DIPOINT_FRAMES or
# -DIPOINT_RTT=… with streams; with -DREAD_BY_PROBE without the dump; with -DWITH_TASKS with a kernel's hooks; and of RAM besides the
# slots. Exits 1 if the code is more than LIMIT.
set -eu
limit=$1 include=$2
shift 2
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat > "$work/use.c" <<'C'
#include "ipoint/bare.h"
#include "ipoint/stream.h"
#define IPOINT_NO_UNIT
#include "ipoint/probe.h"
void put(const void *bytes, uint32_t size);
void put(const void *bytes, uint32_t size) { (void)bytes; (void)size; }
void _start(void);
void _start(void) {
  ipoint_bare_start(IPOINT_KEEP_NEWEST, 1);
#if !defined(IPOINT_SUMS) && !defined(IPOINT_TIMES)
  ipoint_timed(300);
  ipoint_untimed(301);
#endif
#ifdef IPOINT_TIMES
  ipoint_times(0, 0, 0);
#endif
#if defined(IPOINT_SUMS) || defined(IPOINT_TIMES)
  ipoint_count_rounds(0, 1);
  ipoint_count_wrapped(0);
#endif
#ifdef IPOINT_FRAMES
  ipoint_stream_poll(put, 1);
#endif
#ifdef IPOINT_RTT
  ipoint_rtt_poll();
#endif
#ifdef WITH_TASKS
  ipoint_bare_task_out(0);
  ipoint_bare_task_in(1);
#endif
#ifndef READ_BY_PROBE
  ipoint_bare_dump(put);
#endif
}
C
case "$*" in *IPOINT_SUMS* | *IPOINT_TIMES*) slots=0 ;; *) slots=512 ;; esac
"$@" -Os -std=c99 -ffreestanding -nostdlib -ffunction-sections -Wl,--gc-sections -DIPOINT_RING_SLOTS=$slots \
  -I"$include" -I"$here" "$work/use.c" "$here/bare/bare.c" -o "$work/use"
nm=$(command -v "${1%-gcc}-nm")
"$nm" -S -t d "$work/use" | awk -v limit="$limit" -v slots=$slots -v name="$*" '
  NF == 4 && $3 ~ /[tT]/ && $4 != "_start" && $4 != "put" {
    code += $2 + 0
    if ($4 ~ /^ipoint_(un)?timed$/) part = part ", " $4 " " $2 + 0
  }
  NF == 4 && $3 ~ /[bBdD]/ { ram += $2 + 0 }
  END {
    printf "%s: code %d bytes (limit %d%s), RAM %d bytes besides the slots\n", name, code, limit, part, ram - slots * 8
    exit code > limit
  }'
