#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""worst-facts.py IPOINT_REPORT ROOT TRACE: gives it facts about worst-facts.c, and holds what it reports as violated against what they do to it."""
import json
import subprocess
import sys

tool, root, trace = sys.argv[1:]
lines = open("main.c", encoding="utf-8").read().split("\n")


def line_of(text):
    return next(number for number, line in enumerate(lines, 1) if text in line)


# By the pragmas: 38 inner iterations less 2 * 13 outer ones, and five iterations begun, of which four are completed.
BY_SOURCE = {("main.c", line_of("flowrestriction 1*"), 0, 12), ("main.c", line_of("min 1 max 4"), 4, 5)}
KEPT = """flow:
  - {loop: triangle/for.1, iterations: 8, at-least: 5}
  - {loop: triangle/for.1/body/for.1, iterations: 28, per: entry of triangle/for.1}
  - {loop: triangle/for.1/body/for.1, iterations: 28, per: call}
  - {count: triangle/for.1/body/for.1/body <= 3.5 * triangle/for.1/body}
  - {calls: walk, at-most: 9}
  - {targets: [on_timer, on_uart], site: work/if.2/join}
  - never: never
  - {not-both: [work/if.1/then, work/if.2/then], file: main.c}
  - {time: never, at-most: 3 us}
"""
BROKEN = """flow:
  - {loop: triangle/for.1, iterations: 7}
  - {loop: triangle/for.1, at-least: 6}
  - {loop: 'main.c:LINE', iterations: 27, per: entry of triangle/for.1}
  - {calls: walk, at-most: 8}
  - {targets: on_timer, site: work/if.2/join}
  - never: [work/if.1/then, on_uart]
  - not-both: [search/while.1/body, search/while.1/body/if.1/then]
"""
FFX = """<flowfacts>
<loop source="main.c" line="LINE" maxcount="8" totalcount="27"/></flowfacts>
"""


def violated(name, text):
    inner = str(line_of("k < i"))
    with open(name, "w", encoding="utf-8") as file:
        file.write(text.replace("LINE", inner))
    option = "--config" if name == "config.yaml" else "--facts"
    run = subprocess.run([tool, "worst", root, trace, "--to=json", option, name], capture_output=True, text=True)
    assert run.returncode == 1 and not run.stderr, (run.returncode, run.stderr)
    result = set()
    for fact in json.loads(run.stdout)["violations"]:
        file, line = fact["place"].split(": line ")
        result.add((file, int(line), fact["bound"], fact["observed"]))
        assert fact["at"]["file"] == "main.c" and fact["at"]["line"], fact
        assert ("left in its middle" in (fact["hint"] or "")) == (fact["bound"] == 4), fact
    assert BY_SOURCE <= result, result
    return result - BY_SOURCE


assert violated("kept.yaml", KEPT) == set()
WANTED = {(2, 7, 8), (3, 6, 5), (4, 27, 28), (5, 8, 9), (6, 0, 1), (7, 0, 1), (7, 0, 1), (8, 1, 2)}
for name in ("broken.yaml", "config.yaml"):
    found = violated(name, BROKEN)
    assert found == {(name, *numbers) for numbers in WANTED}, found
found = violated("broken.ffx", FFX)
assert found == {("broken.ffx", 2, 27, 38)}, found

# What the run confirms is read again, kept, and leaves nothing to propose.
PROPOSED = """# Observed in 1 call of work: other inputs may exceed it. Confirm each.
flow:
  - loop: triangle/for.1/body/for.1   # at most, in 2 calls of triangle; the product is 56
    iterations: 28
    per: entry of triangle/for.1
  - loop: search/while.1   # at most, in 1 call of search
    iterations: 5
  - calls: walk   # at most, in 1 call of work
    at-most: 9
  - targets: [on_timer, on_uart]   # in 2 calls
    site: work/if.2/join
"""
subprocess.run([tool, "worst", root, trace, "--propose", "proposed.yaml"], stdout=subprocess.DEVNULL)
proposed = open("proposed.yaml", encoding="utf-8").read()
assert proposed == PROPOSED, proposed
assert violated("proposed.yaml", proposed) == set()
subprocess.run([tool, "worst", root, trace, "--facts", "proposed.yaml", "--propose", "rest.yaml"], stdout=subprocess.DEVNULL)
assert open("rest.yaml", encoding="utf-8").read().split("\n")[1:] == ["flow:", ""]
