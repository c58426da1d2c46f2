"""itm.py IPOINT REPORT: what a program stores to a stimulus port, in packets as appendix D4 of the ARMv7-M manual has them. The
instructions before each store are counted in QEMU's log of all of them, and are its time stamp. QEMU has no ITM: a GPIO port is in its
place, and whether the FIFO takes a word is a matter of the compiler's command line."""
import json
import os
import subprocess
import sys

from streams import HERE, LOST, Target, stores_of, trace_records

PREFIX, REPORT = sys.argv[1:]
BASE = 0x40010000
COST = 7
SYNC, OVERFLOW = b"\0\0\0\0\0\x80", b"\x70"
# An extension, global time stamps, another port's word, an exception and a counter of the hardware.
OTHERS = b"\x08\x94\x85\x80\x01\x13\x01\x02\x03\x04\x0e\x0f\x10\x05\x3f"


def written(value, port=1):
    return bytes([port << 3 | 3]) + value.to_bytes(4, "little")


def stamp(ticks, late=False):
    if 0 < ticks < 7 and not late:
        return bytes([ticks << 4])
    out = [0xc0 | (0x10 if late else 0)]
    while ticks > 0x7f:
        out.append(0x80 | ticks & 0x7f)
        ticks >>= 7
    return bytes(out + [ticks])


def packets(stores, between=b"", late=False):
    out, before = SYNC, 0
    for tick, value in stores:
        out += written(value) + stamp(tick - before, late) + between
        before = tick
    return out


def take(name, data, *flags, rate=True, program="itm.elf"):
    with open("stream.bin", "wb") as file:
        file.write(data)
    subprocess.run(["rm", "-rf", "trace"], check=True)
    done = subprocess.run([PREFIX + "/bin/ipoint-import", "-o", "trace", "--from=itm", "--program", program, *flags,
                           *(["--rate=25000000"] if rate else []), "stream.bin"], check=False, stderr=subprocess.PIPE, text=True)
    print("{}: {} {}".format(name, done.returncode, done.stderr.replace("ipoint-import: ", "").strip().replace("\n", "; ")), flush=True)
    return records_of_trace() if done.returncode == 0 else None


def records_of_trace():
    """But for those that stand for what is missing."""
    return [(record >> 41, record >> 1 & (1 << 40) - 1) for record in trace_records("trace") if record >> 41 != LOST]


def build(name, ready):
    m3.build(name, "-DROUNDS=20", "-DIPOINT_ITM=1", "-DIPOINT_ITM_BASE={:#x}u".format(BASE), "-DIPOINT_ITM_READY(port)={}".format(ready),
             compiler=[PREFIX + "/bin/ipoint-cc"], recorder="pins.c", main=HERE + "/pins-main.c")
    return stores_of(m3, name)


def truth_of(stores):
    return [(value & 0x7fffff, tick - stores[0][0]) for tick, value in stores if value & 0x7fffff != COST]


os.environ["IPOINT_DB"] = os.path.abspath("ipoint.db")
m3 = Target("cortex-m3", PREFIX)
made = build("itm", "1")
truth = truth_of(made)
numbers = [value >> 23 for _, value in made]
print("{} stores, each a record's number on: {}".format(
    len(made), all((one + 1) % 512 == other for one, other in zip(numbers, numbers[1:]))))

assert take("whole", packets(made)) == truth
report = json.loads(subprocess.run([REPORT, "json", "trace"], check=True, stdout=subprocess.PIPE).stdout)
print("calls: " + ", ".join("{} {}".format(f["name"], f["calls"]) for f in sorted(report["functions"], key=lambda f: f["name"])))
with open("trace/metadata", encoding="utf-8") as metadata:
    print(", ".join(line.strip() for line in metadata if line.strip().startswith(("clock_source", "overhead_timed_mean", "freq"))))
assert take("among others", packets(made, OTHERS)) == truth
assert take("late", packets(made, late=True)) == truth
take("another port", packets(made), "--itm=2")

# Each packet that a full buffer drops; what was between has its number.
gone = range(400, 403)
kept = packets(made[:400]) + OVERFLOW + packets(made)[len(packets(made[:403])):]
short = take("overflow", kept)
ids = [value & 0x7fffff for _, value in made]
assert [ident for ident, _ in short] == [ident for at, ident in enumerate(ids) if ident != COST and at not in gone]
cut = packets(made)
for at in range(len(packets(made[:300])), len(packets(made[:302]))):
    with open("stream.bin", "wb") as file:
        file.write(cut[:at] + SYNC + cut[at + 1:])
    subprocess.run(["rm", "-rf", "trace"], check=True)
    subprocess.run([PREFIX + "/bin/ipoint-import", "-o", "trace", "--from=itm", "--program", "itm.elf", "--rate=25000000", "stream.bin"],
                   check=True, stderr=subprocess.DEVNULL)
    seen = records_of_trace()
    assert 0 <= len(truth) - len(seen) <= 6, (at, len(truth), len(seen))
    assert [ident for ident, _ in seen[-1700:]] == [ident for ident, _ in truth[-1700:]], at
print("cut at each byte: at most 6 records are missing, and none later")

together = SYNC + b"".join(written(value) for _, value in made[:300]) + stamp(made[299][0]) + packets(made)[len(packets(made[:300])):]
take("together", together)
take("no time stamps", SYNC + b"".join(written(value) for _, value in made))
take("no rate", packets(made), rate=False)
take("another firmware", packets([(tick, value & ~0x7fffff | 0x7ffff0) for tick, value in made]))
take("halves", SYNC + b"".join(b"\x0a" + written(value)[1:3] + stamp(9) for _, value in made))
take("empty", b"")
take("no ELF", packets(made), program="stream.bin")

# The FIFO is full at every seventh store.
refused = build("refused", "(++*(volatile unsigned *)0x20003ff0 % 7)")
numbers = [value >> 23 for _, value in refused]
missing = sum((other - one - 1) % 512 for one, other in zip(numbers, numbers[1:]))
records = take("full", packets(refused), program="refused.elf")
print("{} of these missing, and {} of the program's".format(missing, len(made) - len(refused) - missing))
assert records == truth_of(refused)
