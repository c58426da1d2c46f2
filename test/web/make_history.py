#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes pages of a history from made-up data, by filling the template the way ipoint-report history --to=html does.

  history    sixty builds, steps, a drift, a budget, values that are missing, hostile names, profiles that were left out
  steady-history  twelve builds of which nothing is known to have changed

Each becomes a folder under --out. The same options give the same bytes.
"""
import math

import fixture_pages
from fixture_sources import HOSTILE


def builds(count):
    return [{"name": f"{i * 7919 % 65536:04x}{i * 104729 % 65536:04x}", "date": f"2026-{i // 28 + 1:02}-{i % 28 + 1:02}T06:00:00Z",
             "path": f"history/{i:03}.profile", "host": "bench-1", "runs": 10} for i in range(count)]


def series(subject, figure, words, unit, values, steps=(), drift=None, exact=False):
    return {"subject": subject, "file": "main.c", "figure": figure, "in_words": words, "unit": unit, "values": values, "exact": exact, "probability": 1e-6,
            "adjusted": 1e-5, "steps": [{"after": at - 1, "before": at, "from": old, "to": new, "change": new / old - 1} for at, old, new in steps],
            "drift": drift and {"from": drift[0], "to": drift[1], "change": drift[1] / drift[0] - 1}}


def document(all_builds, all_series, **more):
    return {"schema": "ipoint-history/1", "tool": {"version": "0.1.0", "command_line": ["ipoint-report", "history", "history", "--to=html"]}, "program": "engine",
            "unit": "ns", "by": "build", "fdr": 0.01, "least": 0.01, "tested": len(all_series), "too_few": False, "builds": all_builds, "left_out": [],
            "series": all_series, "functions": [], **more}


def changed():
    def noise(i, salt):
        return 1 + 0.01 * math.sin(i * i * 1.7 + salt)

    days = range(60)
    return document(builds(60), [
        series("parse", "self_max", "self time, HWM", "ns", [(3e6 if i < 30 else 6e6) * noise(i, 1) for i in days], [(30, 3e6, 6e6)]),
        series("crc16", "calls", "calls in a run", "calls", [1000 if i < 40 else 1500 for i in days], [(40, 1000, 1500)], exact=True),
        series("send", "inclusive_mean", "mean inclusive time", "ns", [(500 if not 20 <= i < 40 else 430) * noise(i, 2) for i in days], [(20, 500, 430), (40, 430, 500)]),
        series("drifting_with_a_long_name_of_many_words_in_one", "self_mean", "mean self time", "ns", [(20 + i / 6) * noise(i, 3) for i in days], drift=(20, 29.8)),
        series("crc16", "budget", "budget: inclusive time, raw HWM", "share", [(0.6 if i < 50 else 1.1) * noise(i, 4) for i in days], [(50, 0.6, 1.1)]),
        series(HOSTILE, "self_mean", "mean self time", "ns", [None if 10 <= i < 20 else 900 * noise(i, 5) for i in days]),
        *[series(f"helper_{n}", "self_mean", "mean self time", "ns", [100 * n * noise(i, n) for i in days]) for n in range(1, 80)],
    ], left_out=["history/broken.profile: cannot be read as a profile: database disk image is malformed; the file is cut or damaged: copy it again",
                 f"history/x.profile: is of the program '{HOSTILE}', and those before it are of 'engine'"])


def unchanged():
    return document(builds(12), [series("main", "self_mean", "mean self time", "ns", [100 + i % 3 for i in range(12)])], too_few=True)


def write(make):
    return lambda folder: fixture_pages.write(folder, "history.html", "History of engine", make(), unit="ns")


if __name__ == "__main__":
    fixture_pages.main(__doc__, {"history": write(changed), "steady-history": write(unchanged)})
