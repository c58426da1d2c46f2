#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes pages of the longest path from made-up data, by filling the template the way ipoint-report worst --to=html does.

  longest    a function with loops, hostile names and source, bounds of all origins, interrupts; 40 further functions on the path
  bare       no observed call, no bound, no source; what was not measured is left out

Each becomes a folder under --out. The same options give the same bytes.
"""
import fixture_pages
from fixture_sources import HOSTILE

FFT = """static void fft(float *re, float *im, int n, const char *note) {
  int half = n / 2;            /* butterflies of
                                  a stage */
  for (int stage = 1; stage < n; stage <<= 1) {
    for (int i = 0; i < half; ++i) {
      float angle = -PI * (float)i / (float)half;
      rotate(&re[i], &im[i], sine(angle), cosine(angle));
    }
    if (note)
      puts(note); // "</script><img src=x onerror=window.hostile = 3>"
    else
      normalise(re, im, n);
  }
}""".split("\n")
SINE = ["float sine(float x) {", "  float y = x;", "  for (int i = 1; i < 8; ++i)", "    y -= x * x * y / (float)(2 * i * (2 * i + 1));", "  return y;", "}"]


def at(function, block, line, file="src/fft.c"):
    return {"function": function, "file": file, "block": block, "line": line, "column": 3 if line else None}


def part(place, count, most, longest, each, gain, unit="block"):
    return {"at": place, "unit": unit, "count": count, "most_observed": most, "in_longest": longest, "each": each, "total": count * each, "gain": gain}


def fact(origin, words, bound, binds=False, price=0, place=None, proposal=None, of=None):
    return {"origin": origin, "place": place, "words": words, "at": of, "bound": bound, "binds": binds, "price": price, "proposal": proposal}


def document(command, **known):
    doc = {"schema": "ipoint-worst/1", "tool": {"name": "ipoint-report", "version": "0.1.0", "command_line": ["ipoint-report", "worst", *command]},
           "unit": "ticks", "clock": {"rate_hz": 1000000000}, "at": at("fft_main", None, 70), "estimate": None,
           "hwm": {"raw": None, "corrected": None, "filtered": None}, "ratio": 0, "execution": "call", "root_calls": 0, "incomplete": 0, "longest": {"trace": "", "number": 0},
           "context_depth": 0, "contexts": 0, "columns": 0, "rows": 0, "assumed_never": False, "remarks": [], "interrupts": [], "path": [], "reasons": [],
           "facts": [], "violations": [], "unmeasured": [], "never_together": [], "test_next": [], "bounds": [], "sources": [], **known}
    for b in doc["path"]:
        b["share"] = b["total"] / (doc["estimate"]["filtered"] or doc["estimate"]["corrected"])
    return doc


def longest():
    inner, outer = "for.1/body/for.1/body", "for.1/body"
    path = [part(at("fft", inner, 35), 320, 256, 200, 20.25, 640.5), part(at("sine", "for.1/body", 4, "src/math/sine.c"), 2240, 2240, 1400, 1.5, 336),
            part(at("fft", "for.1/body/for.1/condition", 34), 330, 264, 206, 2, 66), part(at("normalise", None, 9), 5, 5, 5, 120, 60, "inclusive"),
            part(at("fft", "for.1/body/if.1/then", 39), 0.5, None, None, 40, 2), part(at("fft", outer, 33), 5, 5, 5, 3.5, 1.7),
            part(at("evil<b>", HOSTILE, 2, f"src/{HOSTILE}.c"), 1, 1, 1, 3, 0.3), part(at("fft", "entry", 30), 1, 1, 1, 2, 0.2),
            *[part(at(f"helper_{i}", "entry", 2, "src/helpers.c"), 1, 1, 1, 1, 0.1) for i in range(40)],
            part(at("a_function_with_quite_a_long_name_that_has_to_be_broken_somewhere", "for.1/body/for.2/body/while.1/body/switch.1/case.12/then", 0,
                    "src/a/folder/with/many/folders/in/it/long.c"), 1, 0, 0, 0, 0, "none")]
    reasons = [{"at": b["at"], "count": b["count"], "observed": b["in_longest"] or 0, "by_count": (b["count"] - (b["in_longest"] or 0)) * b["each"] * 0.8,
                "by_time": by} for b, by in zip(path[:5], (320, 40, 0, -12, 0))]
    estimate = sum(b["total"] for b in path)
    hwm = estimate * 1.06 - sum(r["by_count"] + r["by_time"] for r in reasons)
    facts = [fact("declared", "fft/for.1: at most 5 iterations an entry", 5, place="facts.yaml:3"),
             fact("observed", "each time that it is entered", 64, True, 120.4, proposal="  - loop: fft/for.1/for.1\n    iterations: 64\n", of=at("fft", "for.1/for.1", 34)),
             fact("derived", "each time that it is entered", 7, True, 48, of=at("sine", "for.1/body", 4, "src/math/sine.c")),
             fact("observed", f"calls of {HOSTILE} in a call of the root", 1, proposal=f"  - calls: '{HOSTILE}'\n    at-most: 1\n")]
    unmeasured = [{"is": "transition", "from": at("fft", "for.1/body/join", 38), "to": "for.1/body/if.1/then", "on_path": True, "taken": 40},
                  {"is": "call site", "from": at("fft", "exit", 44), "to": HOSTILE, "on_path": False, "taken": None}]
    together = [{"at": at("fft", None, 30), "blocks": [at("fft", "for.1/body/if.1/then", 39), at("fft", HOSTILE, 41)], "on_path": 7,
                 "nearest_lacks": [at("fft", HOSTILE, 41)], "nearest_share": 0.985}]
    sources = [("fft", "src/fft.c", 30, FFT), ("sine", "src/math/sine.c", 1, SINE), ("evil<b>", f"src/{HOSTILE}.c", 1, ["void evil(void) {", f"  puts(\"{HOSTILE}\");", "}"]),
               *[(f"helper_{i}", "src/helpers.c", 1, [f"int helper_{i}(void) {{", f"  return {i};", "}"]) for i in range(40)]]
    return document(
        ["fft_main", "ipoint-trace", "--facts", "facts.yaml", "--to=html"], path=path, reasons=reasons, facts=facts, unmeasured=unmeasured, never_together=together,
        estimate={"raw": estimate * 1.06, "corrected": estimate * 1.02, "filtered": estimate}, hwm={"raw": hwm, "corrected": hwm * 0.96, "filtered": hwm * 0.94},
        ratio=1.02 * estimate / (0.96 * hwm), violations=[{"place": "facts.yaml:3", "words": "fft/for.1: at most 5 iterations an entry", "at": at("fft", outer, 33), "bound": 5,
                                                           "observed": 6}], root_calls=20, incomplete=1, longest={"trace": "ipoint-trace/" + HOSTILE, "number": 17}, context_depth=3, contexts=12, columns=310,
        rows=170, remarks=["The targets of 1 call through a pointer are only observed."],
        interrupts=[{"class": 0, "count": 2, "each": 900, "total": 1800}, {"class": 1, "count": 0.5, "each": 300, "total": 150}],
        test_next=[f"{n} executions of fft/{inner} (src/fft.c:35): 200 in the longest observed call, 256 at most in any" for n in range(320, 330)],
        bounds=["fft/for.1/for.1: at most 64 each time that it is entered" if i == 1 else f["words"] for i, f in enumerate(facts)],
        sources=[{"function": f, "file": file, "line": line, "lines": lines} for f, file, line, lines in sources])


def bare():
    return document(["f", "--assume-never", "--to=html"], at=at("f", None, 1), clock={"rate_hz": None}, estimate={"raw": 100, "corrected": 100, "filtered": None},
                    path=[part(at("f", None, 1), 1, None, None, 100, 10, "function")], assumed_never=True,
                    unmeasured=[{"is": "block", "from": at("f", "if.1/then", 2), "to": None, "on_path": False, "taken": None}])


def write(make):
    return lambda folder: fixture_pages.write(folder, "worst.html", "Longest path of fft_main", make())


if __name__ == "__main__":
    fixture_pages.main(__doc__, {"longest": write(longest), "bare": write(bare)})
