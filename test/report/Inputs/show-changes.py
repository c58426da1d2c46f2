#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""show-changes.py REPORT.json COMPARISON.json: what a report has of changes, held against a comparison."""
import json
import sys

report, comparison = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:])
said = comparison["comparisons"][0]
for item in report["verdict"]:
    if item["about"] == "change":
        same = item["text"] == said["verdict"][0]["text"]
        print("{} of {}, {}{}".format(item["text"], item["function"], "affected" if item["affected"] else "not affected", ", as compare has it" if same else ""))
for function in report["functions"]:
    if change := function.get("change"):
        item = next(i for i in said["items"] if i["what"] == "self" and i["function"] == function["name"])
        near = abs(change["after"] - item["mean"]["b"] * item["visits_b"]) <= 1e-3 * change["after"]
        print("{}: from {:.1f} to {:.1f}, {}{}".format(function["name"], change["before"], change["after"], "differs" if change["differs"] else "does not differ",
                                                       ", as compare has it" if near else ""))
