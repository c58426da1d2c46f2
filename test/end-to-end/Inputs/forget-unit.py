#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""forget-unit.py DATABASE SOURCE: takes the unit whose path ends so out of an ipoint database, with all that belongs to it."""
import sqlite3
import sys

database = sqlite3.connect(sys.argv[1])
database.execute("PRAGMA foreign_keys = ON")
(unit, first, count), = database.execute("SELECT id, first, count FROM units WHERE path LIKE ?", ("%" + sys.argv[2],))
for table, column in (("transitions", "source"), ("calls", "ipoint"), ("marks", "ipoint"), ("included_text", "ipoint"), ("ipoints", "id")):
    database.execute(f"DELETE FROM {table} WHERE {column} BETWEEN ? AND ?", (first, first + count - 1))
database.execute("DELETE FROM units WHERE id = ?", (unit,))
database.commit()
