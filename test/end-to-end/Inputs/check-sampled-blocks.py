# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check-sampled-blocks.py JSON: of work() in sampled-blocks.c, the block of a hundred steps takes about five times as long as that of
twenty, and the figures of the blocks add up to those of their function."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    report = json.load(file)
(work,) = [f for f in report["functions"] if f["name"] == "work"]
blocks = {b["name"]: b for b in work["blocks"]}
long, short = blocks["if.1/then"], blocks["if.1/else"]
assert long["best"]["from"] == short["best"]["from"] == "sampled", (long["best"], short["best"])
ratio = long["best"]["mean"] / short["best"]["mean"]
assert 3 < ratio < 8, ratio
shares = sum(b["sampled"]["share"] for b in work["blocks"]
             if b.get("sampled") and b["sampled"]["group"][:1] in ([], [b["name"]]))
assert abs(shares - work["sampled"]["share"]) < 1e-6 * len(blocks), (shares, work["sampled"])
assert report["sampling"]["in_blocks_known"] > 0.2, report["sampling"]
