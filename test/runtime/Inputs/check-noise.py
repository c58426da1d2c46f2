# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check-noise.py JSON TRUTH PERIOD_US BURN_US: whether what `ipoint-calibrate noise` (or grind) says holds the timer of which
TRUTH is the output (timer-load.c). Prints what it says of it, and what is wrong."""
import json
import sys

answer = json.load(open(sys.argv[1], encoding="utf-8"))
raised, taken = open(sys.argv[2], encoding="utf-8").read().split()
period, burn = map(float, sys.argv[3:])
wrong = []
if "cpus" in answer:
    share = answer["cpus"][0]["share_percent"] / 100
    print(f"interrupted {share:.4f} of the time, the timer took {float(taken):.4f}")
    # What else interrupts is added; without priority the timer may have to wait until the other is through.
    if share < float(taken) * (0.9 if raised == "1" else 0.5):
        wrong.append("too little is interrupted")
    if not answer["low"] < answer["high"] <= burn * 1e4:
        wrong.append("the thresholds would not exclude the timer")
alike = [row for row in answer["periods"] if 0.8 * burn < row["length_us"] < 2 * burn + 100]
if raised == "1":
    if not alike:
        wrong.append(f"no such period: {answer['periods']}")
    elif abs(alike[0]["period_us"] / period - 1) > 0.01:
        wrong.append(f"not its period: {alike[0]}")
    else:
        print(f"period {alike[0]['period_us']:.1f} of {period:.1f} us")
print("\n".join(wrong) or "all right")
sys.exit(bool(wrong))
