#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares a trace's facts about its clock with those of Linux: clock-checks.py METADATA [CPUS]

CPUS: the number of CPUs whose counters were compared (default: those that this process may use)."""
import os
import re
import subprocess
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    facts = dict(re.findall(r'^\s*(\w+) = "?([^"\n]*)"?;$', file.read(), re.MULTILINE))
cpus = int(sys.argv[2]) if len(sys.argv) > 2 else len(os.sched_getaffinity(0))
with open("/proc/cpuinfo", encoding="utf-8") as file:
    flags = re.search(r"^flags\s*:(.*)$", file.read(), re.MULTILINE).group(1).split()
number = {name: int(facts[name]) for name in
          ("clock_steady", "clock_resolution", "clock_skew", "clock_skew_error", "clock_rate_error", "clock_drift", "freq")}
wrong = []


def expect(what, holds):
    if not holds:
        wrong.append(what)


expect("an invariant TSC is nonstop_tsc", number["clock_steady"] == ("nonstop_tsc" in flags))
source = "/sys/devices/system/clocksource/clocksource0/current_clocksource"
if os.path.exists(source):
    with open(source, encoding="utf-8") as file:
        expect("the kernel's clock is its current_clocksource", facts["clock_kernel"] == file.read().strip())
expect("there is a hypervisor where Linux sees one", bool(facts["hypervisor"]) == ("hypervisor" in flags))
vendor = re.search(r"^Hypervisor vendor:\s*(\w+)$", subprocess.run(["lscpu"], capture_output=True, text=True,
                                                                     env={"LC_ALL": "C"}, check=True).stdout, re.MULTILINE)
if vendor:
    expect("the hypervisor's name is that of its vendor", vendor.group(1).lower() in facts["hypervisor"].lower())
if cpus == 1:
    expect("one CPU has no skew", number["clock_skew"] == 0 and number["clock_skew_error"] == 0)
else:
    expect("the way to another CPU takes longer than a reading, and less than a second",
           number["clock_resolution"] < number["clock_skew_error"] < number["freq"])
    # Linux has compared them too, and does not use a TSC that is not the same on all.
    if facts["clock_kernel"] in ("tsc", "kvm-clock"):
        expect("counters that the kernel goes by are alike", number["clock_skew"] < 1 << 20)
expect("two readings are never taken at once", 0 < number["clock_rate_error"] < 10**6)
expect("clocks are steered by at most 500 ppm", abs(number["clock_drift"]) <= 500_000)
if wrong:
    sys.exit(f"{facts}\n" + "\n".join("expected: " + what for what in wrong))
