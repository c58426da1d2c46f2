"""Checks the times of examples/freertos against the work of its tasks: under -icount the same code takes the same time, also when it
is interrupted, except for the entry and exit of exceptions and the kernel's work in its tick, neither of which is recorded."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    report = json.load(file)
functions = {function["name"]: function for function in report["functions"]}
threads = {thread["name"]: thread for thread in report["traces"][0]["threads"]}
lost = report["lost"]
assert report["times"] == "execution"
assert not lost["damage"] and not lost["impossible_transitions"] and lost["unknown_records"] == 0, lost

# Each step mixes 2,000 rounds. Preemption by `control`, which mixes 300, is in the response time alone; if the two tasks
# shared one call stack, `mix` of the one would appear as a callee of `mix` of the other.
step = functions["step"]["inclusive"]
assert step["raw"]["count"] == functions["step"]["calls"] == 50
least = step["raw"]["min"]
round_ticks = least / 2000
print("step: {:g} to {:g} ticks, response to {:g}".format(least, step["raw"]["max"], step["response"]["max"]))
assert step["raw"]["max"] - least < 300 * round_ticks / 2, "the other task's work is in a step"
assert step["off_cpu"]["count"] >= 10
away = step["off_cpu"]["total"] / step["off_cpu"]["count"]
assert 300 * round_ticks < away < 600 * round_ticks, away
assert step["response"]["max"] >= step["raw"]["max"] + 300 * round_ticks / 2

# The handlers interrupt each other and both tasks: their time is in no task's function.
tick, timer = functions["vApplicationTickHook"]["inclusive"]["raw"], functions["Timer1_Handler"]["inclusive"]["raw"]
# One instruction is 1.6 ticks of the timer that counts. Where the timer's handler ran in the tick's hook, what is left
# in it is the way in and out of the exception, less than the handler itself.
assert timer["max"] - timer["min"] <= 2, timer
assert timer["mean"] > 50 and tick["max"] - tick["min"] < timer["min"], (tick, timer)

# What the one task has is what the other lacks, but for the kernel's share.
control, background = threads["control"], threads["background"]
runs = control["elapsed"] - control["off_cpu"]
kernel = background["off_cpu"] - runs
print("control runs {:g} ticks, background is out {:g}".format(runs, background["off_cpu"]))
assert 0 < kernel < background["off_cpu"] / 10, kernel
assert background["preemptions"] == background["switches"] and control["preemptions"] == 0
