"""probe-overhead.py IPOINT, in a copy of examples/cortex-m3: the recorded overheads of probes, with the start of the recording at
several phases of the timer, by processors of several speeds, beside what the instructions of a probe take."""
import glob
import os
import re
import subprocess
import sys

PREFIX = sys.argv[1]
SHIFTS = (5, 6, 7)  # -icount: an instruction takes 32, 64 or 128 ns, which are 0.8, 1.6 or 3.2 ticks of 25 MHz
FLAGS = ("-mcpu=cortex-m3 -mthumb -O1 -g -ffreestanding -DMEASURE -DWAY_OUT_semihosting -DIPOINT_RING_SLOTS=4096 "
         "-I{0}/include -I{0}/share/ipoint").format(PREFIX).split()
CC = [PREFIX + "/bin/ipoint-cc", "arm-none-eabi-gcc", *FLAGS]
os.environ.update(IPOINT_DB=os.path.abspath("ipoint.db"), IPOINT_CONFIG=os.path.abspath("ipoint.yaml"))


def instructions(name):
    """On the way that stores a record: it takes no branch up to the return. And the call with its argument."""
    text = subprocess.run(["arm-none-eabi-objdump", "-d", "--disassemble=" + name, "fw.elf"], check=True, stdout=subprocess.PIPE, text=True)
    lines = re.findall(r"^\s+[0-9a-f]+:\t\S+(?: \S+)?\s+\t?(\w[\w.]*)", text.stdout, re.M)
    return 2 + next(n for n, word in enumerate(lines, 1) if word.startswith(("pop", "bx")))


source = open("record.c", encoding="utf-8").read()
for file in [f for f in glob.glob("*.c") if f != "record.c"] + [PREFIX + "/share/ipoint/bare/bare.c"]:
    subprocess.run([*CC, "-c", file], check=True)
for nops, shift in [(nops, shift) for nops in (0, 1, 3) for shift in SHIFTS]:
    with open("record.c", "w", encoding="utf-8") as out:
        out.write(re.sub(r"\n(.*ipoint_bare_start)", "\n  __asm__ volatile(\".rept {}\\\\nnop\\\\n.endr\");\n\\1".format(nops), source))
    subprocess.run([*CC, "-c", "record.c"], check=True)
    subprocess.run([*CC, "-nostdlib", "-T", "m3.ld", *glob.glob("*.o"), "-lgcc", "-o", "fw.elf"], check=True, stderr=subprocess.DEVNULL)
    subprocess.run("qemu-system-arm -M mps2-an385 -nographic -monitor none -icount shift={} -serial none -semihosting-config "
                   "enable=on,target=native -kernel fw.elf".format(shift).split(), timeout=60, stdout=subprocess.DEVNULL)
    subprocess.run([PREFIX + "/bin/ipoint-import", "-o", "trace", "--program", "fw.elf", "memory.img"], check=True, stderr=subprocess.DEVNULL)
    meta = open("trace/metadata", encoding="utf-8", errors="replace").read()
    mean = int(re.search(r"overhead_timed_mean = (\d+)", meta)[1]) / 1000
    error = int(re.search(r"overhead_error = (\d+)", meta)[1]) / 1000
    true = 2 ** shift / 40 * instructions("ipoint_timed")
    print("{}: {} ticks of {:.3f}, error {}".format("right" if abs(mean - true) <= error <= max(0.05, true / 1000) else "wrong", mean, true, error))
