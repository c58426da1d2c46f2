"""times.py IPOINT REPORT: the times of a program with records and added up in place, on an emulated Cortex-M3, whose counter is slower than
its instructions; and what of its memory and instructions that takes."""
import json
import os
import re
import subprocess
import sys

from emulated import Target

PREFIX, REPORT = sys.argv[1:]
RECORDED = ["ipoint_timed", "put_timed", "put", "probe"]
ADDED_UP = ["ipoint_times", "enter", "pass", "pass_time", "add_time", "copy_clocks", "leave", "bin_of", "add_ticks"]
SHARED = ["ipoint_port_counter", "ipoint_port_mask", "ipoint_port_unmask"]
RECORDS = ["blocks", "-DIPOINT_RING_SLOTS=60000"]
DWT = ["-DIPOINT_DWT", "-DDWT=((volatile uint32_t *)0x40028014u)"]  # the emulator has another counter that goes up
SMALL, LEAN = ["-DIPOINT_NO_WRAPS", *DWT], ["-DIPOINT_LEAN", *DWT]
SUMS = ["sums", "-DIPOINT_RING_SLOTS=0", "-DIPOINT_TIMES", "-DIPOINT_TIME_BITS=1", "-DIPOINT_TIME_BINS=24"]
target = Target("cortex-m3", PREFIX)


def build(name, rounds, optimised, store, *flags):
    os.environ.update(IPOINT_STORE=store, IPOINT_TIMED="blocks", IPOINT_DB=os.path.abspath(name + ".db"))
    target.build(name, "-DROUNDS={}".format(rounds), "-DMEASURED", "-Wno-error", optimised, *flags, compiler=[PREFIX + "/bin/ipoint-cc"], recorder="bare.c")


def report_of(name):
    """Of NAME.img."""
    subprocess.run([PREFIX + "/bin/ipoint-import", "-o", name, "--program", name + ".elf", name + ".img"], check=True,
                   stderr=subprocess.DEVNULL)
    made = subprocess.run([REPORT, "json", "--all", name], check=True, stdout=subprocess.PIPE).stdout
    return {f["name"]: f for f in json.loads(made)["functions"]}


def run(name, *kind):
    build(name, 20, "-O0", *kind)
    target.run(name, "-icount", "shift=10")  # 25.6 ticks an instruction
    return report_of(name)


def visits(functions):
    return {(f["name"], b["name"]): (b["visits"], [n["count"] for n in b["next"]]) for f in functions.values() for b in f["blocks"]}


def instructions_of_a_probe(name, functions, *kind):
    """Of those that ten rounds have more than five."""
    counts = []
    for rounds in 10, 5:
        build(name, rounds, "-Os", *kind)
        spent = sum(n for function, n in target.count_instructions(name).items() if function in functions + SHARED)
        counts.append((spent, sum(count for count, _ in visits(report_of(name)).values())))
    return (counts[0][0] - counts[1][0]) / (counts[0][1] - counts[1][1])


records = run("records", *RECORDS)
sums = run("sums", *SUMS)
calls = {name: f["calls"] for name, f in sums.items()}
print("{} blocks, {} calls: {}".format(len(visits(sums)), sum(calls.values()), "the same counts" if visits(records) == visits(sums) and
                                       calls == {name: f["calls"] for name, f in records.items()} else "others"))
for name in "work", "checksum":
    was, is_now = (f[name]["inclusive"]["corrected"]["mean"] for f in (records, sums))
    print("{}: a call takes {:.1f} ticks with records, {:.1f} added up: {}".format(
        name, was, is_now, "within a tick in a hundred" if abs(was - is_now) <= was / 100 + 1 else "another time"))
lean = run("lean", *SUMS, *LEAN)
apart = max(abs(f["inclusive"]["corrected"]["mean"] - sums[name]["inclusive"]["corrected"]["mean"]) / sums[name]["inclusive"]["corrected"]["mean"]
            for name, f in lean.items())
print("lean, and with a cycle counter alone: {}".format("the same" if visits(lean) == visits(sums) and apart < 0.01 else (apart, lean, sums)))
symbols = subprocess.run([target.tools + "nm", "-S", "-t", "d", "sums.elf"], check=True, stdout=subprocess.PIPE, text=True).stdout
ram = sum(int(size) for size, name in re.findall(r" 0*(\d+) [bBdD] (ipoint_\w+)", symbols))
print("RAM for sums of a run of any length: {} bytes".format(ram))
print("instructions of a probe: {:.0f} with a record, {:.0f} with a time, {:.0f} in the small recorder, {:.0f} if lean".format(
    instructions_of_a_probe("small-records", RECORDED, *RECORDS),
    *(instructions_of_a_probe("small-sums", ADDED_UP, *SUMS, *how) for how in ((), SMALL, LEAN))))

print("gdb: " + target.dump_by_gdb("sums", 10))
