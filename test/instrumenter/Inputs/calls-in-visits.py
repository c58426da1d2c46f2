#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds what a database says of calls against how often they were made.

    calls-in-visits.py DB STREAM    a stream of one thread, with a record for each ipoint

Fails where a visit made fewer or more calls of a callee than its block's can. Prints how many were possible and seen where a bound was
never met."""
import collections
import sqlite3
import struct
import sys

db = sqlite3.connect(sys.argv[1])
ipoints = {row[0]: row[1:] for row in db.execute(
    "SELECT i.id, i.kind, i.name, f.name, f.type FROM ipoints i JOIN functions f ON i.function = f.id")}
instrumented = {row[2] for row in ipoints.values()}
bounds = collections.defaultdict(lambda: [0, 0])  # (block, callee or type): least, most
for block, callee, kind, times in db.execute("SELECT ipoint, callee, type, times FROM calls"):
    if callee is None or callee in instrumented:
        of = bounds[block, callee or "*" + (kind or "")]
        of[0] += times == "once"
        of[1] += {"once": 1, "maybe": 1, "instead": 0, "any": float("inf")}[times]


def ids():
    data = open(sys.argv[2], "rb").read()
    at = 0
    while at < len(data):
        size = struct.unpack_from("<Q", data, at + 40)[0] // 8
        for (record,) in struct.iter_unpack("<Q", data[at + 80:at + size]):
            yield record >> 41
        at += size


seen = {}
stack = []  # [block, calls by callee] of each open call
for number in ids():
    if number not in ipoints:
        continue
    kind, _, function, of_type = ipoints[number]
    if kind == "entry":
        if stack:
            block, calls = stack[-1]
            calls[function if (block, function) in bounds else "*" + (of_type or "")] += 1
        stack.append([number, collections.Counter()])
        continue
    block, calls = stack.pop()
    for key in {k for b, k in bounds if b == block} | set(calls):
        least, most = bounds.get((block, key), (0, 0))
        made = calls[key]
        assert least <= made <= most, f"{ipoints[block]}: {made} calls of {key}, possible {least} to {most}"
        low, high = seen.get((block, key), (made, made))
        seen[block, key] = min(low, made), max(high, made)
    if kind != "exit":
        stack.append([number, collections.Counter()])
for (block, key), (low, high) in sorted(seen.items()):
    least, most = bounds[block, key]
    if low > least or high < most:
        print(f"{ipoints[block][2]} {ipoints[block][1]} {key}: possible {least} to {most}, seen {low} to {high}")
print(f"{len(seen)} pairs of a block and what it calls")
