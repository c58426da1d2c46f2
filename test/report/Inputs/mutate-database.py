#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""mutate-database.py PROGRAM DATABASE TRACE FOLDER: puts hostile values into each column of the database in turn, and reports.

Whatever is in a database, ipoint-report ends with 0 or with 2; with 2 it prints one line, which names the database, and, where
the reader of databases has found what is wrong, the table and the column. Prints what was refused, by table and column."""
import os
import shutil
import sqlite3
import subprocess
import sys

program, database, trace, folder = sys.argv[1:]
TABLES = ["meta", "files", "units", "functions", "ipoints", "transitions", "calls", "marks", "included_text", "loops", "budgets",
          "places_not_instrumented"]
# Dangling, of others, out of any range, of any other type; an expression is taken of the row itself.
VALUES = ["-1", "0", "1", "256", "262", "99999999", "2147483648", "9223372036854775807", "1.5", "NULL", "''", "X'00ff'",
          "'a' || char(0, 27, 10) || 'b'", "'entry'", "{column} + 1", "{column} - 1"]
WHERE = ["", " WHERE rowid = (SELECT max(rowid) FROM {table})"]
if "EVERY_CORNER" not in os.environ:  # each is read in 10 ms, and fuzzing tries others
    VALUES, WHERE = ["-1", "99999999", "NULL", "X'00ff'", "{column} + 1"], WHERE[:1]
OUTPUTS = [["text", "--function", "f"], ["json", "-o", "out.json"], ["html", "-o", "out.html"],
           ["export", "--to=observations", "-o", "out.csv"]]
refused, runs = {}, 0
os.makedirs(folder, exist_ok=True)
changed = os.path.abspath(os.path.join(folder, "changed.db"))


def run(what, change):
    """Returns whether it was refused by the reader of databases."""
    global runs
    runs += 1
    result = subprocess.run([program, what[0], "--db", changed, os.path.abspath(trace), *what[1:]], cwd=folder, timeout=60,
                            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    error = result.stderr.decode(errors="replace")
    if result.returncode == 2 and error.count("\n") == 1 and error.startswith("ipoint-report: error: "):
        return "damaged ipoint database: table " in error and error
    if result.returncode != 0:
        sys.exit(f"{change}: {what[0]}: exit {result.returncode}\n{error}")
    return None


columns = [(table, row[1]) for table in TABLES
           for row in sqlite3.connect(database).execute(f"PRAGMA table_info({table})")]
for table, column in columns:
    for value in VALUES:
        for where in WHERE:
            shutil.copyfile(database, changed)
            with sqlite3.connect(changed, isolation_level=None) as db:
                change = f"UPDATE OR IGNORE {table} SET {column} = {value.format(column=column)}{where.format(table=table)}"
                try:
                    db.execute(change)
                except sqlite3.Error:
                    continue  # the schema forbids it
            error = run(OUTPUTS[0], change)
            if error:
                refused.setdefault(f"{table}.{column}", error)  # all read it alike
            else:
                run(OUTPUTS[1 + runs % 3], change)
for name, error in refused.items():
    print(name, error, end="")
print(len(columns), "columns,", runs, "runs")
