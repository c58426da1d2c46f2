# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check-sampled-lines.py JSON SOURCE: of sampled-blocks.c, whose function has one block: a line of a hundred multiplications
takes five times as long as one of twenty, and the lines add up to the function."""
import json
import sys

work = next(f for f in json.load(open(sys.argv[1], encoding="utf-8"))["functions"] if f["name"] == "work")
text = [line.strip() for line in open(sys.argv[2], encoding="utf-8")]
lines = {line["line"]: line for line in work["lines"]}
many, few = (lines[text.index(wanted) + 1] for wanted in ("HUNDRED", "TEN TEN"))
begun = {block["line"] for block in work["blocks"]}
total = sum(line["share"] for line in work["lines"])
print(many, few, total, begun)
assert text.index("HUNDRED") + 1 not in begun
assert 3 < many["share"] / few["share"] < 8
assert 0.97 < total < 1.0001
assert abs(many["self"] / work["calls"] / work["best"]["self"]["mean"] / many["share"] - 1) < 0.01
print("all right")
