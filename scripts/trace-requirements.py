#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which tests each requirement has. Exits 1 if one has none, and for other gaps.

Usage: trace-requirements.py [-o FILE] [TREE]
  -o FILE   write the matrix there, as a table in Markdown
  TREE      a checkout (default: this one)

Requirements are rows of docs/confidence/requirements.md. A test is of those that it names behind `REQ:` in a comment. A gap is: a
requirement without a test, a number that two rows have, a test of an unknown requirement, a marker in a file that is no test, and a
requirement that ipoint-selftest checks and the table does not give it, or the other way round.
"""
import argparse
import collections
import os
import pathlib
import re
import sys

ROW = re.compile(r"\| (IP-REQ-\d{3}) \| (.*) \| ([^|]*) \|$")
NUMBER = re.compile(r"IP-REQ-\d+")
MARKER = re.compile(r"\bREQ:((?:[ ,]+IP-REQ-\d+)+)")
# What lit, the unit tests' libraries and test/web/run.mjs run.
TESTS = (re.compile(r"test/(?!.*Inputs/)(?!unit/|web/|bench/|fuzz/[^/]*\.cpp).*\.(?:test|c)$"), re.compile(r"test/unit/\w+/\w+Test\.cpp$"),
         re.compile(r"test/web/[\w-]+\.mjs$"))


def read_requirements(path):
    """{number: (text, self-test)} and what is wrong there."""
    found, wrong = {}, []
    for line, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        row = ROW.match(text)
        if row and row[1] in found:
            wrong.append("{}:{}: {} is used twice".format(path.name, line, row[1]))
        elif row:
            found[row[1]] = row[2], row[3].strip()
        elif text.startswith("| IP-REQ"):
            wrong.append("{}:{}: no row of a number, a text and the self-test's ways".format(path.name, line))
    return found, wrong


def read_markers(tree):
    """{number: [file:line]} of the tests, and what is wrong with a marker."""
    found, wrong = collections.defaultdict(list), []
    for folder, folders, files in os.walk(tree / "test"):
        folders[:] = sorted(name for name in folders if name not in ("node_modules", "corpus"))
        if pathlib.Path(folder) == tree / "test" / "scripts":
            folders[:] = []
        for file in sorted(files):
            path = pathlib.Path(folder, file)
            if path.suffix not in (".test", ".c", ".cpp", ".mjs", ".py"):
                continue
            text = path.read_text(encoding="utf-8", errors="replace")
            if "REQ:" not in text:
                continue
            name = path.relative_to(tree).as_posix()
            for line, words in enumerate(text.splitlines(), 1):
                for marker in MARKER.finditer(words):
                    if not any(pattern.match(name) for pattern in TESTS):
                        wrong.append("{}:{}: a marker in a file that is no test".format(name, line))
                    for number in NUMBER.findall(marker[1]):
                        found[number].append("{}:{}".format(name, line))
    return found, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-o", dest="output", metavar="FILE")
    parser.add_argument("tree", nargs="?", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    options = parser.parse_args()
    source, checks = options.tree / "docs/confidence/requirements.md", sorted(options.tree.glob("selftest/*.py"))
    if not source.is_file() or not checks:
        print("trace-requirements.py: {}: not found".format(options.tree / "selftest" if source.is_file() else source), file=sys.stderr)
        return 2
    requirements, gaps = read_requirements(source)
    markers, wrong = read_markers(options.tree)
    gaps += wrong
    gaps += ["{}: no test is of it".format(number) for number in requirements if number not in markers]
    gaps += ["{}: {} is no requirement".format(place, number) for number in sorted(markers.keys() - requirements.keys())
             for place in markers[number]]
    checked = {number for path in checks for number in NUMBER.findall(path.read_text(encoding="utf-8"))}
    gaps += ["{}: the self-test does not check it".format(number) for number, (_, ways) in requirements.items()
             if ways != "–" and number not in checked]
    gaps += ["{}: the self-test checks it, and the table does not have in which way".format(number) for number in sorted(checked)
             if requirements.get(number, ("", "–"))[1] == "–"]
    if options.output:
        with open(options.output, "w", encoding="utf-8") as file:
            file.write("# Requirements and tests\n\n| number | requirement | self-test | tests |\n| --- | --- | --- | --- |\n")
            for number, (text, ways) in requirements.items():
                file.write("| {} | {} | {} | {} |\n".format(number, text, ways, ", ".join("`{}`".format(place) for place in markers[number])))
    for gap in gaps:
        print(gap)
    print("{} requirements, {} tests, {} gaps".format(len(requirements), len({place for places in markers.values() for place in places}),
                                                      len(gaps)))
    return 1 if gaps else 0


if __name__ == "__main__":
    sys.exit(main())
