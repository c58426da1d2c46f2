# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Made-up data on threads, and on times of calls beside a number that each has."""
import random
import statistics

HOSTILE = "</script><img src=x onerror=window.hostile=1>"


def fit_of(pairs):
    """As report/lib/stats/Pairs.cpp has it, but for the interval, which is about that of the normal distribution."""
    xs, ys = [x for x, _ in pairs], [y for _, y in pairs]
    slope, intercept = statistics.linear_regression(xs, ys)
    rest = sum((y - intercept - slope * x) ** 2 for x, y in pairs)
    residual = (rest / (len(pairs) - 2)) ** 0.5
    half = 1.96 * residual / sum((x - statistics.fmean(xs)) ** 2 for x in xs) ** 0.5
    return {"slope": slope, "slope_low": slope - half, "slope_high": slope + half, "intercept": intercept,
            "r2": 1 - rest / sum((y - statistics.fmean(ys)) ** 2 for y in ys), "residual": residual}


def by_value(rng, kind, name, block, times, calls, several):
    """Of calls whose inclusive times are `times`: the longer, the larger the number, but for the last few."""
    shortest = min(times)
    pairs = [[max(0, round((t - shortest) / 180 + rng.gauss(0, 3))), t] for t in times]
    pairs[-3:] = [[rng.randrange(4), t] for _, t in pairs[-3:]]
    sample = rng.sample(pairs, min(512, len(pairs)))
    return {"kind": kind, "name": name, "block": block, "calls": calls, "several": several, "fit": fit_of(sample), "sample": sample,
            "longest": sorted(pairs, key=lambda pair: -pair[1])[:32]}


def add(doc):
    """Gives a report threads, and its first two functions what their calls recorded."""
    rng = random.Random(11)
    doc["threads"] = [{"name": None, "number": 1, "handler": False, "streams": 2, "elapsed": 900_000_000, "off_cpu": 20_000_000},
                      {"name": "rx " + HOSTILE, "number": 2, "handler": False, "streams": 2, "elapsed": 600_000_000, "off_cpu": 0},
                      {"name": None, "number": 1, "handler": True, "streams": 1, "elapsed": 1_000_000, "off_cpu": 0}]
    for at, f in enumerate(f for f in doc["functions"] if f["self"]):
        shares = [(0, 0.75), (1, 0.25)] if at % 2 else [(1, 1.0)]
        f["by_thread"] = [dict({"thread": thread, "calls": round(f["calls"] * share)}, **{
            key: {"count": round(f[key]["raw"]["count"] * share), "total": f[key]["raw"]["total"] * share, "max": round(f[key]["raw"]["max"] * (0.5 + share / 2))}
            for key in ("self", "inclusive")}) for thread, share in shares]
    parse = next(f for f in doc["functions"] if f["name"] == "parse_message")
    times = [low for low, _, n, *_ in parse["inclusive"]["histogram"] for _ in range(n)]
    parse["by_value"] = [by_value(rng, "mark", "length " + HOSTILE, "while.1/join", times, len(times), 3),
                         by_value(rng, "loop", "for.1", None, times, len(times), 0)]
    return doc
