#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints each place where a text of the project, a comment, a message or a name has a word of the table below, with the words
to use instead. Exits 1 if there is one.

Usage: check-words.py [FILE...]
  FILE   by default all files of this checkout but those that NOT_READ names

A word is also found in names, `told` in `lost_as_told` and `lostAsTold`, and across lines.
"""
import argparse
import os
import pathlib
import re
import sys

WORDS = {
    "tells": "shows, states, reports, emits",
    "told": "reported, given, received",
    "so many": "N, a number of",
    "nobody": "no user, no process, or the passive",
    "whoever": "any user, whichever process",
    "whomever": "any user, whichever process",
    "comes by": "passes, runs",
    "came by": "passed, ran",
    "of its own": "separate, another, its",
    "of their own": "separate, their",
    "says so": "states this, reports it",
    "say nothing": "mean nothing, have no content",
    "left alone": "left unchanged",
    "what holds for": "the settings of, the rules of",
    "holds for all": "applies to all",
}
ROOT = pathlib.Path(__file__).resolve().parents[1]
# What is built or not the project's text, and the table with its test.
NOT_READ = {".git", "__pycache__", "build", "node_modules", "LICENSES", "report-licences.js", "check-words.py", "words.test"}


def pattern(word):
    """Finds `says so` also as says_so, saysSo and SaysSo, and where a line of a comment ends between the two; no part of a longer word."""
    first, *rest = word.split()
    text = f"(?:(?<![A-Za-z])[{first[0]}{first[0].upper()}]|(?<=[a-z]){first[0].upper()}){first[1:]}"
    for part in rest:
        text += rf"[\s_/#*]*[{part[0]}{part[0].upper()}]{part[1:]}"
    return re.compile(text + r"(?![a-z])|\b" + re.escape(word.upper()) + r"\b")


PATTERNS = {word: (word.split(), pattern(word)) for word in WORDS}


def faults(path):
    """The place and the word of each fault, in the order of the text."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return []
    lower, places = text.lower(), []
    for word, (parts, found) in PATTERNS.items():
        # Without this quick test the script takes five times as long.
        if all(part in lower for part in parts):
            places += [(match.start(), word) for match in found.finditer(text)]
    return [f"{path}:{1 + text.count(chr(10), 0, at)}: '{word}': write {WORDS[word]}" for at, word in sorted(places)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", metavar="FILE", nargs="*", type=pathlib.Path)
    files = parser.parse_args().files
    for folder, folders, names in [] if files else os.walk(ROOT):
        folders[:] = sorted(set(folders) - NOT_READ)
        files += [pathlib.Path(folder, name) for name in sorted(set(names) - NOT_READ)]
    try:
        wrong = [fault for path in files for fault in faults(path)]
    except OSError as error:
        print(f"check-words.py: {error.filename}: {error.strerror}", file=sys.stderr)
        sys.exit(2)
    print(*wrong, sep="\n", end="\n" if wrong else "")
    sys.exit(bool(wrong))


main()
