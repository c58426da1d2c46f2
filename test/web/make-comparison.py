#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes comparisons from made-up data, by filling the template the way ipoint-report compare --to=html does.

  compared    three sets: functions that differ and that don't, new and vanished ones, hostile names and source
  unchanged   two sets of two runs, in ns: nothing differs, and nothing ran but one function
  large-comparison   1,500 functions, 6,000 times

Each becomes a folder under --out. The same options give the same bytes.
"""
import random

import fixture_pages
from fixture_sources import HOSTILE
from fixture_times import bins_of

OLD_SOURCE = """uint16_t crc16(uint16_t crc, const uint8_t *bytes, unsigned length) {
  while (length--) {
    crc ^= (uint16_t)(*bytes++ << 8); /* a comment that
       goes on */
    for (int bit = 0; bit < 8; ++bit)
      crc = crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1;
  }
  return crc;
}""".split("\n")
NEW_SOURCE = OLD_SOURCE[:4] + ["    crc = table[crc >> 12];", "    crc = table[crc >> 8 & 15]; // \"four bits\""] + OLD_SOURCE[6:]
EVIL_SOURCE = ['void evil(void) { puts("</script><img src=x onerror=window.hostile = 2>"); }', "<!-- & &amp; &#60; \\u003c -->\r", "}"]


def figure(a, b, spread, differs):
    if a is None or b is None:
        return {"a": a, "b": b, "difference": None, "difference_interval": None, "change": None, "interval": None, "below_resolution": False,
                "p": None, "p_adjusted": None, "significant": False, "differs": False}
    scale = max(a, 26)
    around = lambda v, by: [v - by, v + by] if spread else None
    spread = spread if differs or not spread else max(spread, 1.1 * abs(b - a) / scale)
    return {"a": a, "b": b, "difference": b - a, "difference_interval": around(b - a, (spread or 0) * scale),
            "change": (b - a) / scale, "interval": around((b - a) / scale, spread), "below_resolution": a < 26,
            "p": 1e-9 if differs else 0.4, "p_adjusted": 1e-8 if differs else 0.9, "significant": differs, "differs": differs}


def histogram(rng, mean, count):
    values = [max(1, int(rng.gauss(mean, mean / 12) * (2 if rng.random() < 0.02 else 1))) for _ in range(count)]
    return [[low, high, n, 0] for low, high, n, _ in bins_of(values)]


class Subject:
    """What is known of a time of a function: by set its mean; None where it did not run."""

    def __init__(self, rng, what, block, means, visits):
        self.what, self.block, self.means = what, block, means
        self.sets = [None if m is None else {"visits": 1200.5, "mean": m, "max": round(3 * m), "histogram": histogram(rng, m, visits)} for m in means]

    def item(self, file, function, line, other, intervals=True):
        a, b = self.means[0], self.means[other]
        if a is None or b is None:
            return None
        differs = abs(b - a) > 0.1 * a
        ratio = 1.05 if not differs else 10 if b > a else 0.1
        spread = 0.03 if intervals else None
        tail = {"level": round(1.5 * a), "share_a": 0.02, "share_b": 0.02 * ratio, "count_a": 80, "count_b": round(80 * ratio), "ratio": ratio,
                "ratio_interval": [0.8 * ratio, 1.3 * ratio], "p": 1e-6, "p_adjusted": 1e-5, "significant": differs, "differs": differs}
        return {"what": self.what, "file": file, "function": function, "block": self.block, "line": line, "differs": differs,
                "runs_a": 6, "runs_b": 6, "visits_a": 1200.5, "visits_b": 1200.5, "moved": 1200.5 * (b - a), "mean": figure(a, b, spread, differs),
                "p50": figure(a - 1, b - 1, spread, differs), "p90": figure(1.2 * a, 1.21 * a, spread, False), "p99": figure(2 * a, 2.01 * a, spread, False),
                "p999": figure(None, None, None, False), "tail": tail if intervals else None, "parts_at": round(1.2 * a) if differs else None,
                "max_a": 3 * a, "max_b": 3 * b, "max_ratio": b / a}


def text_of(line, source, blocks):
    return {"line": line, "source": source, "blocks": [
        {"name": name, "kind": kind, "line": line + at, "column": 3, "end_line": line + at, "timed": timed} for name, kind, at, timed in blocks]}


CRC_OLD = [("entry", "entry", 0, True), ("while.1/condition", "condition", 1, True), ("while.1/body", "body", 2, True), ("while.1/body/for.1/body", "body", 4, True),
           ("exit", "exit", 7, False)]
CRC_NEW = CRC_OLD[:3] + [("while.1/body/join", "join", 4, True), ("exit", "exit", 7, False)]


def function(rng, name, file, texts, subjects, page=None, intervals=True, visits=1000):
    sets = len(texts)
    line = next(t for t in texts if t)["line"]
    times = [Subject(rng, *s, visits) for s in subjects]
    items = [[i for i in (t.item(file, name, line, other, intervals) for t in times) if i] for other in range(1, sets)]
    return {"page": page or name + ".html", "file": file, "name": name, "sets": texts,
            "times": [{"what": t.what, "block": t.block, "sets": t.sets} for t in times], "comparisons": items}


def run(name, number, **more):
    return dict({"path": f"{name}/run-{number:03}", "program": f"build/{name}/message-handler", "arguments": "400", "machine": "vm, a processor, tsc", "policy": "stream",
                 "records": 1150794, "rate_hz": 2596000000, "overhead_timed_mean": 21.7, "overhead_timed_mean_recorded": 21.75, "build_id": f"{name}0123456789abcdef"}, **more)


def calls_of(functions, which):
    """Call paths of a set: the first function that ran there calls all others."""
    paths = []
    for at, f in enumerate(functions):
        for t in f["times"]:
            if t["what"] == "self" and t["sets"][which]:
                paths.append({"parent": 0 if paths else None, "at": at, "calls": 1200.5, "own": 1200.5 * max(0, t["sets"][which]["mean"])})
    return paths


def document(names, functions, runs=6, unit="ticks", places=None):
    comparisons = []
    for other in range(1, len(names)):
        items = [dict(i, at=at) for at, f in enumerate(functions) for i in f["comparisons"][other - 1]]
        found = sum(i["differs"] for i in items)
        outcome = (f"From {names[0]} to {names[other]} the self time of {functions[0]['name']} changed most: mean -91.9 % (adjusted interval -94.9 % to -88.9 %). "
                   f"{found - 1} of the other {len(items) - 1} times differ." if found else f"No significant difference between {names[0]} and {names[other]} in {len(items)} times.")
        verdict = [{"about": "change", "text": outcome, "function": functions[0]["name"] if found else None, "command": None, "affected": False}]
        if runs < 5:
            verdict.append({"about": "runs", "text": f"{runs} runs of each: intervals are 7.7 times as wide as with 10 of each, so that only larger differences are found.",
                            "function": None, "command": "ipoint-run -n 10", "affected": True})
        else:
            verdict.append({"about": "conditions", "text": "The sets differ in settings: a difference of times may come from that.", "function": None,
                            "command": None, "affected": True})
        comparisons.append(dict({
            "a": names[0], "b": names[other], "verdict": verdict,
            "differing_conditions": [{"name": n, "affected": n == "settings"} for n in (["build id", "flags"] + (["settings"] if runs >= 5 else []))], "hypotheses": 5 * len(items), "differing": sum(i["differs"] for i in items),
            "times": len(items), "items": [i for i in items if i["differs"] or i["what"] != "block"],
            "appeared": [], "vanished": [], "changed": [], "ran_in_a_only": [], "ran_in_b_only": []}, **(places or {})))
    return {"schema": "ipoint-comparison/4", "tool": {"name": "ipoint-report", "version": "0.1.0", "command_line": ["ipoint-report", "compare", *names, "--to=html"]},
            "unit": unit, "times": "execution", "least": 0.01, "least_tail": 1.5, "fdr": 0.01, "level": 0.001, "differs": any(c["differing"] for c in comparisons),
            "sets": [{"name": n, "database": f"build/{n}/ipoint.db", "resolution": 26, "runs": [run(n, i, niceness=-5 * at) for i in range(1, runs + 1)],
                      "builds": [{"compiler": "gcc", "flags": f"-O{2 + at}", "level": "blocks", "timed": "blocks", "units": 5}]} for at, n in enumerate(names)],
            "comparisons": comparisons, "clock": {"rate_hz": 2596000000}, "calls": [calls_of(functions, at) for at in range(len(names))],
            "functions": [{"page": f["page"], "file": f["file"], "name": f["name"], "lines": [t and t["line"] for t in f["sets"]]} for f in functions]}


def compared():
    rng = random.Random(4)
    old, new = text_of(3, OLD_SOURCE, CRC_OLD), text_of(7, NEW_SOURCE, CRC_NEW)
    simple = [("entry", "entry", 0, True)]
    evil = text_of(20, EVIL_SOURCE, [(HOSTILE, "entry", 0, True)])
    functions = [
        function(rng, "crc16", "src/crc.c", [old, new, old], [
            ("block", "entry", [40, 41, 40]), ("block", "while.1/body", [130, 40, 260]), ("block", "while.1/body/for.1/body", [210, None, 211]),
            ("block", "while.1/body/join", [None, 35, None]), ("block", "while.1/condition", [-0.04, 1.2, 0.1]), ("self", None, [5200, 420, 9300]), ("inclusive", None, [5900, 1100, 9900])]),
        function(rng, "evil<b>", "src/" + HOSTILE + ".c", [evil, evil, evil], [("block", HOSTILE, [60, 90, 60]), ("self", None, [60, 90, 60])], "evil.html"),
        function(rng, "a_function_with_quite_a_long_name_that_has_to_be_broken_somewhere", "src/a/folder/with/many/folders/in/it/long.c",
                 [text_of(5, [], simple)] * 3, [("self", None, [1000, 1001, 1002])]),
        function(rng, "fresh", "src/crc.c", [None, text_of(40, ["int fresh(void) {", "}"], simple), None], [("block", "entry", [None, 77, None]), ("self", None, [None, 77, None])]),
        function(rng, "gone", "src/crc.c", [text_of(50, ["int gone(void) {", "}"], simple), None, None], [("block", "entry", [66, None, None]), ("self", None, [66, None, None])]),
        function(rng, "idle", "src/crc.c", [text_of(60, ["int idle(void) {", "}"], simple)] * 3, []),
        function(rng, "once", "src/crc.c", [text_of(70, ["int once(void) {", "}"], simple)] * 3, [("self", None, [90, None, 90])]),
    ]
    place = lambda f, block, line: {"file": "src/crc.c", "function": f, "block": block, "line": line}
    places = {"changed": [place("crc16", "while.1/body", 9)], "appeared": [place("crc16", "while.1/body/join", 11), place("fresh", None, 40)],
              "vanished": [place("crc16", "while.1/body/for.1/body", 7), place("gone", None, 50)], "ran_in_a_only": [place("once", None, 70)]}
    return document(["old", "new <b>" + HOSTILE[:20], "third"], functions, places=places), functions, "ticks"


def unchanged():
    rng = random.Random(5)
    text = text_of(3, OLD_SOURCE, CRC_OLD)
    functions = [function(rng, "crc16", "crc.c", [text, text], [("block", "entry", [40, 41]), ("self", None, [5200, 5201])], intervals=False)]
    return document(["old", "again"], functions, runs=2, unit="ns"), functions, "ns"


def large():
    rng = random.Random(6)
    functions = []
    for i in range(1500):
        factor = 1 + (i % 7 == 0) * rng.choice([-0.5, 0.3, 2])
        source = [f"int f{i}(void) {{"] + [f"  x += {j};" for j in range(10)] + ["}"]
        blocks = [(f"b{j}", "join", j, True) for j in range(3)]
        texts = [text_of(10 * i, source, blocks), text_of(10 * i, source[:5] + ["  y();"] + source[6:], blocks)]
        functions.append(function(rng, f"f{i}", f"src/{i % 40}.c", texts, [(w, b, [100 + i, (100 + i) * factor]) for w, b in
                                                                          (("block", "b0"), ("block", "b1"), ("block", "b2"), ("self", None))], visits=20))
    return document(["old", "new"], functions), functions, "ticks"


def write(make):
    return lambda folder: fixture_pages.write(folder, "compare.html", "old and new compared", *make())


if __name__ == "__main__":
    fixture_pages.main(__doc__, {"compared": write(compared), "unchanged": write(unchanged), "large-comparison": write(large)})
