#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Profiles of builds, made of one that `ipoint-report profile` wrote.

    history.py BASE FOLDER BUILDS [PROGRAM]

writes FOLDER/NNN.profile, one a day, of a program whose clock has 1 GHz, as test/report/history.test describes it. BASE has the functions.
"""
import pathlib
import random
import shutil
import sys

from packed import Packed


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
    profile = Packed(path)
    (facts,) = profile.facts().values()
    facts["labels"].update(date=date, build=build, program=program)
    profile.set_facts(facts)
    for table in ("note", "call_path"):
        profile.db.execute(f"DELETE FROM {table}")
    profile.functions = {i: f for i, f in profile.functions.items() if f["name"] in functions}
    profile.figures = {0: {}, **dict.fromkeys(profile.functions)}
    for name, (calls, mean, largest) in functions.items():
        kinds = {"calls": {0: calls}, "visits": {0: calls, 1: calls}, **dict(distribution("self", calls, mean, largest))}
        profile.figures[profile.id_of(name)] = {(kind, 0): {int(key): value for key, value in of.items()} for kind, of in sorted(kinds.items())}
    profile.save()
    profile.db.close()


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
