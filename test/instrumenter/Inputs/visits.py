#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""visits.py DATABASE TRACE: how often each ipoint of a program ran, by function, line, column and name.

Decodes records of paths and counts by the rules of docs/formats.md: the output is the same for all encodings. If a path number is
invalid, or a call has block records and path records, the script prints an error and exits 1."""
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
        self.starts, self.steps, self.ends, self.rounds, self.stride = [], collections.defaultdict(list), set(), {}, None
        # Loops of sums: their ipoints and heads, by ipoint, and what leads on in them.
        self.loop_of, self.head_of, self.ways, self.sources = {}, {}, {}, collections.defaultdict(list)

    def count_loop(self, last, head):
        """One is gone round by the transition from last to head: steps out of it begin at its head."""
        sources = collections.defaultdict(list)
        for source, steps in self.steps.items():
            for _, target, _ in steps:
                sources[target].append(source)
        round = [last]
        while round[0] != head:
            round.insert(0, *sources[round[0]])
        outward = [(increment, target, round[:place + 1]) for place, at in enumerate(round)
                   for increment, target, _ in self.steps[at] if target not in round]
        for at in round:
            self.steps[at] = []
        self.steps[head], self.rounds[head] = outward, round

    def sum_loop(self, lasts, head):
        """One with sums: in the end, how often each of its ipoints is visited follows."""
        members, open = {head}, list(lasts)
        while open:
            at = open.pop()
            if at not in members:
                members.add(at)
                open += self.sources[at]
        outward = []
        for at in members:
            self.ways[at] = [target for _, target, _ in self.steps[at] if target in members] + [head] * (at in lasts)
            outward += [(increment, target, [head] if at == head else [head, at])
                        for increment, target, _ in self.steps[at] if target not in members]
            self.loop_of[at], self.head_of[at] = members, head
        for at in members:
            self.steps[at] = []
        self.steps[head] = outward

    def visits_in(self, at, counted, left, known):
        """Of an ipoint in such a loop."""
        if at not in known:
            inside = [s for s in self.sources[at] if s in self.loop_of[at]]
            if ipoints[at][2] == "count":
                known[at] = counted[at]
            elif at == self.head_of[at] or len(self.sources[at]) == 1:
                known[at] = left[at] + sum(self.visits_in(to, counted, left, known) for to in self.ways[at])
            else:
                known[at] = sum(self.visits_in(s, counted, left, known) - left[s] -
                                sum(self.visits_in(to, counted, left, known) for to in self.ways[s] if to != at) for s in inside)
        return known[at]

    def split(self, number):
        """The number of the path, the count, and whether more of the count follows."""
        if not self.stride:
            return number, 0, False
        count, number = divmod(number, self.stride)
        return number, count, count == (1 << 40) // self.stride - 1

    def decode(self, last, number, count):
        """The ipoints that are visited, each with how often: first the one at which the path begins."""
        path, counted = self.walk(last, number)
        visits = collections.Counter(path[1:])
        if counted:
            round, counter = counted
            for at in round:
                visits[at] += count - path.count(counter)
            if count < path.count(counter):
                sys.exit(f"visits.py: the path to {last} with the number {number} has too small a count")
        elif count:
            sys.exit(f"visits.py: the path to {last} with the number {number} has a count")
        return path[0], visits

    def walk(self, last, number):
        counted = None
        index = bisect.bisect_right(self.starts, (number, float("inf"))) - 1
        base, at = self.starts[index]
        rest, path = number - base, [at]
        while True:
            steps = [s for s in self.steps[at] if s[0] <= rest]
            if at in self.rounds and at not in self.loop_of:
                counted = self.rounds[at], next(p for p in self.rounds[at] if ipoints[p][2] == "count")
            if not steps:
                sys.exit(f"visits.py: no path to {last} has the number {number}")
            most = max(steps)[0]
            targets = {t: via for i, t, via in steps if i == most}
            at = last if last in targets else next(iter(targets))
            rest -= most
            path += targets[at][1:] + [at]
            if at in self.ends:
                if at != last or rest:
                    sys.exit(f"visits.py: no path to {last} has the number {number}")
                return path, counted


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
rounds = collections.defaultdict(list)
for source, target, increment in db.execute("SELECT source, target, increment FROM transitions"):
    functions[ipoints[source][0]].sources[target].append(source)
    if increment is None:
        rounds[target].append(source)
    else:
        functions[ipoints[source][0]].steps[source].append((increment, target, [source]))
sums = {id for id, store in db.execute("SELECT id, store FROM functions") if store == "sums"}
for head, lasts in rounds.items():
    if ipoints[head][0] in sums:
        functions[ipoints[head][0]].sum_loop(lasts, head)
    else:
        functions[ipoints[head][0]].count_loop(*lasts, head)
for function, stride in db.execute("SELECT id, stride FROM functions"):
    functions[function].stride = stride
for paths in functions.values():
    paths.starts.sort()

visits, before, decoded, values = collections.Counter(), collections.Counter(), {}, {}
for record in records(trace):
    id, payload, timed = record >> 41, record >> 1 & (1 << 40) - 1, record & 1
    if id < 256:
        continue
    function, _, encoding, is_timed, value, kind = ipoints[id]
    if encoding in ("sum", "count"):
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
    number, count, has_more = functions[function].split(payload)
    if has_more:
        before[id, number] += count
        continue
    count += before.pop((id, number), 0)
    if (id, number, count) not in decoded:
        decoded[id, number, count] = functions[function].decode(id, number, count)
    first, path = decoded[id, number, count]
    visits.update(path)
    if ipoints[first][5] == "entry" and ipoints[first][2] == "sum":
        visits[first] += 1


def path_of(index):
    """What the entry of the count table counts: the ipoint at which the path ends, its number, and whether its rounds."""
    found = []
    for id, first, count_at, rounds_at in db.execute(
            "SELECT i.id, first_count, count_at, rounds_at FROM ipoints i JOIN functions f ON f.id = i.function JOIN units u "
            "ON u.id = f.unit WHERE first_count <= ? AND ? < first_count + counts", (index, index)):
        function, _, encoding, *_ = ipoints[id]
        for at, is_rounds in ((count_at, False), (rounds_at, True)):
            number = -1 if at is None else index - first - at
            try:
                if encoding == "record" or is_rounds:
                    is_path = number == 0
                else:
                    is_path = number >= 0 and functions[function].walk(id, number)
            except SystemExit:
                is_path = False
            found += [(id, number, is_rounds)] if is_path else []
    if len(found) != 1:
        sys.exit(f"visits.py: the count {index} is of {len(found)} paths")
    return found[0]


counts = os.path.join(trace, ".counts")
taken, counted, left = collections.Counter(), collections.Counter(), collections.Counter()
for line in open(counts, encoding="ascii").read().splitlines()[2:-1] if os.path.exists(counts) else ():
    index, times = map(int, line.split())
    id, number, is_rounds = path_of(index)
    if is_rounds:
        counted[id] += times
    else:
        taken[id, number] += times
for (id, number), times in taken.items():
    function, _, encoding, *_ = ipoints[id]
    if encoding == "record":
        visits[id] += times
        continue
    path, _ = functions[function].walk(id, number)
    loop_of = functions[function].loop_of
    for before, at in zip(path, path[1:]):
        if at not in loop_of:
            visits[at] += times
        if before in loop_of and loop_of[before] is not loop_of.get(at):
            left[before] += times
    if ipoints[path[0]][5] == "entry" and ipoints[path[0]][2] == "sum":
        visits[path[0]] += times
for paths in functions.values():
    known = {}
    for at in paths.loop_of:
        visits[at] += paths.visits_in(at, counted, left, known)
for id in sorted(+visits):
    print(ipoints[id][1], visits[id])
