"""series.py IPOINT REPORT: memory of an emulated Cortex-M3 that adds up times, read again and again: at stops, at each instruction of a
probe, and while it runs; and what is made of it."""
import json
import os
import random
import socket
import struct
import subprocess
import sys
import time

from emulated import Target

PREFIX, REPORT = sys.argv[1:]
BEGIN = 0x20000000
target = Target("cortex-m3", PREFIX)


def build(name, rounds, *flags):
    os.environ.update(IPOINT_STORE="sums", IPOINT_TIMED="blocks", IPOINT_DB=os.path.abspath(name + ".db"))
    target.build(name, "-DROUNDS={}".format(rounds), "-DMEASURED", "-O1", "-DIPOINT_RING_SLOTS=0", "-DIPOINT_TIMES", "-DIPOINT_TIME_BITS=1",
                 "-DIPOINT_TIME_BINS=40", *flags, compiler=[PREFIX + "/bin/ipoint-cc"], recorder="bare.c")
    symbols = subprocess.run([target.tools + "nm", name + ".elf"], check=True, stdout=subprocess.PIPE, text=True).stdout
    return {line.split()[2]: int(line.split()[0], 16) for line in symbols.splitlines()}


def debug(name, *commands):
    with open("series.gdb", "w", encoding="utf-8") as script:
        script.write("""target remote | exec {} -nographic -monitor none -serial none -semihosting-config enable=on,target=native -icount shift=6 -S -gdb stdio -kernel {}.elf
{}
kill
""".format(" ".join(target.qemu), name, "\n".join(commands)))
    said = subprocess.run(["gdb-multiarch", "-batch", "-x", "series.gdb", name + ".elf"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    return said.stdout


def read(output, name, *images):
    """Exit status, and what ipoint-import prints."""
    done = subprocess.run([PREFIX + "/bin/ipoint-import", "-o", output, "--program", name + ".elf", "--ram", hex(BEGIN), *images],
                          stderr=subprocess.PIPE, text=True)
    return done.returncode, done.stderr.replace("ipoint-import: ", "").splitlines()


def times_of(trace):
    with open(trace + "/.times", encoding="utf-8") as lines:
        return {line.split()[0]: line for line in lines if line[0].isdigit()}


def exact(time):
    return time and [round(time["raw"][figure], 3) for figure in ("count", "total", "min", "max")]


def report(trace):
    made = subprocess.run([REPORT, "json", "--all", trace], check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE).stdout
    figures = {}
    for function in json.loads(made)["functions"]:
        figures[function["name"], "calls"] = function["calls"]
        for kind in ("self", "inclusive"):
            figures[function["name"], kind] = exact(function[kind])
        for block in function["blocks"]:
            figures[function["name"], block["name"]] = (block["visits"], exact(block["time"]))
    return figures


def words(at, image, *values):
    with open(image, "rb") as file:
        whole = bytearray(file.read())
    struct.pack_into("<{}I".format(len(values)), whole, at - BEGIN, *values)
    return bytes(whole)


def at_stops():
    symbols = build("work", 60)
    debug("work", "break checksum", *(line for number in (1, 2, 3) for line in (
        "ignore 1 {}".format(12 + number), "continue", "dump binary memory ram-{}.bin {} {}".format(number, BEGIN, symbols["bss_end"]))))
    code, _ = read("series", "work", "ram-1.bin", "ram-2.bin", "ram-3.bin")
    read("last", "work", "ram-3.bin")
    whole, last = report("series"), report("last")
    print("three dumps:", code, "in", ", ".join(sorted(os.listdir("series"))))
    calls = [report("series/run-00{}".format(run))["checksum", "calls"] for run in (1, 2, 3)]
    print("calls of checksum:", *calls, "of", last["checksum", "calls"])
    other = [key for key, was in last.items() if whole[key] != was]
    print("all of them together: {} figures as of the last dump{}".format(len(last) - len(other), ", others: " + str(other) if other else ""))
    for what, images in (("older", ["ram-2.bin", "ram-1.bin"]), ("another run", ["ram-1.bin", "run.bin"]), ("another firmware", ["ram-1.bin", "other.img"])):
        if what == "another run":  # the word of IPOINT_RUN
            with open("run.bin", "wb") as file:
                file.write(words(symbols["ipoint_counts_memory"] + 12, "ram-2.bin", 7))
        if what != "another firmware":
            code, said = read("refused", "work", *images)
        else:
            build("other", 61)
            target.run("other")
            debug("work", "break ipoint_bare_dump", "continue", "source {}/share/ipoint/bare/dump.gdb".format(PREFIX), "ipoint-dump-sums work.img")
            done = subprocess.run([PREFIX + "/bin/ipoint-import", "-o", "refused", "work.img", "other.img"], stderr=subprocess.PIPE, text=True)
            code, said = done.returncode, done.stderr.replace("ipoint-import: ", "").splitlines()
        print(what + ":", code, *said, "something" if os.path.exists("refused") else "nothing was written")
    code, said = read("refused", "work", "short.bin") if open("short.bin", "wb").write(words(BEGIN, "ram-1.bin")[:64]) else None
    print("short:", code, *said)


def in_a_probe():
    symbols = build("work", 60)
    step = "eval \"dump binary memory step-%d.bin {} {}\", $n".format(BEGIN, symbols["bss_end"])
    debug("work", "tbreak insert", "continue", "break checksum", "ignore 2 20", "continue",
          "tbreak ipoint_times if ($r2 & 1) == 1", "continue", "set $n = 0", "set $back = $lr & ~1", "while $pc != $back",
          step, "set $n = $n + 1", "stepi", "end", step)
    steps = []
    while os.path.exists("step-{}.bin".format(len(steps))):
        with open("step-{}.bin".format(len(steps)), "rb") as file:
            steps.append(file.read())
    read("before", "work", "step-0.bin")
    read("after", "work", "step-{}.bin".format(len(steps) - 1))
    before, after = times_of("before"), times_of("after")
    changed = [key for key in after if after[key] != before.get(key)]
    print("a probe of {} instructions changes {} times".format("many" if len(steps) > 100 else len(steps), len(changed)))
    chance, undetected, torn, kept = random.Random(1), 0, 0, 0
    for number in range(len(steps) + 60):
        if number < len(steps):  # halted
            image = steps[number]
        else:  # the target goes on while words are read, the lowest first
            places = [i for i in range(0, len(steps[0]), 4) if len({s[i:i + 4] for s in (steps[0], steps[-1])}) > 1]
            at = sorted(chance.randrange(len(steps)) for _ in places)
            image = bytearray(steps[0])
            for place, when in zip(places, at):
                image[place:place + 4] = steps[when][place:place + 4]
        with open("torn.bin", "wb") as file:
            file.write(image)
        code, said = read("torn", "work", "torn.bin")
        seen = times_of("torn")
        left = sum(int(line.split()[1]) for line in said if "were being written" in line)
        missing = [key for key in before if key not in seen]
        undetected += code != 0 or left != len(missing)
        for key, line in seen.items():
            # Calls that began, and the path of the longest, are words by themselves.
            was, is_now, line = ([w for i, w in enumerate(text.split()) if i != 2] for text in (before[key], after[key], line))
            undetected += line not in (was, is_now)
        torn += left > 0
        kept += left == 0
    print("dumps meanwhile: {} torn and whole ones, {} undetected".format("both" if torn > 20 and kept > 20 else (torn, kept), undetected))
    # What is torn in one dump is in the other.
    worst = next(n for n in range(len(steps)) if any("were being" in line for line in read("torn", "work", "step-{}.bin".format(n))[1]))
    code, said = read("both", "work", "step-{}.bin".format(worst), "step-{}.bin".format(len(steps) - 1))
    print("torn and whole together:", code, "the same" if report("both") == report("after") else "others")


def while_it_runs():
    symbols = build("long", 100000000)
    size = symbols["bss_end"] - BEGIN
    begun = symbols["ipoint_memory"] - BEGIN
    now = symbols["ipoint_times_memory"] + 32 - BEGIN  # the counter at the last probe
    images, last = [], 0
    with subprocess.Popen([*target.qemu, "-nographic", "-serial", "none", "-monitor", "none", "-qmp", "unix:monitor,server=on,wait=off",
                           "-icount", "shift=6", "-kernel", "long.elf"], stdin=subprocess.DEVNULL) as emulator:
        monitor = socket.socket(socket.AF_UNIX)
        while monitor.connect_ex("monitor"):
            time.sleep(0.01)
        with monitor.makefile("rw", encoding="utf-8") as lines:
            def ask(what, **arguments):
                lines.write(json.dumps({"execute": what, "arguments": arguments}) + "\n")
                lines.flush()
                while "return" not in lines.readline():
                    pass

            ask("qmp_capabilities")
            while len(images) < 8:
                name = "live-{}.bin".format(len(images))
                ask("pmemsave", val=BEGIN, size=size, filename=os.path.abspath(name))
                with open(name, "rb") as file:
                    image = file.read()
                bits, = struct.unpack_from("<I", image, begun + 12)
                low, high = struct.unpack_from("<II", image, now)
                # It has started, and calls have ended since the last one, however slow the emulator is.
                if image[begun:begun + 4] == b"ipim" and (high << bits) + low > last + 500000:
                    images.append(name)
                    last = (high << bits) + low
                else:
                    time.sleep(0.01)
        emulator.kill()
    code, said = read("live", "long", *images)
    calls = [report("live/run-{:03}".format(run + 1))["checksum", "calls"] for run in range(len(images))] if code == 0 else []
    print("while it runs:", code, len(calls), "traces,", "some calls in all" if calls and 0 < sum(calls) == report("live")["checksum", "calls"] else said)


at_stops()
in_a_probe()
while_it_runs()
