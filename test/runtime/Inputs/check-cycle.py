#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""dump.py TRACE | check-cycle.py FIRST COUNT: threads come by ipoints FIRST ... FIRST + COUNT - 1 in turn, for ever. Between
two gaps none may be missing. Prints a line for each stream: its records, and its gaps."""
import re
import sys

FIRST, COUNT = int(sys.argv[1]), int(sys.argv[2])
for line in sys.stdin:
    name, *words = line.split()
    expected, records, gaps = None, 0, 0
    for word in words:
        times = re.fullmatch(r"(\d+)(?:x(\d+))?", word)
        if word.startswith("gap"):
            expected, gaps = None, gaps + 1
        if not times:
            continue
        number = int(times[1])
        if int(times[2] or 1) > 1 and COUNT > 1 or expected is not None and number != expected:
            sys.exit("{} {} behind {} records, instead of {}".format(name, word, records, expected))
        expected = FIRST + (number - FIRST + 1) % COUNT
        records += int(times[2] or 1)
    print(name, records, "records", gaps, "gaps")
