"""path-records.py IPOINT REPORT: what path records take on a Cortex-M3 at -Os, against block records.

The same program of a hundred rounds, nothing timed. Prints for each the records of the run and their bytes, and the run's
instructions in all and in a probe; then what adding up the numbers takes alone, where nothing is recorded.
"""
import json
import os
import re
import subprocess
import sys

from emulated import HERE, Target

PREFIX, REPORT = sys.argv[1:]
WORK = ("checksum", "smooth", "insert", "next_random", "work")
IN_PROBES = ("ipoint_untimed", "ipoint_path", "ipoint_count_all", "ipoint_untimed_value", "probe", "put", "ipoint_port_mask",
             "ipoint_port_unmask")
FLAGS = ["-Os", "-DROUNDS=100"]
target = Target("cortex-m3", PREFIX)


def in_work(counts):
    return sum(counts[name] for name in WORK if name in counts)


def in_probes(counts):
    return sum(counts.get(name, 0) for name in IN_PROBES)


def build_measured(name, *flags):
    target.build(name, *flags, "-DMEASURED", "-DIPOINT_RING_SLOTS=20000", compiler=[PREFIX + "/bin/ipoint-cc"], recorder="bare.c")
    return target.count_instructions(name)


target.build("plain", *FLAGS, recorder="sampler.c")
plain = in_work(target.count_instructions("plain"))
print("plain: {} instructions".format(plain))
visits = {}
for records in ("blocks", "paths"):
    os.environ.update(IPOINT_STORE=records, IPOINT_DB=os.path.abspath(records + ".db"))
    counts = build_measured(records, *FLAGS)
    said = subprocess.run([PREFIX + "/bin/ipoint-import", "-o", records, "--program", records + ".elf", records + ".img"], check=True,
                          stderr=subprocess.PIPE, text=True).stderr
    made, lost = map(int, re.search(r"(\d+) records in .* \((\d+) lost", said).groups())
    # The start of the recording runs probes to measure their overhead; they are not the program's.
    probes = in_probes(counts) - in_probes(build_measured("start", "-Os", "-DROUNDS=0"))
    done = in_work(counts) + probes
    report = json.loads(subprocess.run([REPORT, "json", "--all", records], check=True, stdout=subprocess.PIPE).stdout)
    visits[records] = {(function["name"], block["name"]): block["visits"] for function in report["functions"] for block in function["blocks"]}
    print("{}: {} records, {} lost, {} bytes; {} instructions, {:.1f} in a probe".format(
        records, made, lost, 8 * made, done, probes / made))
print("the same visits" if visits["blocks"] == visits["paths"] else "other visits")
subprocess.run([PREFIX + "/bin/ipoint-instrument", HERE + "/work.c", "-o", "sums.c", "--", "-DROUNDS=100"], check=True)
target.build("sums", *FLAGS, recorder="sampler.c", work="sums.c", include=["-I" + os.path.join(HERE, "../sums")])
total = sum(visits["paths"].values())
more = in_work(target.count_instructions("sums")) - plain
print("numbers alone: {} instructions more, {:.2f} for each of {} visits".format(more, more / total, total))
