"""minutes.py IPOINT REPORT ROUNDS: a program of ROUNDS rounds on an emulated Cortex-M3 whose times are added up in place: how long it has run, and
in how much RAM; and its calls against those of twenty rounds."""
import json
import os
import re
import subprocess
import sys

from emulated import Target

PREFIX, REPORT, ROUNDS = sys.argv[1:]
target = Target("cortex-m3", PREFIX)


def run(name, rounds):
    """Calls by function, and seconds."""
    os.environ.update(IPOINT_STORE="sums", IPOINT_TIMED="blocks", IPOINT_DB=os.path.abspath(name + ".db"))
    target.build(name, "-DROUNDS={}".format(rounds), "-DMEASURED", "-Wno-error", "-DIPOINT_RING_SLOTS=0", "-DIPOINT_TIMES",
                 "-DIPOINT_TIME_BITS=1", "-DIPOINT_TIME_BINS=24", compiler=[PREFIX + "/bin/ipoint-cc"], recorder="bare.c")
    target.run(name, "-icount", "shift=10")
    subprocess.run([PREFIX + "/bin/ipoint-import", "-o", name, "--program", name + ".elf", name + ".img"], check=True,
                   stderr=subprocess.DEVNULL)
    made = subprocess.run([REPORT, "json", name], check=True, stdout=subprocess.PIPE).stdout
    ns = int(re.search(r"wall_ns = (\d+)", open(name + "/metadata", encoding="utf-8").read())[1])
    return {f["name"]: f["calls"] for f in json.loads(made)["functions"]}, ns / 1e9


few, _ = run("few", 20)
many, seconds = run("many", int(ROUNDS))
symbols = subprocess.run([target.tools + "nm", "-S", "-t", "d", "many.elf"], check=True, stdout=subprocess.PIPE, text=True).stdout
ram = sum(int(size) for size, name in re.findall(r" 0*(\d+) [bBdD] (ipoint_\w+)", symbols))
print("{:.0f} s in {} bytes".format(seconds, ram))
right = all(calls * int(ROUNDS) == many[name] * 20 for name, calls in few.items() if name in ("checksum", "next_random"))
print("{} calls of checksum, {} of next_random: {}".format(many["checksum"], many["next_random"], "as often in each round" if right else few))
