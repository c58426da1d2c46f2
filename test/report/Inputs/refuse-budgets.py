#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""refuse-budgets.py IPOINT_REPORT LIST TRACE: each line `BUDGET => TEXT` of LIST is refused by `check` with TEXT, in one line, with 2."""
import subprocess
import sys

tool, listed, trace = sys.argv[1:]
wrong = 0
for line in open(listed, encoding="utf-8"):
    budget, text = line.rstrip("\n").split(" => ")
    with open("wrong.yaml", "w", encoding="utf-8") as config:
        config.write(f"budgets:\n  - {{{budget}}}\n")
    run = subprocess.run([tool, "check", trace, "--config", "wrong.yaml"], capture_output=True, text=True)
    told = run.stderr.startswith("ipoint-report: error: wrong.yaml:") and text in run.stderr and run.stderr.count("\n") == 1
    if run.returncode != 2 or run.stdout or not told:
        print(f"{budget}: expected {text}\n  exit {run.returncode}, stdout: {run.stdout}, stderr: {run.stderr}")
        wrong += 1
sys.exit(wrong != 0)
