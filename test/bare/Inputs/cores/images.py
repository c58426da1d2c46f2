"""images.py IMPORT BABELTRACE: memory dumps of several cores, made here: what ipoint-import says of each, and what it makes of its records."""
import random
import shutil
import struct
import subprocess
import sys

from shown import shown

IMPORT, BABELTRACE = sys.argv[1:]
SLOTS, BITS = 12, 16
BEGIN = 64 + 4 * 8
END = BEGIN + SLOTS * 8
OUT, PREEMPTED, IN, TASK = 16, 17, 18, 19


def at(time, ident=300):
    return ident << 41 | (time % (1 << BITS)) << 1 | 1


def goes_on(time, task):
    return [at(time, IN), TASK << 41 | task << 1]


def ring(number, records, cores=2, first=None, last=None, newest=False, shared=0, without=0, lost=0, **header):
    """The ring of a core. `first` and `last`: its counter, core 0's and the trip, when they were compared."""
    rounds, kept, place = 0, records, BEGIN + 8 * len(records)
    if newest and len(records) > SLOTS:
        rounds, rest = divmod(len(records), SLOTS)
        kept = records[rounds * SLOTS:] + records[rounds * SLOTS - SLOTS:][rest:SLOTS]
        place = BEGIN + 8 * rest
    words = {"magic": 0x6D697069, "format": 4, "clock": 3, "bits": BITS, "rate": 1000, "policy": 0 if newest else 1, "next": place,
             "limit": 0, "end": END, "stop_at": 0, "stopped": 1, "rounds": rounds, "lost": lost, "wraps": 0, "last": 0, "sums": 0}
    words.update(header)
    image = struct.pack("<16I", *words.values()) + struct.pack("<8I", *[0] * 8)
    image += struct.pack("<%dQ" % SLOTS, *(kept + [0] * (SLOTS - len(kept))))
    core = [number, cores, shared, without]
    for compared in (first, last):
        core += [compared[0] % (1 << BITS), 0, compared[1] % (1 << BITS), 0, compared[2], 16] if compared else [0] * 6
    return image + struct.pack("<16I", *core)


UNIT = struct.pack("<10I", 1, 256, 100, 0x202, 1, 2, 1, 2, 3, 4)


def take(image, *options):
    with open("made.img", "wb") as file:
        file.write(image)
    shutil.rmtree("trace", ignore_errors=True)
    return subprocess.run([IMPORT, "-o", "trace", *options, "made.img"], capture_output=True, text=True, check=False)


def show(name, *rings, options=(), units=UNIT):
    done = take(b"".join(rings) + units, *options)
    print("{}: {}".format(name, done.returncode))
    for line in done.stderr.splitlines():
        print("  " + line.replace("ipoint-import: ", "").replace("made.img: ", ""))
    if done.returncode:
        return
    print(*shown(BABELTRACE, "trace"), sep="\n")


PLAIN = [at(100), at(200), at(300)]
show("one time", ring(0, PLAIN, shared=1), ring(1, [at(150), at(250, 301)], shared=1))
show("one core of it", ring(0, PLAIN, shared=1), ring(1, [at(150), at(250, 301)], shared=1), options=["--core=1"])
show("no such core", ring(0, PLAIN), ring(1, PLAIN), options=["--core=2"])
show("an offset", ring(0, PLAIN), ring(1, [at(1150), at(1250)], first=(1100, 104, 6), last=(1300, 299, 20)))
show("before 0", ring(0, [at(5), at(20)]), ring(1, [at(1010)], first=(1020, 1, 0), last=(1021, 2, 0)))
# Core 1 loses a tick in ten.
show("a drift", ring(0, [at(1000), at(2000), at(3000)]),
     ring(1, [at(50), at(950), at(1850)], first=(50, 1000, 2), last=(1850, 3000, 2)))
show("compared once", ring(0, PLAIN), ring(1, PLAIN, first=(100, 130, 8)))
show("not compared", ring(0, PLAIN), ring(1, PLAIN))
# Both wrap, at other times.
show("wraps", ring(0, [at(60000), at(65000), at(70000), at(80000)]),
     ring(1, [at(65000 - 60000), at(70000 - 60000), at(65536 + 16000)], first=(0, 60000, 0), last=(65536 + 17000, 65536 + 77000, 0)))
# Of core 1 the first round is overwritten; it began two rounds of its counter before.
show("overwritten", ring(0, [at(139000), at(140000)], newest=True),
     ring(1, [at(1000 + 10000 * i) for i in range(14)], newest=True, first=(10, 5010, 0), last=(135000, 140000, 0), wraps=2))
show("lost", ring(0, PLAIN, shared=1), ring(1, PLAIN, shared=1, lost=7))
# Task 1 moves from core 0 to core 1 and back; core 1 runs task 2 meanwhile.
show("tasks", ring(0, goes_on(10, 1) + [at(20), at(30, OUT)] + goes_on(70, 1) + [at(80, 301)], shared=1),
     ring(1, [at(5, 303)] + goes_on(15, 2) + [at(25, 302), at(35, PREEMPTED)] + goes_on(40, 1) + [at(50), at(60, OUT)] + goes_on(65, 2) +
          [at(75, 302)], shared=1))
# By the corrected time it goes on before it has stopped.
show("too early", ring(0, goes_on(10, 1) + [at(20), at(30, OUT)]), ring(1, goes_on(27, 1) + [at(29, 301), at(50, 301)], first=(0, 0, 8),
                                                                      last=(60, 60, 8)))

STARTED = ring(0, PLAIN, shared=1)
show("not started", STARTED, bytes(len(STARTED)))
show("the first one not started", bytes(len(STARTED)), ring(1, PLAIN))
show("none started", bytes(len(STARTED)), bytes(len(STARTED)))
show("damaged", ring(0, PLAIN, shared=1, cores=3), ring(1, PLAIN, shared=1, next=13), ring(2, PLAIN, shared=1, cores=3))
show("the first one damaged", ring(0, PLAIN, format=77), ring(1, PLAIN, first=(1, 1, 1)))
show("another counter", STARTED, ring(1, PLAIN, shared=1, bits=24))
show("more cores than rings", ring(0, PLAIN, shared=1, without=4), ring(1, PLAIN, shared=1))
show("cut", STARTED, ring(1, PLAIN)[:-4], units=b"")
show("no units", STARTED, ring(1, PLAIN), units=b"")

random.seed(1)
WHOLE = ring(0, goes_on(10, 1) + PLAIN) + ring(1, goes_on(5, 1) + PLAIN, first=(1, 1, 1), last=(900, 900, 1)) + UNIT
for _ in range(1000):
    spoilt = bytearray(WHOLE)
    for _ in range(random.choice((1, 1, 2, 8))):
        base = random.choice((0, END + 64, END, 2 * END + 64))
        spoilt[base + random.randrange(64) if random.random() < 0.7 else random.randrange(len(spoilt))] = random.randrange(256)
    end = take(bytes(spoilt[:random.choice((len(spoilt), len(spoilt), random.randrange(len(spoilt))))]))
    assert end.returncode in (0, 2) and (end.returncode == 0 or len(end.stderr.splitlines()) == 1), end
print("1000 mutations: no crash")
