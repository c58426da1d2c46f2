#!/usr/bin/env python3
"""Holds an ipoint database against what the compiler made of the same sources.

Usage: check-database.py DATABASE COMPILES OBJECT...

OBJECTs are those of the plain build, made with -fkeep-static-functions, one for each unit and named like it.
Every function in an object must be in the database, as one of that unit; the number of units must be
COMPILES; functions that were left alone are listed and must be under one in a hundred.
"""
import os
import re
import sqlite3
import subprocess
import sys


def functions_of_object(path):
    lines = subprocess.run(["nm", "--defined-only", path], check=True, capture_output=True, text=True)
    symbols = (line.split() for line in lines.stdout.splitlines())
    # The compiler's own copies of a function, made for one caller or split off, carry a suffix.
    return {re.sub(r"\.(constprop|isra|part|cold)\b.*", "", s[2]) for s in symbols if s[1] in "tTwW"}


def main():
    database, compiles, objects = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    rows = sqlite3.connect(database)
    units = rows.execute("SELECT count(*) FROM units WHERE whole").fetchone()[0]
    functions, ipoints, skipped_places = (
        rows.execute("SELECT count(*) FROM " + table).fetchone()[0]
        for table in ("functions", "ipoints", "skips"))
    left_alone = rows.execute(
        "SELECT name, skipped FROM functions WHERE skipped IS NOT NULL ORDER BY name").fetchall()
    print("{} units, {} functions, {} left alone, {} ipoints, {} skipped places".format(
        units, functions, len(left_alone), ipoints, skipped_places))
    for name, reason in left_alone:
        print("left alone: {}: {}".format(name, reason))
    assert units == compiles, "{} units instrumented, {} expected".format(units, compiles)
    assert len(left_alone) * 100 < functions
    compiled = 0
    for path in objects:
        stem = os.path.splitext(os.path.basename(path))[0]
        known = {name for (name,) in rows.execute(
            "SELECT f.name FROM functions f JOIN units u ON f.unit = u.id WHERE u.path LIKE ?",
            ("%/" + stem + ".c",))}
        of_object = functions_of_object(path)
        compiled += len(of_object)
        missing = of_object - known
        assert not missing, "{}: not in the database: {}".format(path, sorted(missing))
    assert compiled > 0
    print("all {} functions of {} objects are in the database".format(compiled, len(objects)))


main()
