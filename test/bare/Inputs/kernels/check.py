"""check.py REPORT KERNEL: two tasks, `background` preempted three times in one of its calls by the other's calls of one function."""
import json
import sys

report = json.load(open(sys.argv[1], encoding="utf-8"))
threads = {thread["name"]: thread for thread in report["traces"][0]["threads"]}
assert {"control", "background"} <= set(threads), sorted(threads)
lost = report["lost"]
assert not lost["damage"] and not lost["impossible_transitions"], lost
work = next(function for function in report["functions"] if function["name"] == "work")
assert work["calls"] == 5, work["calls"]
# The calls of `control` are in the response time of the call that they preempted, alone.
times, response = work["inclusive"]["raw"], work["inclusive"]["response"]
assert response["max"] > times["max"] + 3 * times["min"], (times, response)
# OSEK does not say whether a task was made to stop.
preempted = 0 if sys.argv[2] == "OSEK" else 3
assert (threads["background"]["switches"], threads["background"]["preemptions"]) == (3, preempted), threads["background"]
assert threads["control"]["preemptions"] == 0, threads["control"]
moves = int(sys.argv[3]) if len(sys.argv) > 3 else None
assert report["traces"][0]["migrations"] == moves, report["traces"][0]["migrations"]
print(sys.argv[2], "right" if moves is None else "right on two cores")
