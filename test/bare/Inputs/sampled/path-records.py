"""path-records.py IPOINT REPORT: what path records and sums take on a Cortex-M3 at -Os, against block records.

The same program of a hundred rounds, nothing timed. Prints for each the records of the run and their bytes, and the run's
instructions in all and in a probe; then what adding up the numbers takes alone, where nothing is recorded.
"""
import json
import os
import re
import sqlite3
import subprocess
import sys

from emulated import HERE, Target

PREFIX, REPORT = sys.argv[1:]
WORK = ("checksum", "smooth", "insert", "next_random", "work")
IN_PROBES = ("ipoint_untimed", "ipoint_path", "ipoint_count_all", "ipoint_untimed_value", "probe", "put", "ipoint_port_mask",
             "ipoint_port_unmask", "ipoint_count_rounds", "ipoint_count_path")
FLAGS = ["-Os", "-DROUNDS=100"]
target = Target("cortex-m3", PREFIX)


def in_work(counts):
    return sum(counts[name] for name in WORK if name in counts)


def in_probes(counts):
    return sum(counts.get(name, 0) for name in IN_PROBES)


def units_of(database):
    with sqlite3.connect(database) as rows:
        rows.row_factory = sqlite3.Row
        return list(rows.execute("select counts from units"))


def build_measured(name, *flags):
    target.build(name, *flags, "-DMEASURED", "-DIPOINT_RING_SLOTS=20000", "-DIPOINT_SUMS", compiler=[PREFIX + "/bin/ipoint-cc"],
                 recorder="bare.c")
    return target.count_instructions(name)


target.build("plain", *FLAGS, recorder="sampler.c")
plain = in_work(target.count_instructions("plain"))
print("plain: {} instructions".format(plain))
visits = {}
for records in ("blocks", "paths", "sums"):
    os.environ.update(IPOINT_STORE=records, IPOINT_DB=os.path.abspath(records + ".db"))
    counts = build_measured(records, *FLAGS)
    said = subprocess.run([PREFIX + "/bin/ipoint-import", "-o", records, "--program", records + ".elf", records + ".img"], check=True,
                          stderr=subprocess.PIPE, text=True).stderr
    made, lost = map(int, re.search(r"(\d+) records in .* \((\d+) lost", said).groups())
    # The start of the recording runs probes to measure their overhead; they are not the program's.
    probes = in_probes(counts) - in_probes(build_measured("start", "-Os", "-DROUNDS=0"))
    done = in_work(counts) + probes
    counted = re.search(r"(\d+) paths and iterations", said)
    report = json.loads(subprocess.run([REPORT, "json", "--all", records], check=True, stdout=subprocess.PIPE).stdout)
    visits[records] = {(function["name"], block["name"]): block["visits"] for function in report["functions"] for block in function["blocks"]}
    if records == "sums":
        print("sums: {} records, {} lost, {} counts; {:.2f} times the plain program's instructions, {:.1f} for each of {} ends of paths".format(
            made, lost, sum(unit["counts"] for unit in units_of("sums.db")), done / plain, (done - plain) / int(counted[1]), counted[1]))
        continue
    print("{}: {} records, {} lost, {} bytes; {} instructions, {:.1f} in a probe".format(
        records, made, lost, 8 * made, done, probes / made))
print("the same visits" if visits["blocks"] == visits["paths"] == visits["sums"] else "other visits")
os.environ.update(IPOINT_STORE="paths")
subprocess.run([PREFIX + "/bin/ipoint-instrument", HERE + "/work.c", "-o", "sums.c", "--", "-DROUNDS=100"], check=True)
target.build("sums", *FLAGS, recorder="sampler.c", work="sums.c", include=["-I" + os.path.join(HERE, "../sums")])
total = sum(visits["paths"].values())
more = in_work(target.count_instructions("sums")) - plain
print("numbers alone: {} instructions more, {:.2f} for each of {} visits".format(more, more / total, total))
