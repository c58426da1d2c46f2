"""sums.py IPOINT REPORT FLAG...: the counts of a program with block records and with sums, on emulated processors."""
import json
import os
import subprocess
import sys

from emulated import HERE, Target

PREFIX, REPORT, *MORE = sys.argv[1:]
FLAGS = ["-DROUNDS=20", "-DMEASURED", "-DIPOINT_RING_SLOTS=60000", "-DIPOINT_SUMS", *MORE]


def report_of(name):
    subprocess.run([PREFIX + "/bin/ipoint-import", "-o", name, "--program", name + ".elf", name + ".img"], check=True,
                   stderr=subprocess.DEVNULL)
    made = subprocess.run([REPORT, "json", "--all", name], check=True, stdout=subprocess.PIPE).stdout
    return json.loads(made)


def counts_of(target, name, store, flags):
    os.environ.update(IPOINT_STORE=store, IPOINT_TIMED="none", IPOINT_DB=os.path.abspath(name + ".db"))
    target.build(name, *FLAGS, *flags, compiler=[PREFIX + "/bin/ipoint-cc"], recorder="bare.c")
    target.run(name)
    report = report_of(name)
    functions = report["functions"]
    blocks = {(f["name"], b["name"]): b["visits"] for f in functions for b in f["blocks"]}
    ways = {(f["name"], b["name"]): b["next"] for f in functions for b in f["blocks"]}
    return blocks, ways, {f["name"]: f["calls"] for f in functions}


def compare(label, target, flags=()):
    tag = label.replace(" ", "")
    records = counts_of(target, "blocks-" + tag, "blocks", flags)
    sums = counts_of(target, "sums-" + tag, "sums", flags)
    same = records == sums and sum(records[2].values()) > 0
    print("{}: {} of {} blocks and {} transitions, {} calls".format(
        label, "the same counts" if same else "other counts", len(sums[0]), sum(map(len, sums[1].values())), sum(sums[2].values())))


def without_atomics():
    target = Target("rv32", PREFIX)
    target.gcc = [flag.replace("rv32imac", "rv32imc") for flag in target.gcc]
    return target


m3 = Target("cortex-m3", PREFIX)
compare("cortex-m3", m3)
compare("cortex-m3 -O0", m3, ["-O0", "-Wno-error"])
compare("rv32", Target("rv32", PREFIX))
compare("rv32 without atomics", without_atomics())
compare("rv64", Target("rv64", PREFIX))
os.environ["IPOINT_PATHS"] = "1"
compare("one path", m3)
del os.environ["IPOINT_PATHS"]

print("gdb: " + m3.dump_by_gdb("sums-cortex-m3", 6))
