#!/usr/bin/env python3
"""Holds a JSON report against the run that it is of.

Usage: check-report.py REPORT RUN_SUMMARY BABELTRACE2 TRACE...

The records of the report, those that ipoint-run said it recorded, and those that babeltrace2 reads without a
warning must be the same number; nothing may be lost, impossible or damaged.
"""
import json
import re
import subprocess
import sys


def count_by_babeltrace2(babeltrace2, trace):
    counter = subprocess.run([babeltrace2, trace, "--component", "sink.utils.counter"],
                             check=True, capture_output=True, text=True)
    assert counter.stderr == "", counter.stderr
    # It prints the count now and then as it goes.
    return int(re.findall(r"(\d+) Event messages", counter.stdout)[-1])


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        report = json.load(file)
    with open(sys.argv[2], encoding="utf-8") as file:
        said = int(re.search(r"ipoint-run: ([\d,]+) record", file.read())[1].replace(",", ""))
    read = sum(count_by_babeltrace2(sys.argv[3], trace) for trace in sys.argv[4:])
    # babeltrace2 counts context switches too, which are no records of the program's.
    read -= sum(trace["switches_recorded"] or 0 for trace in report["traces"])
    totals, lost = report["totals"], report["lost"]
    print("{} records, {} activations of {} functions, {} never ran".format(
        totals["records"], totals["calls"], totals["functions_run"],
        len(report["never_run"]["functions"])))
    assert totals["records"] == said == read > 0, (totals["records"], said, read)
    assert lost["records"] == 0 and not lost["damage"] and lost["unknown_records"] == 0, lost
    assert totals["functions_run"] > 0
    for function in report["functions"]:
        for key in ("name", "file", "line", "calls", "self", "inclusive", "blocks"):
            assert key in function, (function["name"], key)
        if function["calls"]:
            entry = next(b for b in function["blocks"] if b["kind"] == "entry")
            assert entry["visits"] == function["calls"], function["name"]
    if lost["impossible_transitions"]:
        print("impossible transitions:", json.dumps(lost["impossible_transitions"]))


main()
