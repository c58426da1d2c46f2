#!/usr/bin/env python3
"""Prints each include of report/lib that goes against the order of its stages, and exits 1 if there is one.

Usage: check-layers.py [--graph] [FOLDER]
  --graph  prints who includes whom, with the number of including files, instead
  FOLDER   by default report/lib of this checkout

A stage may include itself and the stages before it, and of other parts of the project what is named here.
"""
import collections
import pathlib
import re
import sys

STAGES = ["support", "stats", "trace", "program", "callstack", "profile", "overhead", "interrupts", "model", "compare",
          "output", "export"]
# What is shared with the instrumenter and the runtime, and who needs it.
OUTSIDE = {
    "database": {"program", "model", "compare", "output"},
    "ipoint": {"trace", "callstack", "model"},
}
# Statistics know neither traces nor programs.
ALONE = {"support": set(), "stats": {"support"}, "trace": {"support", "ipoint"}}

INCLUDE = re.compile(r'#include "(?:(\w+)/)?[^"]+"')


def may_include(stage, other):
    if stage in ALONE:
        return other in ALONE[stage]
    if other in OUTSIDE:
        return stage in OUTSIDE[other]
    return other in STAGES and STAGES.index(other) < STAGES.index(stage)


def main():
    arguments = sys.argv[1:]
    graph = "--graph" in arguments
    folders = [a for a in arguments if a != "--graph"]
    root = pathlib.Path(folders[0] if folders else pathlib.Path(__file__).parents[1] / "report" / "lib")
    edges, wrong = collections.Counter(), []
    for path in sorted(root.glob("*/*")):
        stage = path.parent.name
        if path.suffix not in (".h", ".cpp"):
            continue
        if stage not in STAGES:
            wrong.append(f"{path}:1: {stage} is no stage: name it in {sys.argv[0]}")
            continue
        others = set()
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            if not match or match[1] in (None, "llvm", stage):
                continue
            others.add(match[1])
            if not may_include(stage, match[1]):
                wrong.append(f"{path}:{number}: {stage} may not include {match[1]}")
        edges.update((stage, other) for other in others)
    if graph:
        for stage in STAGES:
            to = ", ".join(f"{b} {n}" for (a, b), n in sorted(edges.items()) if a == stage)
            files = [p for p in root.glob(f"{stage}/*") if p.suffix in (".h", ".cpp")]
            lines = sum(len(p.read_text().splitlines()) for p in files)
            print(f"{stage}: {len(files)} files, {lines} lines; includes {to or 'nothing'}")
    print(*wrong, sep="\n", end="\n" if wrong else "")
    sys.exit(1 if wrong else 0)


main()
