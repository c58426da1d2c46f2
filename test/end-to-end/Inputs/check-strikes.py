# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds what was set aside against the strikes that a signal handler stamped.

    check-strikes.py REPORT.json VISITS.csv TRACE STRIKES

A visit was struck where it holds a strike from begin to end. Of the struck visits of blocks without a slow path 99 % are
set aside, and of a slow path's visits that were not struck 95 % are left: where the machine changes its speed, a few
lie alone. Its other interrupts strike as they like: a visit of twice the slow path's usual time may be theirs.
"""
import bisect
import collections
import glob
import json
import statistics
import struct
import sys

SLOW_EVERY = 512                # timer-signal-detected.c: rarely()


def first_record(trace):
    """The time of the first record of a trace of one thread: its low 40 bits, behind its packet's begin."""
    path, = (path for path in glob.glob(f"{trace}/stream-*") if not path.endswith("-switches"))
    with open(path, "rb") as file:
        data = file.read(88)
    begin, = struct.unpack_from("<Q", data, 24)
    word, = struct.unpack_from("<Q", data, 80)
    return begin + ((word >> 1) - begin & (1 << 40) - 1)


def visits_of(path):
    """For each function: (begin, end) of its entry block's visits in their order, from the first record on."""
    found = collections.defaultdict(list)
    with open(path) as file:
        for line in file:
            function = line.split(",", 5)[4]
            end, ticks = map(int, line.rsplit(",", 4)[1:3])
            found[function].append((end - ticks, end))
    return found


def set_aside_in(report, name):
    """Tells of a time (ticks) whether the visits of the function's entry block that took it were set aside; None where
    no visit has it: the thread was without a CPU for a part of what was stamped."""
    block = next(f for f in report["functions"] if f["name"] == name)["blocks"][0]
    rows = block["time"]["histogram"]
    lows = [row[0] for row in rows]

    def tells(ticks):
        low, high, count, aside = rows[bisect.bisect_right(lows, ticks) - 1]
        return aside == count if low <= ticks <= high else None
    return tells


def main():
    report = json.load(open(sys.argv[1]))
    visits = visits_of(sys.argv[2])
    first = first_record(sys.argv[3])
    strikes = [tuple(int(word) - first for word in line.split()) for line in open(sys.argv[4])]
    begins = [strike[0] for strike in strikes]

    def struck(visit):
        at = bisect.bisect_left(begins, visit[0])
        return at < len(strikes) and strikes[at][1] <= visit[1]

    print(f"{len(strikes)} strikes; meanwhile", {i["kind"]: i["count"] for i in report["traces"][0]["interrupts"]})
    for kind in (report["interrupts"] or {"kinds": []})["kinds"]:
        print(f"kind: {kind['count']} of {kind['length']['median'] / 1000:.1f} us, periodic {kind['periodic']}")

    hit = found = others = 0
    for name in ("shorter", "longer"):
        aside = set_aside_in(report, name)
        for visit in visits[name]:
            of_interrupt = aside(visit[1] - visit[0])
            if of_interrupt is not None:
                hit += struck(visit)
                found += struck(visit) and of_interrupt
                others += not struck(visit) and of_interrupt
    print(f"{hit} visits struck, {found} of them set aside; {others} others set aside")
    assert hit > len(strikes) / 2 and found >= 0.99 * hit

    aside = set_aside_in(report, "rarely")
    slow = [end - begin for begin, end in visits["rarely"][::SLOW_EVERY] if not struck((begin, end))]
    own = [ticks for ticks in slow if ticks < 2 * statistics.median(slow)]
    lost = sorted(filter(aside, own))
    print(f"{len(slow)} slow visits not struck, {len(own)} of less than twice the usual time, set aside of these: {lost}")
    assert len(own) > 100 and len(lost) <= 0.05 * len(own)


main()
