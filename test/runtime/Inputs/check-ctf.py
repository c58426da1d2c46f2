"""check-ctf.py BABELTRACE2 TRACE...: babeltrace2 reads each trace (numbered runs: each run) without a warning, finds as many
events as its metadata says, and no step of 2^39 ticks or more between two events of a stream, nor one backwards."""
import glob
import os
import re
import struct
import subprocess
import sys

STEP = 1 << 39


def fail(trace, what):
    sys.exit("{}: {}".format(trace, what))


def check_steps(trace, stream):
    """By docs/formats.md alone: begin, end and each timed record."""
    data = open(stream, "rb").read()
    at, before = 0, None
    while at < len(data):
        begin, end, bits = struct.unpack_from("<QQQ", data, at + 24)
        count = bits // 64 - 10
        time = begin
        if before is not None and begin < before:
            fail(stream, "a packet begins before the last one ends")
        for record in struct.unpack_from("<{}Q".format(count), data, at + 80):
            if record & 1:
                step = ((record >> 1) - time) & ((1 << 40) - 1)
                if step >= STEP:
                    fail(stream, "a step of {} ticks, or {} back".format(step, (1 << 40) - step))
                time += step
        if time != end:
            fail(stream, "a packet's end is not its last record's")
        before, at = end, at + bits // 8


def check(babeltrace2, trace):
    if not os.path.exists(os.path.join(trace, "metadata")):
        runs = sorted(glob.glob(os.path.join(trace, "run-*")))
        if not runs:
            fail(trace, "no trace")
        for run in runs:
            check(babeltrace2, run)
        return
    metadata = open(os.path.join(trace, "metadata")).read()
    records = int(re.search(r"^\trecords = (\d+);", metadata, re.M).group(1))
    # Context switches and interrupts are no records of the program's, and babeltrace2 counts both.
    records += sum(int(count) for count in re.findall(r"^\t(?:switches|kernel_interrupts)_recorded = (\d+);", metadata, re.M))
    complete = "\tcomplete = 1;" in metadata
    streams = glob.glob(os.path.join(trace, "stream-*"))
    for stream in streams:
        check_steps(trace, stream)
    done = subprocess.run([babeltrace2, trace, "-c", "sink.utils.counter"], capture_output=True, text=True)
    if done.returncode or done.stderr:
        fail(trace, "babeltrace2 exits with {} and says {}".format(done.returncode, done.stderr))
    # It prints now and then how far it is.
    found = re.findall(r"^\s*([0-9,]+) Event messages?", done.stdout, re.M)
    found = int(found[-1].replace(",", "")) if found else 0
    if complete and found != records:
        fail(trace, "babeltrace2 finds {} events, the metadata says {}".format(found, records))


for folder in sys.argv[2:]:
    check(sys.argv[1], folder)
