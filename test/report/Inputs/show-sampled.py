#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""show-sampled.py JSON [blocks]: what a report says by samples, a line for each function and for each other place; or for each block and
loop."""
import json
import os
import sys


def mean(m):
    return "-" if not m or m["mean"] is None else "{:.0f}".format(m["mean"])


def show_block(what, one, count):
    found = one["sampled"]
    mean = found["mean"]
    print("{} {}: {} share {:.3f} mean {:.1f} ({:.1f} to {:.1f}) from {} group [{}]".format(
        what, one["name"], count, found["share"], mean["mean"], mean["low"], mean["high"], one.get("best", {}).get("from", "-"),
        " ".join(found["group"])))


with open(sys.argv[1], encoding="utf-8") as file:
    report = json.load(file)
if "blocks" in sys.argv[2:]:
    for function in report["functions"]:
        for block in function["blocks"]:
            if block["sampled"]:
                show_block("block", block, block["visits"])
        for loop in function["loops"]:
            if not loop["sampled"]:
                print("loop {}: not known".format(loop["name"]))
                continue
            show_block("loop", loop, loop["iterations"])
    sys.exit(print("in blocks known to {}: {:.3f}".format(report["sampling"]["blocks_known_to"], report["sampling"]["in_blocks_known"])))
for function in report["functions"]:
    found = function.get("sampled")
    if found:
        print("function {}: share {:.3f} self {} inclusive {} from {} samples {:.0f} direct {}".format(
            function["name"], found["share"], mean(found["self"]), mean(found["inclusive"]), function["best"]["self"]["from"],
            found["samples"], found["direct_error"]))
    elif function["status"] == "run":
        print("function {}: best {} from {}".format(function["name"], mean(function["best"]["self"]), function["best"]["self"]["from"]))
sampling = report["sampling"]
if sampling is None:
    sys.exit(print("not sampled"))
for other in sampling["others"]:
    print("other {} {}: {:.3f}".format(other["what"], os.path.basename(other["name"] or "-"), other["share"]))
print("in functions {:.3f}, known {:.3f}, not joined {:.3f}, symbols {}".format(
    sampling["in_functions"], sampling["in_functions_known"], sampling["not_joined"], sampling["only_symbols"]))
for one in sampling["inputs"]:
    print("input: {} rounds, {} runs, {} samples, unit {}, cpu {:.0f}, system {:.0f}, slowdown {}".format(
        one["rounds"], one["runs"], one["samples"], one["unit"], one["cpu"], one["system"], one["slowdown"]))
    for sets in ("rates", "halves"):
        print("{}: {}".format(sets, one[sets] and "{:.3f} {}".format(one[sets]["difference"], "differ" if one[sets]["differ"] else "agree")))
for problem in sampling["problems"]:
    print("problem:", problem)
