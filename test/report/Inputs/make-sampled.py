#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""make-sampled.py OUT ROUNDS [build-id=HEX] [kernel] [few] [vary] [inlined] [callers] [untimed] [blocks [lines]]: OUT/ipoint.db and OUT/trace, as `ipoint-run --baseline` writes it.

Main calls f 100 times, and that calls leaf twice, all in a trace made by make-trace.py. The plain program is compiled: `known` is in
the database without probes, `extra` is not in it. This script writes its samples: of 1,000 main has 100, f 300, leaf 400, known 100, extra 60, and 40 are of no file. It takes a second of user time and a quarter of one in the kernel.
  build-id  of the program, as the samples have it
  kernel    a fifth more samples are the kernel's
  few       a hundredth of the samples
  vary      rates differ in where samples lie: f has those of leaf at the faster one
  inlined   f has the samples of leaf: leaf was inlined there
  callers   after each f main calls leaf, for twice as long as one of f's calls of it
  untimed   only main is timed
  blocks    another program: f has blocks that nothing is timed in, and each sample lies at a label in one of these, but for those in
            `elsewhere`, which is of another file's text
  lines     its debug information has no columns
"""
import json
import os
import shutil
import struct
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
OUT, ROUNDS, REST = os.path.abspath(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
BUILD = next((bytes.fromhex(word[9:]) for word in REST if word.startswith("build-id=")), b"")
SOURCE = """
volatile int sink;
__attribute__((noinline)) void leaf(void) { sink += 1; }
__attribute__((noinline)) void f(void) { leaf(); leaf(); sink += 2; }
__attribute__((noinline)) void known(void) { sink += 3; }
__attribute__((noinline)) void extra(void) { sink += 4; }
int main(void) { known(); extra(); for (int i = 0; i < 100; ++i) f(); return 0; }
"""
CASE = """
function leaf 3-3
function f 4-4
skipped known 5 no probes wanted
function main 7-7
thread 1
main entry @{0}
repeat 100 +1000
f entry @{1}
leaf entry @{2}
leaf exit @{3}
leaf entry @{4}
leaf exit @{5}
f exit @{6}
end
main exit @{7}
"""
WANTED = {"main": 100, "f": 300, "leaf": 400, "known": 100, "extra": 60, None: 40}
BLOCKS_SOURCE = """
#define AT(name) __asm__ volatile("at_" #name ": nop")
volatile int rounds = 4;
__attribute__((noinline, noclone)) void f(int i) {
  AT(entry);
  if (i & 1)
    AT(then);
  else
    AT(else);
  for (int j = 0; j < rounds; ++j) AT(body);
  AT(end);
#line 1 "elsewhere.h"
  AT(elsewhere);
#line 14 "main.c"
}
int main(void) { for (int i = 0; i < 100; ++i) f(i % 5); return 0; }
"""
# A join and the exit behind it begin at one place. The condition has no sample.
BLOCKS_WANTED = {"at_entry": 40, "at_then": 300, "at_else": 120, "at_body": 200, "at_end": 160, "at_elsewhere": 20, "main": 80, None: 80}
BLOCKS_CASE = """
function f 4-14
block entry entry 4:1 untimed
block if.1/then then 7:5 untimed
block if.1/else else 9:5 untimed
block for.1/condition condition 10:19 untimed
block for.1/body body 10:36 untimed
block for.1/join join 11:3 untimed
block exit exit 11:3 untimed
next entry if.1/then if.1/else
next if.1/then for.1/condition
next if.1/else for.1/condition
next for.1/condition for.1/body for.1/join
next for.1/body for.1/condition
next for.1/join exit
loop for.1 10 for.1/condition for.1/body
function main 15-15
thread 1
main entry @{0}
""" + "".join("repeat {} +0\nf entry\nf if.1/{}\nf for.1/condition\n{}f for.1/join\nf exit\nend\n".format(
    calls, arm, "f for.1/body\nf for.1/condition\n" * 4) for calls, arm in ((40, "then"), (60, "else"))) + "main exit @{7}\n"
if "callers" in REST:
    CASE = CASE.replace("f exit @{6}\n", "f exit @{6}\nleaf entry @{8}\nleaf exit @{9}\n")
if "untimed" in REST:
    CASE = "\n".join(line if line.startswith("main") else line.split(" @")[0] for line in CASE.splitlines()).replace("+1000", "+0")
if "blocks" in REST:
    SOURCE, CASE, WANTED = BLOCKS_SOURCE, BLOCKS_CASE, BLOCKS_WANTED


def quads(*values):
    return struct.pack("<{}Q".format(len(values)), *values)


def words(*values):
    return struct.pack("<{}I".format(len(values)), *values)


def record(kind, mode, body):
    return struct.pack("<IHH", kind, mode, len(body) + 8) + body


def perf_data(period, records):
    exclude = 0 if "kernel" in REST else 1 << 5
    attr = (words(1, 128) + quads(0, period, 1 | 2 | 4 | 256, 0, exclude | 1 << 18)).ljust(128, b"\0")
    header = (b"PERFILE2" + quads(104, 144, 104, 144, 248, len(records))).ljust(104, b"\0")
    return header + attr + quads(0, 0) + records


def offsets(program):
    """Where each function begins in the file."""
    with open(program, "rb") as file:
        data = file.read()
    start, size, count = struct.unpack_from("<Q", data, 32)[0], *struct.unpack_from("<HH", data, 54)
    loads = [struct.unpack_from("<IIQQQQ", data, start + i * size) for i in range(count)]
    lines = subprocess.run(["nm", program], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    result = {}
    for line in lines:
        if line.split()[-2] in "tT":
            address = int(line.split()[0], 16)
            for kind, _, offset, virtual, _, length in loads:
                if kind == 1 and virtual <= address < virtual + length:
                    result[line.split()[-1]] = address - virtual + offset
    return result


def samples(at, program, period, scale, faster):
    base, size = 0x10000000, os.path.getsize(program)
    name = program.encode()
    name += b"\0" * (8 - len(name) % 8)
    inode = b"\x14\0\0\0" + BUILD.ljust(20, b"\0") if BUILD else b"\0" * 24
    records = record(10, 2 | (1 << 14 if BUILD else 0),
                     words(7, 7) + quads(base, size, 0) + inode + words(5, 2) + name + words(7, 7) + quads(1))
    wanted = dict(WANTED)
    if (faster and "vary" in REST) or "inlined" in REST:
        wanted["f"], wanted["leaf"] = 700, 0
    # Evenly over time: of each twentieth the same.
    order = [(name, 2) for _ in range(20) for name, count in wanted.items() for _ in range(count * scale // 20)]
    if "few" in REST:
        order = order[50::100]
    if "kernel" in REST:
        order += [("main", 1)] * (200 * scale)
    for number, (function, mode) in enumerate(order):
        address = base + at[function] if function else 64
        records += record(9, mode, quads(address) + words(7, 7) + quads(10 + number, period))
    return perf_data(period, records)


os.makedirs(OUT, exist_ok=True)
source, plain, trace = os.path.join(OUT, "main.c"), os.path.join(OUT, "plain"), os.path.join(OUT, "trace")
with open(source, "w", encoding="utf-8") as file:
    file.write(SOURCE)
columns = ["-gno-column-info"] if "lines" in REST else []
subprocess.run(["gcc", "-O1", "-g", *columns, source, "-o", plain], check=True)
shutil.rmtree(trace, ignore_errors=True)
os.makedirs(trace)
pairs, functions = [], offsets(plain)
for number in range(1, ROUNDS + 1):
    begin = 1000000 * number
    case = os.path.join(OUT, "case")
    with open(case, "w", encoding="utf-8") as file:
        file.write(CASE.format(*(begin + t for t in (0, 100, 200, 300, 400, 500, 700, 200000, 750, 950))))
    subprocess.run([sys.executable, os.path.join(HERE, "make-trace.py"), case, os.path.join(OUT, "made")], check=True)
    name = "run-{:03}".format(number)
    shutil.move(os.path.join(OUT, "made", "trace"), os.path.join(trace, name))
    os.rename(os.path.join(trace, name, "stream-1"), os.path.join(trace, name, "stream-1-1"))
    sampled = []
    for period, scale in ((1000000, 1), (250000, 4)):
        file = "samples-{:03}".format(2 * number + (scale == 4) - 1)
        with open(os.path.join(trace, file), "wb") as out:
            out.write(samples(functions, plain, period, scale, scale == 4))
        sampled.append({"samples": file, "period_ns": period, "sampler": "perf"})
    pairs.append({"trace": name,
                  "plain": {"thread": 7, "begin": 5, "end": 100005, "ended": "return", "user_us": 1000000, "system_us": 250000},
                  "instrumented": {"thread": 1, "begin": begin - 5, "end": begin + 200005, "ended": "return"},
                  "sampled": sampled})
shutil.copy(os.path.join(OUT, "made", "ipoint.db"), OUT)
with open(os.path.join(trace, "baseline"), "w", encoding="utf-8") as file:
    json.dump({"format": "ipoint-baseline/2", "program": plain, "instrumented": "/src/program", "arguments": "",
               "clock_source": "dwt", "rate_hz": 1000000000, "pairs": pairs}, file)
