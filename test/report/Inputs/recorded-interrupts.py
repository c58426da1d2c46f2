"""recorded-interrupts.py REPORT: what recorded-interrupts.test says of its functions."""
import json
import sys

report = json.load(open(sys.argv[1], encoding="utf-8"))
assert report["interrupts"]["recorded"] == {
    "excluded": 3, "by_record_alone": 3, "left": 1, "length": {"min": 0, "median": 20, "mean": 170, "p99": 490, "max": 490},
    "untimed": 1, "untimed_ticks": 300}, report["interrupts"]["recorded"]
f, g, h = (next(one for one in report["functions"] if one["name"] == name) for name in "fgh")
# 44 calls: 40 of 10 ticks, and 500, 30, 8, 500. What took 10 ticks or less than that without the interrupt keeps it.
assert f["self"]["raw"]["total"] == 1438 and f["self"]["raw"]["max"] == 500, f["self"]
assert f["self"]["filtered"]["total"] == 1438 - 490 - 20 and f["self"]["filtered"]["max"] == 500, f["self"]
assert f["inclusive"]["filtered"]["total"] == f["self"]["filtered"]["total"], f["inclusive"]
assert g["self"]["raw"]["total"] == 520 and g["self"]["filtered"] is None, g["self"]
assert h["self"]["raw"]["max"] == 450 and h["self"]["filtered"]["total"] == 350, h["self"]
row, = report["excluded"]
assert row["block"] == "entry" and row["by"] == "records of interrupts" and (row["min"], row["max"]) == (8, 500), row
