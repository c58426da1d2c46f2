# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds what was set aside against the number of signals that a program counted.

    check-strikes.py REPORT.json STRIKES

Of visits that were lengthened by 38 to 80 µs there must be 80 to 110 % as many as signals: some strike blocks
that are not judged, or the slow path; a machine's own interrupts that take that long are rare. The
block with a slow path loses nothing.
"""
import json
import sys

report = json.load(open(sys.argv[1]))
strikes = int(open(sys.argv[2]).read())
per_us = report["clock"]["rate_hz"] / 1e6
found = 0
for function in report["functions"]:
    for block in function["blocks"]:
        if not block["time"]:
            continue
        usual = block["time"]["raw"]["p50"] / 1000
        found += sum(aside for low, high, count, aside in block["time"]["histogram"]
                     if 38 <= low / per_us - usual <= 80)
interrupts = {i["kind"]: i["count"] for i in report["traces"][0]["interrupts"]}
print(f"{strikes} signals, {found} visits set aside that are 38 to 80 us longer; meanwhile {interrupts}")
for kind in (report["interrupts"] or {"kinds": []})["kinds"]:
    print(f"kind: {kind['count']} of {kind['length']['median'] / 1000:.1f} us, periodic {kind['periodic']}")
assert 0.8 * strikes <= found <= 1.1 * strikes, (strikes, found)
rarely = next(f for f in report["functions"] if f["name"] == "rarely")["blocks"][0]
# What is much shorter than nearly all of the long visits is a strike of another kind.
long = [row for row in rarely["time"]["histogram"] if row[0] / per_us > 10]
values = [row[0] for row in long for _ in range(row[2])]
slow = [row for row in long if row[0] >= 0.9 * values[len(values) // 10]]
assert sum(row[2] for row in slow) > 100 and sum(row[3] for row in slow) == 0, slow
