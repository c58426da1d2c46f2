# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds what was excluded against the interrupts that a signal handler stamped.

    check-interrupts.py REPORT.json VISITS.csv TRACE INTERRUPTS

A visit was interrupted where it holds an interrupt from begin to end, in which the thread kept its CPU. Times are without those
in which the thread was off CPU, where the trace has them. Of the interrupted visits of blocks without a slow path 99 % are
excluded, and of a slow path's visits that were not interrupted 95 % are left: where the machine changes its speed, a few
lie alone. Its other interrupts interrupt as they like: a visit of twice the slow path's usual time may be theirs, and as
many of the rest as the kernel counted interrupts per time.
"""
import bisect
import collections
import glob
import json
import statistics
import struct
import sys

SLOW_EVERY = 512                # timer-signal-detected.c: rarely()
HEADER = 80                     # bytes of a packet before its records (docs/formats.md)
SWITCH_IN = 18


def records(path):
    """(number, full time) of the timed records of a stream."""
    with open(path, "rb") as file:
        data = file.read()
    at = 0
    while at < len(data):
        time, _, bits, size = struct.unpack_from("<4Q", data, at + 24)
        for (word,) in struct.iter_unpack("<Q", data[at + HEADER:at + bits // 8]):
            if word & 1:
                time += (word >> 1) - time & (1 << 40) - 1
                yield word >> 41, time
        at += size // 8


class Absences:
    """When the thread of a trace of one thread was off CPU, from its first record on."""

    def __init__(self, trace, first):
        self.spans, left = [], None
        for path in glob.glob(f"{trace}/stream-*-switches"):
            for number, time in records(path):
                if number == SWITCH_IN and left is not None:
                    self.spans.append((left - first, time - first))
                left = None if number == SWITCH_IN else time

    def within(self, begin, end):
        """How many ticks of that span the thread was off CPU."""
        at = max(0, bisect.bisect_right(self.spans, (begin, begin)) - 1)
        ticks = 0
        while at < len(self.spans) and self.spans[at][0] < end:
            ticks += max(0, min(end, self.spans[at][1]) - max(begin, self.spans[at][0]))
            at += 1
        return ticks


def visits_of(path):
    """For each function: (begin, end) of its entry block's visits in their order, from the first record on."""
    found = collections.defaultdict(list)
    with open(path) as file:
        for line in file:
            function = line.split(",", 5)[4]
            end, ticks = map(int, line.rsplit(",", 4)[1:3])
            found[function].append((end - ticks, end))
    return found


def excluded_in(report, name):
    """Returns a function from a time (ticks) to whether the visits of the function's entry block with this time were excluded;
    None if no visit has it: a record that lies within a switch may be on either side of it."""
    block = next(f for f in report["functions"] if f["name"] == name)["blocks"][0]
    rows = block["time"]["histogram"]
    lows = [row[0] for row in rows]

    def excluded_at(ticks):
        low, high, count, excluded, *_ = rows[bisect.bisect_right(lows, ticks) - 1]
        return excluded == count if low <= ticks <= high else None
    return excluded_at


def main():
    report = json.load(open(sys.argv[1]))
    visits = visits_of(sys.argv[2])
    stream, = (path for path in glob.glob(f"{sys.argv[3]}/stream-*") if not path.endswith("-switches"))
    first = next(records(stream))[1]
    absences = Absences(sys.argv[3], first)
    interrupts = [tuple(int(word) - first for word in line.split()) for line in open(sys.argv[4])]
    begins = [interrupt[0] for interrupt in interrupts]

    def interrupt_in(visit):
        at = bisect.bisect_left(begins, visit[0])
        return interrupts[at] if at < len(interrupts) and interrupts[at][1] <= visit[1] else None

    def ticks(visit):
        return visit[1] - visit[0] - absences.within(*visit)

    print(f"{len(interrupts)} interrupts; meanwhile", {i["kind"]: i["count"] for i in report["traces"][0]["interrupts"]})
    for kind in (report["interrupts"] or {"classes": []})["classes"]:
        print(f"kind: {kind['count']} of {kind['length']['median'] / 1000:.1f} us, periodic {kind['periodic']}")

    hit = found = others = 0
    for name in ("shorter", "longer"):
        excluded = excluded_in(report, name)
        for visit in visits[name]:
            interrupt = interrupt_in(visit)
            if interrupt and absences.within(*interrupt):
                continue
            of_interrupt = excluded(ticks(visit))
            if of_interrupt is not None:
                hit += interrupt is not None
                found += bool(interrupt and of_interrupt)
                others += not interrupt and of_interrupt
    print(f"{hit} visits interrupted, {found} of them excluded; {others} others excluded")
    # Where other programs take the CPU all the time, most interrupts are among times off CPU, which are not judged.
    assert hit >= 100 and found >= 0.99 * hit

    excluded = excluded_in(report, "rarely")
    slow = [ticks(visit) for visit in visits["rarely"][::SLOW_EVERY] if not interrupt_in(visit)]
    own = [time for time in slow if time < 2 * statistics.median(slow)]
    lost = sorted(filter(excluded, own))
    print(f"{len(slow)} slow visits not interrupted, {len(own)} of less than twice the usual time, excluded of these: {lost}")
    ended = max(visits[name][-1][1] for name in visits)
    others = max(0, sum(kind["count"] for kind in report["traces"][0]["interrupts"]) - len(interrupts))
    of_others = others * sum(own) / ended
    print(f"of these the machine's {others} other interrupts are expected to have interrupted {of_others:.0f}")
    assert len(own) > 100 and len(lost) <= 0.05 * len(own) + of_others


main()
