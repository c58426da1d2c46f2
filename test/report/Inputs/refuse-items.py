#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""refuse-items.py LIST SECTION COMMAND...: COMMAND, with the name of a file behind it, refuses each line `ITEM => TEXT` of LIST, as the only item
of SECTION in that file, with TEXT, in one line that names the file, with 2."""
import subprocess
import sys

listed, section, *command = sys.argv[1:]
wrong = 0
for line in open(listed, encoding="utf-8"):
    item, text = line.rstrip("\n").split(" => ")
    with open("wrong.yaml", "w", encoding="utf-8") as config:
        config.write(f"{section}:\n  - {{{item}}}\n")
    run = subprocess.run([*command, "wrong.yaml"], capture_output=True, text=True)
    is_refused = run.stderr.startswith("ipoint-report: error: wrong.yaml:") and text in run.stderr and run.stderr.count("\n") == 1
    if run.returncode != 2 or run.stdout or not is_refused:
        print(f"{item}: expected {text}\n  exit {run.returncode}, stdout: {run.stdout}, stderr: {run.stderr}")
        wrong += 1
sys.exit(wrong != 0)
