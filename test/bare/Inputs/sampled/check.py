"""check.py TARGET IPOINT REPORT: holds means by samples of plain firmware, in an emulator, against counts of all its instructions.

TARGET is cortex-m3, rv32 or rv64. Under -icount an instruction takes 64 ns, so that its number is the time. QEMU logs the address of
each instruction of a plain run; addr2line says which function has it. The samples are of a run of their own.
Prints for each function calls, the mean self time in ticks as counted, by samples with its interval, and `good` if the interval holds
the count, `near` if one twice as wide does.
"""
import json
import os
import re
import subprocess
import sys

TARGET, PREFIX, REPORT = sys.argv[1:]
HERE = os.path.dirname(os.path.abspath(__file__))
NS = 64  # of an instruction: -icount shift=6
if TARGET == "cortex-m3":
    GCC, TOOLS = "arm-none-eabi-gcc -mcpu=cortex-m3 -mthumb", "arm-none-eabi-"
    QEMU, CODE, RAM, RATE, PERIOD, SAMPLES = "qemu-system-arm -M mps2-an385", 0, 0x20000000, 25000000, 500, 8192
else:
    BITS = TARGET[2:]
    GCC = "riscv64-unknown-elf-gcc -mcmodel=medany -mno-relax " + ("-march=rv32imac_zicsr -mabi=ilp32" if BITS == "32" else "-march=rv64imac_zicsr -mabi=lp64")
    TOOLS = "riscv64-unknown-elf-"
    QEMU, CODE, RAM, RATE, PERIOD = "qemu-system-riscv{} -M virt -bios none".format(BITS), 0x80000000, 0x80400000, 10000000, 200
    SAMPLES = 8192 if BITS == "64" else 2048  # fewer than are taken


def build(name, *flags, compiler=(), recorder):
    gcc = [*GCC.split(), "-O2", "-g", "-ffreestanding", "-DIPOINT_MTIME=0x200bff8" if TARGET != "cortex-m3" else "-DNDEBUG", "-Wall", "-Wextra", "-Werror", "-I" + PREFIX + "/include", "-I" + PREFIX + "/share/ipoint"]
    objects = []
    for source, before in ((PREFIX + "/share/ipoint/bare/" + recorder, ()), (HERE + "/main.c", ()), (HERE + "/work.c", compiler)):
        objects.append(name + "-" + os.path.basename(source) + ".o")
        subprocess.run([*before, *gcc, *flags, "-c", source, "-o", objects[-1]], check=True)
    subprocess.run([*gcc, "-nostdlib", "-T", HERE + "/board.ld", "-Wl,--defsym=CODE={:#x},--defsym=RAM={:#x},--no-warn-rwx-segments".format(CODE, RAM),
                    *objects, "-lgcc", "-o", name + ".elf"], check=True)


def run(name, *flags):
    subprocess.run([*QEMU.split(), "-nographic", "-monitor", "none", "-serial", "none", "-semihosting-config", "enable=on,target=native",
                    "-icount", "shift=6", *flags, "-kernel", name + ".elf"], check=True, stdin=subprocess.DEVNULL)
    os.rename("memory.img", name + ".img")


def count_instructions():
    """By function, as the innermost one that was inlined."""
    run("plain", "-singlestep", "-d", "exec,nochain", "-D", "plain.log")
    counts = {}
    with open("plain.log", encoding="utf-8") as lines:
        for line in lines:
            at = re.match(r"Trace \d+: \S+ \[[0-9a-f]+/([0-9a-f]+)/", line)
            if at:
                counts[at[1]] = counts.get(at[1], 0) + 1
    os.remove("plain.log")
    places = list(counts)
    said = subprocess.run([TOOLS + "addr2line", "-f", "-e", "plain.elf"], input="\n".join(places), check=True, stdout=subprocess.PIPE,
                          text=True).stdout.splitlines()[::2]
    functions = {}
    for place, name in zip(places, said):
        functions[name] = functions.get(name, 0) + counts[place]
    return functions


build("plain", recorder="sampler.c")
build("sampled", "-DPERIOD={}".format(PERIOD), "-DIPOINT_SAMPLES={}".format(SAMPLES), recorder="sampler.c")
build("measured", "-DMEASURED", "-DIPOINT_RECORDS=30000", compiler=[PREFIX + "/bin/ipoint-cc"], recorder="bare.c")
counts = count_instructions()
run("sampled")
run("measured")
importer = PREFIX + "/bin/ipoint-import"
subprocess.run([importer, "-o", "trace/run-001", "--program", "measured.elf", "measured.img"], check=True)
subprocess.run([importer, "-o", "trace", "--samples", "--program", "sampled.elf", "sampled.img", "plain.img"], check=True)
report = json.loads(subprocess.run([REPORT, "json", "--all", "trace"], check=True, stdout=subprocess.PIPE).stdout)
for function in sorted(report["functions"], key=lambda f: f["name"]):
    counted = counts[function["name"]] * NS * RATE / 1e9 / function["calls"]
    told = function["sampled"]["self"]
    off = abs(counted - told["mean"]) / (told["mean"] - told["low"] if counted < told["mean"] else told["high"] - told["mean"])
    print("{}: {} calls, {:.1f} counted, {:.1f} by samples, {:.1f} to {:.1f}, {:+.1f} %: {}".format(
        function["name"], function["calls"], counted, told["mean"], told["low"], told["high"], 100 * (told["mean"] / counted - 1),
        "good" if off <= 1 else "near" if off <= 2 else "off"))
one = report["sampling"]["inputs"][0]
print("{} samples by {}, {:.1f} % of the time in functions".format(one["samples"], one["sampler"], 100 * report["sampling"]["in_functions"]))
