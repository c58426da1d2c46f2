#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Profiles of builds, made of one that `ipoint-report profile` wrote.

    history.py BASE FOLDER BUILDS [PROGRAM]

writes FOLDER/NNN.profile, one a day, of a program whose clock has 1 GHz, as test/report/history.test describes it.
"""
import json
import pathlib
import random
import shutil
import sqlite3
import sys


def bucket(value):
    """The least value of the histogram's bucket (docs/formats.md)."""
    shift = max(0, value.bit_length() - 11)
    return value >> shift << shift


def distribution(kind, count, mean, largest):
    """Figures of `count` times, whole ticks, with that mean about; one of them is the largest."""
    total = max(round(mean * count), count + largest)
    low, more = divmod(total - largest, count - 1)
    values = {}
    for value, times in ((low, count - 1 - more), (low + 1, more), (largest, 1)):
        if times:
            values[value] = values.get(value, 0) + times
    histogram = {}
    for value, times in values.items():
        histogram[bucket(value)] = histogram.get(bucket(value), 0) + times
    for name in (kind, kind + ".corrected"):
        yield name + ".histogram", {str(v): histogram[v] for v in sorted(histogram)}
        for figure, value in (("count", count), ("sum", sum(v * n for v, n in values.items())), ("min", min(values)), ("max", largest),
                              ("squares", sum(v * v * n for v, n in values.items()))):
            yield f"{name}.{figure}", {"0": value}


def write(base, path, date, build, functions, program="program"):
    """functions: name -> (calls, mean self time, largest self time), ticks."""
    shutil.copyfile(base, path)
    with sqlite3.connect(path, isolation_level=None) as db:
        db.execute("PRAGMA journal_mode = OFF")
        db.execute("PRAGMA synchronous = OFF")
        db.execute("BEGIN")
        (facts,) = db.execute("SELECT facts FROM run").fetchone()
        facts = json.loads(facts)
        facts["labels"].update(date=date, build=build, program=program)
        db.execute("UPDATE run SET facts = ?", (json.dumps(facts),))
        for table in ("function", "figure", "note", "call_path"):
            db.execute(f"DELETE FROM {table}")
        for number, (name, (calls, mean, largest)) in enumerate(functions.items(), 1):
            db.execute("INSERT INTO function VALUES (?, '/src/main.c', ?, ?, 0, '[\"entry\",\"exit\"]', '[[0,1]]', '[]')", (number, number, name))
            rows = [("calls", {"0": calls}), ("visits", {"0": calls, "1": calls}), *distribution("self", calls, mean, largest)]
            db.executemany("INSERT INTO figure VALUES (?, ?, 0, ?)", [(number, kind, json.dumps(data, separators=(",", ":"))) for kind, data in rows])
        db.execute("COMMIT")
    db.close()


def day(number):
    return f"2026-{number // 28 + 1:02}-{number % 28 + 1:02}T00:00:00Z"


def noisy(seed, deviation=0.01):
    source = random.Random(seed)
    return lambda value: value * source.lognormvariate(0, deviation)


def main(base, folder, builds, program="program"):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    builds = int(builds)
    noise = noisy(1)
    for i in range(builds):
        marks = round(noise(3000))
        write(base, folder / f"{i:03}.profile", day(i), f"b{i:03}", {
            "steady": (1000, noise(500), marks),
            "slower": (1000, noise(500 if i < builds // 3 else 600), marks),
            "there_and_back": (1000, noise(500 if not builds // 3 <= i < 2 * builds // 3 else 450), marks),
            "drifting": (1000, noise(500 + 200 * i / builds), marks),
            "called_more": (1000 if i < builds // 2 else 1500, noise(200), marks),
            "spiked": (1000, noise(500), marks if i < builds // 2 else 2 * marks),
        }, program)


if __name__ == "__main__":
    main(*sys.argv[1:])
