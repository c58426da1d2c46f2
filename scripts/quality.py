#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes docs/quality.md: what tests of the project were, and how much of its code they run, as a table.

Usage: quality.py [--results FOLDER] [--coverage FILE] [--mutations FILE] [--fuzz FOLDER] [--date DATE] [-o FILE]
  --results FOLDER   what scripts/test.sh left: build/test-results
  --coverage FILE    what scripts/coverage.sh left: build/coverage/summary.json
  --mutations FILE   the results of test/bench/mutations, JSON lines
  --fuzz FOLDER      logs of scripts/fuzz.sh: build/fuzz
  --date DATE        of these sources, for the table (default: today)
  -o FILE            the page (default: docs/quality.md)

Rows whose sources are not given stay as they are in FILE: each has its date, as not all are measured on one day.
"""
import argparse
import collections
import datetime
import json
import os
import pathlib
import re
import sys
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROW = re.compile(r"\| (?!what |---)(.+?) \| (.+?) \| (.+?) \| (\d{4}-\d\d-\d\d) \|$")
GOAL = 90  # per cent of lines of a library
HEAD = """# Quality in figures

What the tests are, and what they run. `scripts/quality.py` writes this page from the results of `scripts/test.sh`, `scripts/coverage.sh` and
`test/bench/mutations`; a row that was not measured again keeps its date.

