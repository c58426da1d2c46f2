#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""show-code.py REPORT.json OBJDUMP.txt: of each function with machine code in the report, whether its instructions are where objdump -d has
them, and its samples."""
import json
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    report = json.load(file)
known, name = {}, None
with open(sys.argv[2], encoding="utf-8") as file:
    for line in file:
        if match := re.match(r"[0-9a-f]+ <(.*)>:$", line):
            name = match[1]
        elif match := re.match(r" *([0-9a-f]+):\t[0-9a-f ]+\t", line):
            known.setdefault(name, []).append(int(match[1], 16))
for function in report["functions"]:
    for code in function.get("code", []):
        instructions = code["instructions"]
        same = [i["address"] for i in instructions] == known[code["symbol"]]
        print("{}: {} objdump has it, {} samples in all, {} at the first, from line {}".format(
            function["name"], "as" if same else "NOT as", round(sum(i["samples"] for i in instructions)), round(instructions[0]["samples"]), instructions[0]["line"]))
