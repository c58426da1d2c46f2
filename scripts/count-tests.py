#!/usr/bin/env python3
"""Adds up what the test runners say.

Usage: count-tests.py LIT_XUNIT_FILE OUTPUT...
Each OUTPUT has such a line itself.
Names failed and skipped tests, ends with `N passed, M failed`; exits 1 if any failed, or if a runner
did not come to its end.
"""
import os
import re
import sys
import xml.etree.ElementTree


def count_lit(path):
    passed, failed, skipped = 0, [], []
    for case in xml.etree.ElementTree.parse(path).iter("testcase"):
        name = "{} {}".format(case.get("classname"), case.get("name"))
        if case.find("failure") is not None or case.find("error") is not None:
            failed.append(name)
        elif case.find("skipped") is not None:
            skipped.append(name)
        else:
            passed += 1
    return passed, failed, skipped


def count_text(path):
    name = os.path.splitext(os.path.basename(path))[0]
    with open(path, encoding="utf-8") as file:
        match = re.search(r"^(\d+) passed, (\d+) failed$", file.read(), re.MULTILINE)
    if not match:
        return 0, [name + " did not come to its end"], []
    return int(match[1]), [name] * int(match[2]), []


def main():
    passed, failed, skipped = 0, [], []
    for counts in [count_lit(sys.argv[1])] + [count_text(path) for path in sys.argv[2:]]:
        passed += counts[0]
        failed += counts[1]
        skipped += counts[2]
    for name in failed:
        print("failed:", name)
    for name in skipped:
        print("skipped:", name)
    print("{} passed, {} failed".format(passed, len(failed)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
