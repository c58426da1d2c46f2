# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check-clocks.py JSON LOOPS...: holds what `ipoint-calibrate clock` says of clocks against loops written by hand
(clock-loops.c), of which LOOPS are the outputs of several runs: of each clock, the least counts. Prints what is wrong."""
import json
import sys
import time

answer = json.load(open(sys.argv[1], encoding="utf-8"))
least = {}
for path in sys.argv[2:]:
    for line in open(path, encoding="utf-8"):
        name, cost = line.strip().rsplit(",", 1)
        least[name] = min(float(cost), least.get(name, 1e18))
wrong = []
many = max(row["reads"] for row in answer["costs"])
costs = {row["clock"]: row for row in answer["costs"] if row["reads"] == many}
for name, cost in least.items():
    ratio = costs[name]["minimum_ns"] / cost
    print(f"{name}: {costs[name]['minimum_ns']:.2f} ns, by hand {cost:.2f}, ratio {ratio:.3f}")
    if not 0.7 < ratio < 1.4:
        wrong.append(f"{name}: costs {ratio} of what a loop written by hand says")
for row in answer["costs"]:
    if not row["minimum_ns"] <= row["median_ns"] <= row["p99_ns"] <= row["maximum_ns"]:
        wrong.append(f"not in order: {row}")
clocks = {row["clock"]: row for row in answer["clocks"]}
for name in "CLOCK_REALTIME", "CLOCK_MONOTONIC", "CLOCK_MONOTONIC_RAW", "gettimeofday":
    if abs(clocks[name]["rate_mhz"] / 1000 - 1) > 1e-3:
        wrong.append(f"{name} does not count nanoseconds: {clocks[name]}")
    if clocks[name]["step_ns"] is None or clocks[name]["step_ns"] >= 1e6 or clocks[name]["backward"]:
        wrong.append(f"{name} is no clock: {clocks[name]}")
for name in "CLOCK_REALTIME_COARSE", "CLOCK_MONOTONIC_COARSE":
    resolution = time.clock_getres({"CLOCK_REALTIME_COARSE": 5, "CLOCK_MONOTONIC_COARSE": 6}[name]) * 1e9
    if clocks[name]["step_ns"] is not None and not 0.98 < clocks[name]["step_ns"] / resolution < 1.02:
        wrong.append(f"{name} steps by {resolution} ns: {clocks[name]}")
if clocks["times"]["step_ns"] is not None and clocks["times"]["step_ns"] % 1e6:
    wrong.append(f"times() steps by milliseconds: {clocks['times']}")
kinds = {(row["probe"], row["kind"], row["place"]): row for row in answer["probes"]}
for (probe, kind, place), row in kinds.items():
    if kind == "timed" and place == "back to back":
        untimed = kinds.get((probe, "untimed", place))
        if untimed and not row["mean_ticks"] >= untimed["mean_ticks"]:
            wrong.append(f"a timed probe costs less than an untimed one: {row}")
print("\n".join(wrong) or "all right")
sys.exit(bool(wrong))
