#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds the bounds that were derived for loops against their functions' names and what ran.

    derived-bounds.py DB REPORT

In a function exact_N_… each loop has the bound N and reaches it; in below_N_… it has the bound and stays below it; in none_… it has none."""
import collections
import json
import sqlite3
import sys

db, report = sqlite3.connect(sys.argv[1]), json.load(open(sys.argv[2]))
seen = {(f["name"], l["name"]): l["max_iterations"] for f in report["functions"] for l in f["loops"]}
tried = collections.Counter()
for function, loop, derived in db.execute("SELECT f.name, l.name, l.derived FROM loops l JOIN functions f ON l.function = f.id"):
    what, _, bound = function.partition("_")
    if what not in ("exact", "below", "none"):
        continue
    tried[what] += 1
    most = seen[function, loop]
    wanted = None if what == "none" else int(bound.split("_")[0])
    said = f"{function} {loop}: derived {derived}, most iterations {most}"
    assert derived == wanted, said
    assert most is not None and (most > 0 or what == "exact"), said
    assert what != "exact" or most == wanted, said
    assert what != "below" or most < wanted, said
print(*(f"{n} {what}" for what, n in sorted(tried.items())), sep=", ")
