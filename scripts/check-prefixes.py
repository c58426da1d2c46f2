#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints each check of a test that FileCheck never reads, as no RUN line names its prefix, and each prefix that a RUN line names
and no check has. Exits 1 if there is one.

Usage: check-prefixes.py [FOLDER]
  FOLDER   where tests lie; by default test of this checkout

Looked at are the files that lit takes for tests. Taken for a check is what begins a comment, or a line of a file that is no C or has
such RUN lines, with a prefix in upper case that has three letters or a suffix (-NEXT and so on).
"""
import argparse
import pathlib
import re
import sys

SUFFIX = r"(-(?:NEXT|SAME|NOT|DAG|EMPTY|LABEL|COUNT-\d+))?(?:\{LITERAL\})?:"
LINE = re.compile(r"(?:.*?(?<!\S)(//|#|;|/?\*))?\s*([A-Z][A-Z0-9-]*?)" + SUFFIX)
RUN = re.compile(r"RUN:(.*)")
# Its arguments, up to the end of the command.
FILECHECK = re.compile(r"""\bFileCheck\b((?:'[^']*'|"[^"]*"|[^|;&'"])*)""")
PREFIXES = re.compile(r"--?check-prefix(?:es)?[= ]\s*(\S+)")
OF_LIT = {"RUN", "REQUIRES", "UNSUPPORTED", "XFAIL", "END", "COM", "REQ"}  # REQ: scripts/trace-requirements.py
NO_TESTS = {"Inputs", "unit", "web", "bench", "node_modules"}  # as in test/lit.cfg.py


def runs(lines):
    """Each RUN line with its number, continued ones as one."""
    begun, text = 0, ""
    for number, line in enumerate(lines, 1):
        match = RUN.search(line)
        if not match:
            continue
        begun, text = begun or number, text + match[1].rstrip().removesuffix("\\")
        if not match[1].rstrip().endswith("\\"):
            yield begun, text
            begun, text = 0, ""


def check(path):
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    used, wanted = set(), {}
    for number, text in runs(lines):
        for command in FILECHECK.finditer(text):
            found = [prefix for names in PREFIXES.findall(command[1]) for prefix in names.strip("'\"").split(",")] or ["CHECK"]
            used.update(found)
            # The test may make another file.
            if re.search(r"(?<!<)\s%s(\s|$)", command[1]):
                wanted.update((prefix, number) for prefix in found if "$" not in prefix and prefix not in wanted)
        # A loop's words, or a script's, may be prefixes.
        if re.search(r"\.sh\b|check-prefix(es)?[= ]\S*\$", text):
            used.update(re.findall(r"[\w-]+", text))
    bare = path.suffix == ".test" or any(re.match(r"\s*RUN:", line) for line in lines)
    for number, line in enumerate(lines, 1):
        match = LINE.match(line)
        if match and (match[1] or bare) and (match[3] or len(match[2]) > 2) and match[2] not in used | OF_LIT:
            yield number, f"no RUN line has FileCheck read {match[2]}"
    checks = "\n".join(line for line in lines if not RUN.search(line))
    for prefix, number in wanted.items():
        if not re.search(r"(?<![\w-])" + re.escape(prefix) + SUFFIX, checks):
            yield number, f"no line has the prefix {prefix}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path, nargs="?", default=pathlib.Path(__file__).parents[1] / "test")
    root = parser.parse_args().folder
    wrong = []
    for path in sorted(root.rglob("*")):
        if path.suffix in (".c", ".test", ".i") and not NO_TESTS & set(path.relative_to(root).parts[:-1]):
            wrong += [f"{path}:{number}: {what}" for number, what in sorted(check(path))]
    print(*wrong, sep="\n", end="\n" if wrong else "")
    sys.exit(bool(wrong))


main()
