#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Adds up what the test runners of scripts/runners.sh left in a folder.

Usage: count-tests.py FOLDER --over SECONDS
       count-tests.py FOLDER [--may-skip LIST] [--slowest N] [--test-limit SECONDS] [--limit SECONDS --took SECONDS]

NAME.status is a runner's exit status. Beside it lies NAME.xml, which lit wrote, or NAME.txt, which has
such a line as the last one here itself; or nothing: then the runner is one test.
LIST has a line for each test that may be skipped: its name, what it lacks where it is skipped, and why.

A runner that was killed, that ended otherwise than its results say, or that ran nothing has failed, and so
has a skipped test that LIST does not allow. So has a test that took longer than --test-limit, and the whole
if it --took longer than --limit. Prints the N slowest tests, names failed and skipped tests, ends with
`N passed, M failed`; exits 1 if any failed.

With --over nothing is counted: the names of the tests of lit that took longer are printed.
"""
import argparse
import pathlib
import re
import sys
import xml.etree.ElementTree

MISSING = "Missing required feature(s): "
NOT_SELECTED = "Test not selected"
TIMED = re.compile(r"(?:ok|FAIL) +(.+): \d+ of \d+, (\d+) ms")  # of test/web/run.mjs


class Counts:
    def __init__(self):
        self.passed = 0
        self.failed = []
        self.skipped = {}  # name: what lit gives as the reason
        self.known = set()
        self.seconds = {}  # of each test that its runner timed

    def add(self, other):
        self.passed += other.passed
        self.failed += other.failed
        self.skipped.update(other.skipped)
        self.known |= other.known
        # What was tried again by itself took no longer than that.
        for name, seconds in other.seconds.items():
            self.seconds[name] = min(seconds, self.seconds.get(name, seconds))


def count_lit(path):
    counts = Counts()
    for case in xml.etree.ElementTree.parse(path).iter("testcase"):
        suite, _, folder = case.get("classname").partition(".")
        name = case.get("name") if folder == suite else folder + "/" + case.get("name")
        counts.known.add(name)
        counts.seconds[name] = float(case.get("time", 0))
        skipped = case.find("skipped")
        if case.find("failure") is not None or case.find("error") is not None:
            counts.failed.append(suite + " " + name)
        elif skipped is None:
            counts.passed += 1
        elif not skipped.get("message").startswith(NOT_SELECTED):
            counts.skipped[name] = skipped.get("message")
    return counts


def count_text(path):
    counts = Counts()
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    match = lines and re.fullmatch(r"(\d+) passed, (\d+) failed", lines[-1])
    if not match:
        raise ValueError("the last line is not `N passed, M failed`")
    counts.passed = int(match[1])
    counts.failed = [path.stem] * int(match[2])
    for line in lines:
        match = TIMED.fullmatch(line)
        if match:
            counts.seconds["{} {}".format(path.stem, match[1])] = int(match[2]) / 1000
    return counts


def count_check(name, status):
    counts = Counts()
    if status == 0:
        counts.passed = 1
    else:
        counts.failed = [name]
    return counts


def count_runner(status_file):
    """What a runner's files say, and whether its exit status goes with it."""
    name = status_file.stem
    status = int(status_file.read_text())
    readers = [(status_file.with_suffix(suffix), read) for suffix, read in
               [(".xml", count_lit), (".txt", count_text)] if status_file.with_suffix(suffix).exists()]
    try:
        if readers:
            path, read = readers[0]
            counts = read(path)
        elif status_file.with_suffix(".check").exists():
            return count_check(name, status)
        else:
            raise ValueError("no results")
    except (ValueError, xml.etree.ElementTree.ParseError) as error:
        counts = Counts()
        counts.failed.append("{}: exit status {}: {}".format(name, status, error))
        return counts
    if status != (1 if counts.failed else 0):
        counts.failed.append("{}: exit status {}, with {} failed tests".format(name, status, len(counts.failed)))
    if not counts.passed and not counts.failed:
        counts.failed.append(name + ": ran nothing")
    return counts


def read_may_skip(path):
    """By test, the features that it may lack, and why."""
    result = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        words = line.split(None, 2)
        if len(words) != 3:
            sys.exit("{}:{}: must be TEST FEATURE[,FEATURE] REASON".format(path, number))
        result[words[0]] = (words[1].split(","), words[2])
    return result


def judge_skipped(counts, path):
    """Prints the skipped tests that the list allows; the others have failed, and so have lines of the list that no test has."""
    may_skip = read_may_skip(path) if path else {}
    for name, message in sorted(counts.skipped.items()):
        features, reason = may_skip.get(name, ([], ""))
        missing = message[len(MISSING):].split(", ") if message.startswith(MISSING) else [message]
        if set(missing) <= set(features):
            print("skipped: {}: {}".format(name, reason))
        else:
            counts.failed.append("{}: skipped ({}), which {} does not allow".format(name, message, path))
    folders = {name.partition("/")[0] for name in counts.known}
    for name in sorted(set(may_skip) - counts.known):
        if name.partition("/")[0] in folders:
            counts.failed.append("{}: {} is no test".format(path, name))


def judge_times(counts, options):
    """Prints the slowest tests; what took longer than it may has failed."""
    slowest = sorted(counts.seconds.items(), key=lambda item: -item[1])
    if options.slowest and slowest:
        print("The slowest tests, in seconds:")
        for name, seconds in slowest[:options.slowest]:
            print("{:7.1f}  {}".format(seconds, name))
    for name, seconds in slowest:
        # Of other runners a line is several checks.
        if options.test_limit and seconds > options.test_limit and name in counts.known:
            counts.failed.append("{}: took {:.0f} s, {} s is the limit".format(name, seconds, options.test_limit))
    if options.limit and options.took > options.limit:
        counts.failed.append("the whole took {} s, {} s is the limit".format(options.took, options.limit))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--may-skip", type=pathlib.Path)
    parser.add_argument("--slowest", type=int, default=0)
    for name in ("--over", "--test-limit", "--limit", "--took"):
        parser.add_argument(name, type=int, default=0)
    options = parser.parse_args()
    counts = Counts()
    if options.over:
        for name, seconds in count_lit(options.folder / "lit.xml").seconds.items():
            if seconds > options.over:
                print(name)
        return 0
    runners = sorted(options.folder.glob("*.status"))
    for runner in runners:
        counts.add(count_runner(runner))
    if not runners:
        counts.failed.append("{}: no runner has been here".format(options.folder))
    judge_times(counts, options)
    judge_skipped(counts, options.may_skip)
    for name in counts.failed:
        print("failed:", name)
    if counts.skipped:
        print("{} skipped".format(len(counts.skipped)))
    print("{} passed, {} failed".format(counts.passed, len(counts.failed)))
    return 1 if counts.failed else 0


if __name__ == "__main__":
    sys.exit(main())
