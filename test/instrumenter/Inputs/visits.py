#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""visits.py DATABASE TRACE: how often each ipoint of a program ran, by function, line, column and name.

Reads records by themselves, those of paths by the rule of docs/formats.md: what it prints is the same for both encodings.
Where a path's number is none, or a call has block records and paths, it says so and exits 1."""
import bisect
import collections
import os
import sqlite3
import struct
import sys

database, trace = sys.argv[1:]
HEADER, CONTEXT = 4 + 16 + 4, 7 * 8


class Paths:
    """Of one function."""

    def __init__(self):
        self.starts, self.steps, self.ends = [], collections.defaultdict(list), set()

    def decode(self, last, number):
        index = bisect.bisect_right(self.starts, (number, float("inf"))) - 1
        base, at = self.starts[index]
        rest, path = number - base, [at]
        while True:
            steps = [s for s in self.steps[at] if s[0] <= rest]
            if not steps:
                sys.exit(f"visits.py: no path to {last} has the number {number}")
            most = max(steps)[0]
            targets = [t for i, t in steps if i == most]
            at = last if last in targets else targets[0]
            rest -= most
            path.append(at)
            if at in self.ends:
                if at != last or rest:
                    sys.exit(f"visits.py: no path to {last} has the number {number}")
                return path


def records(folder):
    for name in sorted(os.listdir(folder)):
        if not name.startswith("stream-") or name.endswith("-switches"):
            continue
        data = open(os.path.join(folder, name), "rb").read()
        at = 0
        while at < len(data):
            magic, = struct.unpack_from("<I", data, at)
            assert magic == 0xC1FC1FC1, "no packet"
            content, size = struct.unpack_from("<QQ", data, at + HEADER + 16)
            begin = at + HEADER + CONTEXT
            yield from struct.unpack_from(f"<{(content // 8 - HEADER - CONTEXT) // 8}Q", data, begin)
            at += size // 8


db = sqlite3.connect(database)
functions, ipoints = collections.defaultdict(Paths), {}
for id, function, line, column, name, kind, encoding, base, timed, title, value in db.execute(
        "SELECT i.id, function, i.line, i.column, i.name, kind, encoding, path_base, i.timed, f.name, "
        "coalesce(m.value, 'none') FROM ipoints i JOIN functions f ON i.function = f.id LEFT JOIN marks m ON m.ipoint = i.id"):
    ipoints[id] = (function, f"{title}:{line}:{column} {name}", encoding, timed, value, kind)
    if encoding == "path":
        functions[function].ends.add(id)
    if base is not None:
        functions[function].starts.append((base, id))
for source, target, increment in db.execute("SELECT source, target, increment FROM transitions"):
    functions[ipoints[source][0]].steps[source].append((increment, target))
for paths in functions.values():
    paths.starts.sort()

visits, decoded, values = collections.Counter(), {}, {}
for record in records(trace):
    id, payload, timed = record >> 41, record >> 1 & (1 << 40) - 1, record & 1
    if id < 256:
        continue
    function, _, encoding, is_timed, value, kind = ipoints[id]
    if encoding == "sum":
        sys.exit(f"visits.py: ipoint {id} stores no records")
    if encoding == "record":
        # One that has a value and is timed makes two.
        visits[id] += timed == is_timed
        continue
    # The number of the path, then the value, then the time.
    if timed or values.get(id):
        values[id] = False
        continue
    values[id] = value != "none"
    if (id, payload) not in decoded:
        decoded[id, payload] = functions[function].decode(id, payload)
    path = decoded[id, payload]
    for at in path[1:]:
        visits[at] += 1
    if ipoints[path[0]][5] == "entry" and ipoints[path[0]][2] == "sum":
        visits[path[0]] += 1
for id in sorted(visits):
    print(ipoints[id][1], visits[id])
