"""made-streams.py IMPORT BABELTRACE: streams of several cores whose counters are their own, made here: what ipoint-import prints of each, and
what it makes of its records."""
import os
import random
import shutil
import struct
import subprocess
import sys

from shown import shown

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "stream"))
from streams import frame  # noqa: E402

IMPORT, BABELTRACE = sys.argv[1:]
BITS = 16
OUT, IN, TASK, COMPARED = 16, 18, 19, 30


def at(time, ident=300):
    return ident << 41 | (time % (1 << BITS)) << 1 | 1


def goes_on(time, task):
    return [at(time, IN), TASK << 41 | task << 1]


def compared(here, there, trip, later=1):
    """That of a core; its record is stored `later`."""
    return [at(here + later, COMPARED), *(COMPARED << 41 | (value % (1 << BITS)) << 1 for value in (here, there, trip))]


class Cores:
    """A recording of some cores, as the frames that come of it."""

    def __init__(self, count, shared=0):
        self.index = [0] * count
        begin = 64 + 32
        header = struct.pack("<16I", 0x6D697069, 4, 3, BITS, 1000, 2, begin, 0, begin + 96, 0, 1, 0, 0, 0, 0, 0)
        self.frames = [frame(struct.pack("<BI", 0x81, 2 << 16) + header + bytes(32) + struct.pack("<16I", 0, count, shared, *[0] * 13)),
                       frame(struct.pack("<BI10I", 0x81, 2 << 16 | 1, 1, 256, 200, 0x202, 1, 2, 1, 2, 3, 4))]

    def send(self, core, *records, lost=False):
        content = struct.pack("<BBBBII", 0x82, core, len(self.index), BITS, self.index[core], 0)
        self.index[core] += len(records)
        if not lost:
            self.frames.append(frame(content + struct.pack("<%dQ" % len(records), *records)))
        return self


def take(data, *options):
    with open("made.img", "wb") as file:
        file.write(data)
    shutil.rmtree("trace", ignore_errors=True)
    shutil.rmtree("trace-2", ignore_errors=True)
    return subprocess.run([IMPORT, "-o", "trace", *options, "--stream", "made.img"], capture_output=True, text=True, check=False)


def show(name, *cores, options=()):
    done = take(b"".join(b"".join(of.frames) for of in cores), *options)
    print("{}: {}".format(name, done.returncode))
    for line in done.stderr.splitlines():
        print("  " + line.replace("ipoint-import: ", "").replace("made.img: ", ""))
    for trace in ("trace", "trace-2")[:len(cores) if not done.returncode else 0]:
        print(*shown(BABELTRACE, trace), sep="\n")


PLAIN = [at(100), at(200), at(300)]
show("not compared", Cores(2).send(0, *PLAIN).send(1, *PLAIN))
OFFSET = Cores(2).send(0, *PLAIN).send(1, *compared(1100, 104, 6), at(1150), at(1250), *compared(1300, 299, 20))
show("an offset", OFFSET)
show("one core of it", OFFSET, options=["--core=1"])
show("no such core", OFFSET, options=["--core=2"])
show("one counter", Cores(2, shared=1).send(0, *PLAIN).send(1, at(150), at(250)))
# Core 1 loses a tick in ten; what is before and behind both comparisons, too.
show("a drift", Cores(2).send(0, at(1000), at(2000), at(3000), at(4000)).send(1, at(950), *compared(950, 2000, 2), at(1850))
     .send(1, *compared(1850, 3000, 2), at(2750)))
# The counter of core 1 stands still in a third of the time; each comparison is right.
show("compared again and again", Cores(2).send(0, at(1000), at(5000)).send(1, *compared(1000, 1000, 0), at(1500), *compared(2000, 2000, 0))
     .send(1, at(2050), *compared(2100, 3000, 0), at(2600), *compared(3100, 4000, 0), at(3600)))
