#!/usr/bin/env python3
"""never-run-entries.py SHORT ALL: the keys of functions and blocks that did not run in JSON reports without and with --all, and
whether the rest is the same."""
import json
import sys


def keys(entry):
    return " ".join(k + ("={}".format(entry[k]) if k == "ipoints" else "") for k in entry)


def show(name, report):
    for f in sorted(report["functions"], key=lambda f: f["status"]):
        print("{} {}: {}".format(name, f["name"], keys(f)))
        for b in f.get("blocks", []):
            if f["status"] == "run" and not b["visits"]:
                print("{} {}/{}: {}".format(name, f["name"], b["name"], keys(b)))


def ran(report):
    for f in report["functions"]:
        if "blocks" in f:
            f["blocks"] = [b for b in f["blocks"] if b["visits"]]
    report["functions"] = [f for f in report["functions"] if f["status"] == "run"]
    del report["tool"]
    return report


documents = []
for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        documents.append(json.load(file))
short, everything = documents
show("short", short)
show("all", everything)
print("what ran is the same" if ran(short) == ran(everything) else "what ran differs")
