"""check.py TARGET IPOINT REPORT: holds means by samples of plain firmware, in an emulator, against counts of all its instructions.

TARGET is cortex-m3, rv32 or rv64. Under -icount an instruction takes 64 ns, so that its number is the time. QEMU logs the address of
each instruction of a plain run; addr2line says which function has it. The samples are from another run.
Prints for each function calls, the mean self time in ticks as counted, by samples with its interval, and `good` if the interval holds
the count, `near` if one twice as wide does.
"""
import json
import subprocess
import sys

from emulated import NS, Target

PREFIX, REPORT = sys.argv[2:]
target = Target(sys.argv[1], PREFIX)
PERIOD = 500 if target.name == "cortex-m3" else 200
SAMPLES = 2048 if target.name == "rv32" else 8192  # there, fewer than are taken

target.build("plain", recorder="sampler.c")
target.build("sampled", "-DPERIOD={}".format(PERIOD), "-DIPOINT_SAMPLES={}".format(SAMPLES), recorder="sampler.c")
target.build("measured", "-DMEASURED", "-DIPOINT_RING_SLOTS=30000", compiler=[PREFIX + "/bin/ipoint-cc"], recorder="bare.c")
counts = target.count_instructions("plain")
target.run("sampled")
target.run("measured")
importer = PREFIX + "/bin/ipoint-import"
subprocess.run([importer, "-o", "trace/run-001", "--program", "measured.elf", "measured.img"], check=True)
subprocess.run([importer, "-o", "trace", "--samples", "--program", "sampled.elf", "sampled.img", "plain.img"], check=True)
report = json.loads(subprocess.run([REPORT, "json", "--all", "trace"], check=True, stdout=subprocess.PIPE).stdout)
for function in sorted(report["functions"], key=lambda f: f["name"]):
    counted = counts[function["name"]] * NS * target.rate / 1e9 / function["calls"]
    found = function["sampled"]["self"]
    off = abs(counted - found["mean"]) / (found["mean"] - found["low"] if counted < found["mean"] else found["high"] - found["mean"])
    print("{}: {} calls, {:.1f} counted, {:.1f} by samples, {:.1f} to {:.1f}, {:+.1f} %: {}".format(
        function["name"], function["calls"], counted, found["mean"], found["low"], found["high"], 100 * (found["mean"] / counted - 1),
        "good" if off <= 1 else "near" if off <= 2 else "off"))
one = report["sampling"]["inputs"][0]
print("{} samples by {}, {:.1f} % of the time in functions".format(one["samples"], one["sampler"], 100 * report["sampling"]["in_functions"]))
