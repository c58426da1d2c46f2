# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check-clocks.py TIMES: holds what `ipoint-calibrate clock` says of clocks (clock.1 ... clock.TIMES) against loops written by hand
before and after each of them (hand.0 ... hand.TIMES), the more alike of the two. A clock of which these comparisons disagree, as the
machine is busy, is not judged; most have to be. Prints what is wrong."""
import json
import math
import sys
import time

times = int(sys.argv[1])
answers = [json.load(open(f"clock.{i}", encoding="utf-8")) for i in range(1, times + 1)]
hand = [dict(line.strip().rsplit(",", 1) for line in open(f"hand.{i}", encoding="utf-8")) for i in range(times + 1)]
answer = answers[-1]
wrong, judged = [], 0
many = max(row["reads"] for row in answer["costs"])
for name in hand[0]:
    costs = [row["minimum_ns"] for one in answers for row in one["costs"] if (row["clock"], row["reads"]) == (name, many)]
    ratios = sorted(min((cost / float(loops[name]) for loops in hand[i:i + 2]), key=lambda ratio: abs(math.log(ratio)))
                    for i, cost in enumerate(costs))
    low, ratio, high = (ratios[int(share * (times - 1))] for share in (0.25, 0.5, 0.75))
    agree = high < 1.2 * low
    judged += agree
    print(f"{name}: {sorted(costs)[times // 2]:.2f} ns, ratio {ratio:.3f} to loops by hand, {low:.3f} to {high:.3f}"
          f"{'' if agree else ', not judged'}")
    if agree and not 0.7 < ratio < 1.4:
        wrong.append(f"{name}: costs {ratio} of what a loop written by hand says")
if judged * 2 <= len(hand[0]):
    wrong.append(f"only {judged} of {len(hand[0])} clocks could be judged")
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