# Rounds of both: those of core 1 begin elsewhere, and it is the faster one by a sixteenth.
ROUNDS = Cores(2)
for time in range(40000, 400000, 40000):
    ROUNDS.send(0, at(time)).send(1, at((time - 40000) * 17 // 16 + 10000), *(compared(10000, 40000, 0) if time == 40000 else []))
show("rounds", ROUNDS.send(1, *compared(10000 + 17 * 22500, 40000 + 16 * 22500, 0)))
show("before 0", Cores(2).send(0, at(5), at(20)).send(1, at(1010), *compared(1020, 1, 0)))
show("compared once", Cores(2).send(0, *PLAIN).send(1, *compared(50, 80, 8), *PLAIN))
# What is left of a comparison is none.
show("half of one", Cores(2).send(0, *PLAIN).send(1, *compared(50, 80, 8)[:3]).send(1, at(60), lost=True)
     .send(1, *compared(50, 80, 8)[3:], *PLAIN).send(1, *compared(350, 380, 8)))
MIDDLE = Cores(2).send(0, at(100), lost=True).send(1, *compared(50, 80, 8), lost=True).send(0, at(200), at(300))
show("from the middle", MIDDLE.send(1, at(200), *compared(250, 280, 8)))
# What core 1 lacks, core 0 does not.
show("a frame lost", Cores(2).send(0, *PLAIN).send(1, *compared(50, 80, 8), at(100)).send(1, at(200), at(210), lost=True)
     .send(1, at(300)).send(0, at(400)))
TASKS = Cores(2).send(0, *goes_on(10, 1), at(20), at(30)).send(1, *compared(10, 10, 0), *goes_on(15, 2), at(25, 302), at(27, OUT))
TASKS.send(1, *goes_on(28, 3), at(29, 303), lost=True).send(0, at(40), at(50, OUT), *goes_on(55, 2), at(60, 302))
show("tasks", TASKS.send(1, at(65, 303), *goes_on(70, 4), at(75, 304)).send(0, at(80, 302), at(85, OUT), *goes_on(90, 1), at(95)))
show("two starts", OFFSET, Cores(2).send(0, *PLAIN).send(1, *compared(2100, 110, 4), at(2110)))

# More than is kept in memory.
MANY = Cores(2).send(1, *compared(0, 0, 0))
for time in range(0, 60000, 50):
    MANY.send(0, at(time + 10)).send(1, at(time + 20))
assert take(b"".join(MANY.frames)).returncode == 0
print("many:", *(line.split(":")[0] + ": " + str(len(line.split()) - 1) for line in list(shown(BABELTRACE, "trace"))[:-1]))

random.seed(1)
WHOLE = b"".join(TASKS.frames + ROUNDS.frames + OFFSET.frames)
for _ in range(200):
    parts = WHOLE.split(b"\0")
    for _ in range(random.choice((1, 2, 8))):
        place = random.randrange(len(parts))
        what = random.randrange(4)
        if what == 0:
            del parts[place]
        elif what == 1:
            parts.insert(random.randrange(len(parts)), parts[place])
        elif what == 2:
            parts[place] = parts[place][random.randrange(len(parts[place]) + 1):]
        else:
            parts[place] = bytes(255 - byte if random.random() < 0.1 else byte for byte in parts[place])
    end = take(b"\0".join(parts))
    assert end.returncode in (0, 2), end
print("200 mutations: no crash")
IDS = (300, 301, OUT, 17, IN, TASK, COMPARED, COMPARED, COMPARED, 4, 3, 28)
for _ in range(200):
    count = random.choice((2, 3, 64))
    made = Cores(count, shared=random.randrange(8) == 0)
    for _ in range(random.randrange(40)):
        made.send(random.randrange(count), *(random.choice(IDS) << 41 | random.choice((random.getrandbits(17), random.getrandbits(41), 0))
                                             for _ in range(random.randrange(29))), lost=random.randrange(5) == 0)
    end = take(b"".join(made.frames))
    assert end.returncode in (0, 2), end
print("200 made by chance: no crash")
