#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""worst-parts.py IPOINT_REPORT TRACE: holds the longest paths of parts of worst-parts.c against what it does."""
import json
import subprocess
import sys

tool, trace = sys.argv[1:]
STEP = "step/entry"
lines = open("main.c", encoding="utf-8").read().split("\n")


def line_of(text):
    return next(number for number, line in enumerate(lines, 1) if text in line and not line.startswith(" *"))


def run(root, *options):
    return subprocess.run([tool, "worst", root, trace, "--units=blocks", *options], capture_output=True, text=True)


def check(root, executions, incomplete, counts, *options):
    ran = run(root, "--to=json", *options)
    assert ran.returncode == 0, ran
    r = json.loads(ran.stdout)
    name = f"{r['at']['function']}/{r['at']['block']}" if r["at"]["block"] else r["at"]["function"]
    assert (r["root_calls"], r["incomplete"]) == (executions, incomplete), (root, r["root_calls"], r["incomplete"])
    assert r["hwm"]["raw"] and r["estimate"]["raw"] >= r["hwm"]["raw"], (root, r["estimate"], r["hwm"])
    assert abs(sum(x["by_count"] + x["by_time"] for x in r["reasons"]) - r["estimate"]["raw"] + r["hwm"]["raw"]) <= max(
        1, 0.5 * len(r["path"])), (root, r["reasons"])
    # The path is the estimate.
    lead = r["estimate"]["corrected"] if r["estimate"]["filtered"] is None else r["estimate"]["filtered"]
    assert r["path"] and abs(sum(b["total"] for b in r["path"]) - lead) <= max(1, 0.01 * len(r["path"])), (root, r["estimate"], r["path"])
    path = {(b["at"]["function"] + "/" + (b["at"]["block"] or "")): b for b in r["path"]}
    for block, count in counts.items():
        # Which way is the longest one depends on the machine.
        got = path.get(block, {"count": 0, "most_observed": count[1]})
        assert got["count"] <= count[0] and got["most_observed"] == count[1], (root, block, got, count)
    if root == "work/for.1":  # each iteration steps
        assert path[STEP]["count"] == 1, (root, path)
    if "wait/entry" in counts:
        assert ("wait/entry" in path) == (counts["wait/entry"] != (0, 0)), (root, path)
    return name


# Of 20 rounds that came to their end, 15 passed both marks. work() steps 2 times at most in its first call, 2 in the second, and no round has
# both where counts are those of one execution; the bounds of loops allow it.
assert check("task/for.1", 20, 1, {STEP: (4, 4), "wait/entry": (1, 1), "log_state/entry": (2, 2)}) == "task/for.1"
assert check("main.c:task/for.1", 20, 1, {}, "--observed=totals", "--contexts=0") == "task/for.1"
assert check("woken..done", 15, 5, {STEP: (2, 2), "wait/entry": (0, 0), "log_state/entry": (1, 1)}) == "task/woken..done"
assert check("task/for.1/body..for.1/body", 20, 1, {STEP: (4, 4), "log_state/entry": (2, 2)}) == "task/for.1/body..for.1/body"
# From one mark to where it comes again, which is round by round, but for those that end before.
check("woken..woken", 19, 1, {"wait/entry": (1, 1)})
# Round the end of the loop: from behind one mark to the other.
check("done..woken", 15, 0, {"wait/entry": (1, 1), STEP: (2, 2)})
assert check("work/entry..return.1/exit", 30, 0, {STEP: (2, 2)}) == "work/entry..return.1/exit"
check("work/for.1", 25, 0, {STEP: (1, 1)})

# Facts about whole calls prove nothing of a part.
open("flow.yaml", "w", encoding="utf-8").write("flow:\n  - {loop: work/for.1, iterations: 3}\n  - {loop: task/for.1, iterations: 100}\n"
                                               "  - {count: task/for.1/body >= 7, per: call of task}\n")
ran = run("woken..done", "--facts", "flow.yaml")
assert ran.returncode == 0 and "2 facts about whole calls of task" in ran.stdout, ran
check("woken..done", 15, 5, {STEP: (3, 2)}, "--facts", "flow.yaml")

for root, text in {
        "tusk": "ROOT: no function is called 'tusk'; did you mean 'task'?; ROOT is a function, a loop as FUNCTION/LOOP, or what lies between two "
                "marks, as A..B: 'deep', 'done', 'up', 'woken'",
        "task/for.2": "ROOT: 'task' has no loop 'for.2'; its loops are 'task/for.1'",
        "wait/for.1": "ROOT: 'wait' has no loop 'for.1'; it has no loop",
        "woken..sleeping": "ROOT: no mark is called 'sleeping': there are 'deep', 'done', 'up', 'woken'; a block is FUNCTION/BLOCK",
        "woken..up": "ROOT: 'woken' is in task, 'up' in twice: what begins and ends in one function is a part of it",
        "work/return.1/exit..entry": "ROOT: no way leads from 'work/return.1/exit' to 'entry'",
        "work/entry..exit": "ROOT: 'work' has no block 'exit'; see the names with 'ipoint-report text --function work'",
        "stuck/for.1": "ROOT: no iteration of 'stuck/for.1' comes to an end",
        "deep..up": f"main.c:{line_of('deep')}: twice/deep..up: its function calls itself, so it may lie in itself; name the function, 'twice'",
        "task": f"main.c:{line_of('void task')}: task: no call of it is complete in these traces; the iterations of its loops are 'task/for.1' and the like",
}.items():
    ran = run(root)
    assert ran.returncode == 2 and ran.stderr.count("\n") == 1 and text in ran.stderr, (root, ran)
