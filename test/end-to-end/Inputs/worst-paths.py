# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Of estimates as JSON: as observed; with twice as many iterations; the same with functions as units."""
import json
import sys

seen, more, calls = (json.load(open(name)) for name in sys.argv[1:])
parts = lambda document: {(p["at"]["function"], p["at"]["block"]): p for p in document["path"]}
body, twice = (parts(document)["work", "for.1/body"] for document in (seen, more))
assert body["unit"] == "path" and body["count"] == 10 and twice["count"] == 20, (body, twice)
assert seen["estimate"]["raw"] >= seen["hwm"]["raw"], (seen["estimate"], seen["hwm"])
# What lies within a path has no time for itself.
assert parts(seen)["work", "for.1/body/if.1/then"]["total"] == 0, parts(seen)
assert body["total"] > 0 and abs(twice["total"] - 2 * body["total"]) <= 1e-6 * body["total"] + 1, (body, twice)
assert {p["unit"] for p in calls["path"]} == {"function"} and calls["hwm"] == seen["hwm"], calls["path"]
# Reasons explain the whole difference.
for document in (seen, more):
    reasons = sum(r["by_count"] + r["by_time"] for r in document["reasons"])
    assert abs(document["estimate"]["raw"] - document["hwm"]["raw"] - reasons) <= 2 + document["hwm"]["raw"] / 1000, document["reasons"]