| what | figure | source | date |
| --- | --- | --- | --- |
"""


def by_suite(folder):
    """Rows of tests: those of lit by folder, others by their runner."""
    counts = collections.defaultdict(lambda: [0, 0, 0])  # passed, failed, skipped
    # What took too long is there twice.
    for path in sorted(set(folder.glob("*.xml")) - set(folder.glob("again.xml"))):
        for case in xml.etree.ElementTree.parse(path).iter("testcase"):
            names = case.get("classname").split(".")
            suite = "unit tests" if "unit" in names[0] else "lit, " + names[1].split("/")[0] if len(names) > 1 else "lit"
            skipped = case.find("skipped")
            if case.find("failure") is not None or case.find("error") is not None:
                counts[suite][1] += 1
            elif skipped is None:
                counts[suite][0] += 1
            elif not skipped.get("message", "").startswith("Test not selected"):
                counts[suite][2] += 1
    for path in sorted(folder.glob("*.txt")):
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        ended = re.fullmatch(r"(\d+) passed, (\d+) failed", lines[-1]) if lines else None
        if ended:
            counts["checks of pages" if path.stem == "web" else "runner " + path.stem] = [int(ended[1]), int(ended[2]), 0]
    for path in folder.glob("*.check"):
        status = path.with_suffix(".status")
        counts["stages"][0 if status.exists() and status.read_text(encoding="utf-8").strip() == "0" else 1] += 1
    if not counts:
        sys.exit("quality.py: {}: no results of tests".format(folder))
    for suite, (passed, failed, skipped) in sorted(counts.items()):
        text = "{:,} passed, {:,} failed".format(passed, failed) + (", {:,} skipped".format(skipped) if skipped else "")
        yield "tests: " + suite, text, "`scripts/test.sh`"
    sums = [sum(column) for column in zip(*counts.values())]
    yield "tests: all", "{:,} passed, {:,} failed, {:,} skipped".format(*sums), "`scripts/test.sh`"


def corpora(folder):
    """Rows of foreign code: the programs of tests that passed, by what these say of themselves."""
    counts, names = collections.Counter(), []
    for path in sorted(folder.glob("lit.xml")):
        for case in xml.etree.ElementTree.parse(path).iter("testcase"):
            suite = case.get("classname").split(".")[-1]
            if suite not in ("csmith", "torture", "real") or any(case.find(tag) is not None for tag in ("failure", "error", "skipped")):
                continue
            if suite == "real":
                names.append(pathlib.PurePath(case.get("name")).stem)
            text = (ROOT / "test" / suite / case.get("name")).read_text(encoding="utf-8")
            counts[suite] += sum(map(int, re.findall(r"CHECK.*?(\d+) programs", text)))
    for suite, what in (("csmith", "csmith"), ("torture", "GCC's torture tests")):
        if counts[suite]:
            yield "programs: " + what, "{:,}".format(counts[suite]), "`scripts/test.sh`"
    if names:
        yield "programs: of users", ", ".join(sorted(names)), "`scripts/test.sh`"


def mutations(path):
    outcomes = collections.Counter(json.loads(line)["outcome"] for line in path.read_text(encoding="utf-8").splitlines() if line.strip())
    judged = outcomes["found"] + outcomes["survived"]
    if not judged:
        sys.exit("quality.py: {}: no mutant was judged".format(path))
    yield "breaks on purpose that tests find", "{} of {}".format(outcomes["found"], judged), "`test/bench/mutations`"


def fuzzing(folder):
    inputs = seconds = 0
    for path in folder.glob("*.log"):
        text = path.read_text(encoding="utf-8", errors="replace")
        inputs += sum(map(int, re.findall(r"^stat::number_of_executed_units: *(\d+)", text, re.M)))
        seconds += sum(map(int, re.findall(r"Done \d+ runs in (\d+) second", text)))
    if not inputs:
        sys.exit("quality.py: {}: no log of a fuzzer that ended".format(folder))
    yield "inputs of fuzzers", "{:,} in {}".format(inputs, "{:.1f} h".format(seconds / 3600) if seconds >= 3600 else "{} s".format(seconds)), "`scripts/fuzz.sh`"


def library_of(path):
    """The folder whose sources are one library, as in docs/architecture.md."""
    parts = pathlib.PurePath(path).parts
    depth = {"report": 3 if parts[1:2] == ("lib",) else 2, "instrumenter": 3 if parts[1:2] == ("driver",) else 2}.get(parts[0], 2)
    return "/".join(parts[:min(depth, len(parts) - 1)])


def coverage(path):
    """(rows, the section on what is not covered)."""
    data = json.loads(path.read_text(encoding="utf-8"))["data"][0]
    root = os.path.commonpath([file["filename"] for file in data["files"]]) if data["files"] else ""
    root = re.split(r"(?:/(?:report|instrumenter|runtime|chart)(?=/|$))", root)[0] + "/"
    folders, files = collections.defaultdict(lambda: [0, 0]), []
    for file in data["files"]:
        name = file["filename"][len(root):] if file["filename"].startswith(root) else file["filename"]
        lines = file["summary"]["lines"]
        if not lines["count"] or name.startswith(("/", "test/", "build/")):
            continue
        folders[library_of(name)][0] += lines["covered"]
        folders[library_of(name)][1] += lines["count"]
        files.append((lines["count"] - lines["covered"], lines["covered"], lines["count"], name))
    if not files:
        sys.exit("quality.py: {}: no lines of this project".format(path))
    rows = []
    for name, group in (("libraries", lambda f: not f.endswith("/tool")), ("tools", lambda f: f.endswith("/tool"))):
        covered, count = (sum(of[i] for folder, of in folders.items() if group(folder)) for i in (0, 1))
        if count:
            rows.append(("lines that tests run: " + name, "{:.1f} % of {:,} (goal {} %)".format(100 * covered / count, count, GOAL), "`scripts/coverage.sh`"))
    for folder, (covered, count) in sorted(folders.items()):
        rows.append(("lines that tests run: `{}`".format(folder), "{:.1f} % of {:,}".format(100 * covered / count, count), "`scripts/coverage.sh`"))
    least = sorted((row for row in files if 100 * row[1] < GOAL * row[2]), reverse=True)
    text = "## What is not covered\n\nFiles of which tests run less than {} % of the lines: {} of {}.\n\n".format(GOAL, len(least), len(files))
    text += "| file | lines not run | of |\n| --- | --- | --- |\n"
    return rows, text + "".join("| `{}` | {:,} | {:,} |\n".format(name, missed, count) for missed, _, count, name in least)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("results", "coverage", "mutations", "fuzz"):
        parser.add_argument("--" + name, type=pathlib.Path)
    parser.add_argument("--date", default=datetime.date.today().isoformat())
    parser.add_argument("-o", dest="output", type=pathlib.Path, default=ROOT / "docs/quality.md")
    options = parser.parse_args()
    for name in ("results", "coverage", "mutations", "fuzz"):
        path = getattr(options, name)
        if path and not path.exists():
            parser.error("{}: not found".format(path))
    before = options.output.read_text(encoding="utf-8") if options.output.exists() else ""
    rows = {row[1]: row.groups()[1:] for row in map(ROW.match, before.splitlines()) if row}
    section = before[before.index("## What is not"):] if "## What is not" in before else ""
    new = []
    for source, read in ((options.results, by_suite), (options.results, corpora), (options.mutations, mutations), (options.fuzz, fuzzing)):
        if source:
            new += read(source)
    if options.coverage:
        rows = {name: row for name, row in rows.items() if not name.startswith("lines that")}
        more, section = coverage(options.coverage)
        new += more
    if options.results:
        rows = {name: row for name, row in rows.items() if not name.startswith(("tests:", "programs:"))}
    for name, figure, source in new:
        rows[name] = figure, source, options.date
    order = ["tests:", "programs:", "inputs", "breaks", "lines"]
    place = lambda name: (next((at for at, begin in enumerate(order) if name.startswith(begin)), len(order)), name.endswith("all"), "`" in name, name)
    text = HEAD + "".join("| {} | {} |\n".format(name, " | ".join(rows[name])) for name in sorted(rows, key=place))
    options.output.write_text(text + ("\n" + section if section else ""), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
