#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints each include that goes against the order of a part's folders, and exits 1 if there is one.

Usage: check-layers.py [--graph] [--part chart|instrumenter|runtime|report] [FOLDER]
  --graph  prints who includes whom, with the number of including files, instead
  --part   checks one of them; default: all
  FOLDER   where the part lies; by default chart, instrumenter, runtime and report/lib of this checkout

A folder may include itself and the folders before it, and of other parts of the project what is named here.
"""
import argparse
import collections
import pathlib
import re
import sys


class Part:
    """The folders of a part in their order."""

    def __init__(self, root, folders, outside=(), alone=(), headers=()):
        self.root, self.folders = root, folders
        self.outside = dict(outside)  # folders of other parts: who needs them
        self.alone = dict(alone)  # folders that do not see all of those before them: what they see
        self.headers = dict(headers)  # pairs of folders: the only headers that the one may include of the other

    def may_include(self, folder, other, header):
        if (folder, other) in self.headers:
            return header in self.headers[folder, other]
        if folder in self.alone:
            return other in self.alone[folder]
        if other in self.outside:
            return folder in self.outside[other]
        return other in self.folders and self.folders.index(other) < self.folders.index(folder)


PARTS = {
    "chart": Part("chart", ["."], headers={(".", "chart"): {"chart.h", "scale.h"}}),
    "instrumenter": Part(
        "instrumenter",
        ["database", "frontend", "probes", "driver/command", "driver/config", "driver/compile", "tool"],
        # Places know nothing of ipoints, and a compiler's command nothing of C.
        alone={"database": set(), "frontend": set(), "driver/command": {"database"}},
        # The first words of records that the runtime reads.
        outside={"ipoint": {"probes", "driver/compile"}},
        # Ipoints are planned without the database's rows, and compilers run without a database.
        headers={("probes", "database"): {"CountedLoop.h", "Words.h"}, ("driver/command", "database"): {"Input.h", "Output.h"},
                 ("probes", "ipoint"): {"unit.h"}, ("driver/compile", "ipoint"): {"unit.h"}}),
    "runtime": Part(
        "runtime",
        ["include/ipoint", "arch/aarch64", "arch/posix", "arch/riscv64", "arch/x86_64", "wire",
         "support", "core", "agent", "hooks", "record/consumer", "record/observe", "calibrate", "calibrate/tool", "record/run", "import", "baseline",
         "noop", "bare/port", "bare"],
        # The headers of users' programs, which ports and everything else may include.
        outside={"ipoint": {"wire", "core", "agent", "record/consumer", "record/observe", "calibrate", "calibrate/tool", "record/run", "import",
                            "baseline", "noop", "bare", "include/ipoint"},
                 "ipoint/port": {"include/ipoint"}, "chart": {"calibrate/tool"}},
        # Hooks are separate libraries, which know of a recorded process only what hooks.h declares.
        headers={("hooks", "agent"): {"hooks.h"}},
        alone={"support": set(), "hooks": set(), "wire": {"ipoint"}, "core": {"wire", "ipoint"},
               "agent": {"core", "wire", "support", "ipoint"}, "calibrate": {"core", "wire", "support", "ipoint"},
               "import": {"record/consumer", "wire", "support", "ipoint"}, "baseline": {"wire", "agent", "ipoint"},
               "bare": {"bare/port", "ipoint"}, "include/ipoint": {"ipoint", "ipoint/port"}}),
    "report": Part(
        "report/lib",
        ["support", "stats", "observations", "trace", "program", "callstack", "count", "overhead", "interrupts", "interrupts/find",
         "interrupts/exclude", "interrupts/describe", "profile", "model", "sampled", "compare", "worst", "budget", "history", "live", "output",
         "export"],
        # What is shared with the instrumenter and the runtime.
        outside={"database": {"program", "profile", "model", "sampled", "compare", "worst", "live", "output"}, "chart": {"output"},
                 "ipoint": {"trace", "callstack", "profile", "model"}},
        # Statistics know neither traces nor programs, and what is made of both no more than values.
        alone={"support": set(), "stats": {"support"}, "observations": {"stats", "support"}, "trace": {"support", "ipoint"}}),
}
OURS = {folder for part in PARTS.values() for folder in part.folders} | {"ipoint", "ipoint/port", "chart"} - {"."}
SOURCES = (".h", ".c", ".cpp", ".S")
INCLUDE = re.compile(r'\s*#\s*include\s*["<](?:([\w./-]+)/)?([^">/]+)[">]')


def check(part, root):
    """Returns who includes whom how often, and what may not be."""
    edges, wrong = collections.Counter(), []
    for path in sorted(root.rglob("*")):
        folder = path.parent.relative_to(root).as_posix()
        if path.suffix not in SOURCES:
            continue
        if folder not in part.folders:
            wrong.append(f"{path}:1: {folder} is no folder of this part: name it in {sys.argv[0]}")
            continue
        others = set()
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            if not match or match[1] in (None, folder):
                continue
            # Of the system and of libraries; but a way around by ".." is none of theirs.
            if ".." not in match[1] and not match[1] in OURS:
                continue
            others.add(match[1])
            if not part.may_include(folder, match[1], match[2]):
                wrong.append(f"{path}:{number}: {folder} may not include {match[1]}/{match[2]}")
        edges.update((folder, other) for other in others)
    return edges, wrong


def print_graph(part, root, edges):
    for folder in part.folders:
        to = ", ".join(f"{b} {n}" for (a, b), n in sorted(edges.items()) if a == folder)
        files = [p for p in root.glob(f"{folder}/*") if p.suffix in SOURCES]
        lines = sum(len(p.read_text().splitlines()) for p in files)
        print(f"{folder}: {len(files)} files, {lines} lines; includes {to or 'nothing'}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--graph", action="store_true")
    parser.add_argument("--part", choices=PARTS)
    parser.add_argument("folder", type=pathlib.Path, nargs="?")
    options = parser.parse_args()
    if options.folder and not options.part:
        parser.error("FOLDER needs --part")
    failed = False
    for name in [options.part] if options.part else PARTS:
        part = PARTS[name]
        root = options.folder or pathlib.Path(__file__).parents[1] / part.root
        edges, wrong = check(part, root)
        if options.graph:
            print_graph(part, root, edges)
        print(*wrong, sep="\n", end="\n" if wrong else "")
        failed |= bool(wrong)
    sys.exit(failed)


if __name__ == "__main__":
    main()
