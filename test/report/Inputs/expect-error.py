#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""expect-error.py PROGRAM ARGUMENTS -- TEXT: it exits with 2, prints nothing, and says one line with TEXT on stderr."""
import subprocess
import sys

split = len(sys.argv) - 2
assert sys.argv[split] == "--"
run = subprocess.run(sys.argv[1:split], capture_output=True, text=True)
start = f"ipoint-report: error: {sys.argv[-1]}"
if run.returncode != 2 or run.stdout or not run.stderr.startswith(start) or run.stderr.count("\n") != 1:
    sys.exit(f"expected: {start}\nexit {run.returncode}, stdout: {run.stdout}\nstderr: {run.stderr}")
