"""whole.py IPOINT TARGET: a stream without losses has the records of a memory dump of the same program; the trace's report."""
import subprocess
import sys

from streams import build, emulate, import_stream, records_of, same, trace_records

PREFIX, TARGET = sys.argv[1:]
FLAGS = ["-DROUNDS=20", "-DIPOINT_RING_SLOTS=60000"]


def stream(name, *flags):
    """Its records, by the trace, which are those that left the board."""
    board = build(PREFIX, TARGET, name, *flags)
    emulate(board, name, "-serial", "file:" + name + ".bytes").wait(60)
    print(import_stream(PREFIX, name, name + ".bytes")[1], end="")
    with open(name + ".bytes", "rb") as file:
        sent = [record for record, _ in records_of(file.read())]
    records = trace_records(name)
    assert len(sent) == len(records) and all(map(same, records, sent))
    return board, records


def steps(records):
    """Ids, and ticks from the first record on."""
    first = records[0] >> 1
    return [(record >> 41, (record >> 1) - first & 0xFFFFFFFF if record & 1 else record >> 1) for record in records]


def near(one, other):
    """A tick of the M3's timer is no whole number of instructions."""
    return one[0] == other[0] and abs((one[1] & 0xFFFFFF) - (other[1] & 0xFFFFFF)) <= 1


board, late = stream("late", *FLAGS, "-DLATE")
board.build("dumped", *FLAGS, "-DMEASURED", compiler=[PREFIX + "/bin/ipoint-cc"], recorder="bare.c")
board.run("dumped", "-serial", "none")
subprocess.run([PREFIX + "/bin/ipoint-import", "-o", "dumped", "dumped.img"], check=True, stderr=subprocess.DEVNULL)
dumped = trace_records("dumped")
print("{}: {} records of {} as in a dump".format(TARGET, sum(map(near, steps(late), steps(dumped))), len(dumped)))

# With few slots, as the program runs: nothing is lost where the sink is fast.
late = stream("late", "-DROUNDS=1", "-DTIMES=20", "-DIPOINT_RING_SLOTS=60000", "-DLATE")[1]
meanwhile = stream("meanwhile", "-DROUNDS=1", "-DTIMES=20", "-DIPOINT_RING_SLOTS=400", "-DBYTES=20000")[1]
print("{}: {} records of {} as in one that leaves late".format(
    TARGET, sum(one >> 41 == other >> 41 for one, other in zip(late, meanwhile)), len(late)))
