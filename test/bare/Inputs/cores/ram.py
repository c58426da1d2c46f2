"""ram.py IPOINT FOLDER BITS CORES: memory of the firmware there, read as a debug probe reads it at three stops of its run; what all cores have
counted and added up since the stop before is together what a dump of the program itself has."""
import os
import re
import subprocess
import sys

PREFIX, FOLDER, BITS, CORES = sys.argv[1:]
os.chdir(FOLDER)
os.environ["IPOINT_DB"] = os.getcwd() + "/ipoint.db"
symbols = subprocess.run(["riscv64-unknown-elf-nm", "firmware.elf"], check=True, stdout=subprocess.PIPE, text=True).stdout
begin, end = (re.search(r"^(\w+) \w {}$".format(name), symbols, re.MULTILINE)[1] for name in ("bss_begin", "bss_end"))
IMAGES = ["ram-{}.bin".format(number) for number in (1, 2, 3)]
STOPS = ["break work", "continue", "dump binary memory ram-1.bin 0x{0} 0x{1}", "continue", "dump binary memory ram-2.bin 0x{0} 0x{1}", "delete",
         "break ipoint_bare_dump", "continue", "dump binary memory ram-3.bin 0x{0} 0x{1}", "delete", "break board_exit", "continue", "kill"]
with open("ram.gdb", "w", encoding="utf-8") as script:
    script.write("target remote | exec qemu-system-riscv{} -M virt -bios none -smp {} -nographic -monitor none -serial none "
                 "-semihosting-config enable=on,target=native -S -gdb stdio -kernel firmware.elf\n".format(BITS, CORES) + "\n".join(STOPS).format(begin, end) + "\n")
for image in [*IMAGES, "memory.img"]:
    if os.path.exists(image):
        os.remove(image)
subprocess.run(["gdb-multiarch", "-batch", "-x", "ram.gdb", "firmware.elf"], stdin=subprocess.DEVNULL, stdout=open("ram.text", "w"), stderr=subprocess.STDOUT)


def read(trace):
    """Counts, and of times the counts, other counts, sums and bins, by index."""
    seen = {}
    for name in (".counts", ".times"):
        if not os.path.exists(trace + "/" + name):
            continue
        for words in map(str.split, open(trace + "/" + name, encoding="utf-8")):
            if words[0].isdigit() and name == ".counts":
                seen["count", words[0]] = int(words[1])
            elif words[0] == "visits":
                break
            elif words[0].isdigit():
                bins = [word.split(":") for word in words if ":" in word]
                seen.update({("times", words[0]): int(words[1]), ("sum", words[0]): int(words[5])})
                seen.update({("bin", words[0], where): int(count) for where, count in bins})
    return seen


def imported(output, *images, ram=True, core=None):
    done = subprocess.run([PREFIX + "/bin/ipoint-import", "-o", output, "--program", "firmware.elf", *(["--ram", "0x" + begin] if ram else []),
                           *(["--core={}".format(core)] if core is not None else []), *images], stderr=subprocess.PIPE, text=True)
    assert done.returncode == 0, done.stderr
    return read(output) if len(images) == 1 else [read("{}/run-{:03}".format(output, run + 1)) for run in range(len(images))]


def added(parts):
    return {key: sum(part.get(key, 0) for part in parts) for part in parts for key in part}


def same(*options, core=None):
    runs = imported("series", *IMAGES, core=core)
    last = imported("last", IMAGES[-1], core=core)
    own = imported("own", "memory.img", ram=False, core=core)
    # Two cores may come to work() at once: then there is nothing between the first two stops.
    assert (core is not None or runs[0]) and runs[-1] and len(last) > 8, runs
    assert last == own, (last, own)
    assert added(runs) == last, (added(runs), last)
    return last


whole = same()
of_cores = [same(core=core) for core in range(int(CORES))]
assert added(of_cores) == whole, (of_cores, whole)
print("three readings of {} cores: together what the program's dump has, and each core's".format(CORES))
