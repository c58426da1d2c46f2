#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""hostile-names.py MAKE-TRACE FOLDER IPOINT-REPORT: all outputs of a program whose names hold what controls a terminal.
hostile-names.py --errors FOLDER PROGRAM...: what these say of arguments that do.

Fails where a control character but a line's end, a mark of direction or what is not UTF-8 is printed, or a field of CSV
begins like a formula."""
import csv
import os
import subprocess
import sys
import unicodedata

EVIL = "\x1b]0;title\x07\x9b31m\u202egnp\u2066\u2069\u2028"
BYTES = EVIL.encode() + b"\xff\x9b"


def check(what, data):
    text = data.decode("utf-8")  # fails where it is none
    for line in text.splitlines(keepends=True):
        for character in line.rstrip("\n"):
            if unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp"):
                sys.exit(f"{what} prints U+{ord(character):04X}: {line!r}")
    return text


def run(*command, status=0):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    what = " ".join(map(repr, command))
    if result.returncode != status:
        sys.exit(f"{what}: exit {result.returncode}\n{result.stderr}")
    check(what, result.stderr)
    return check(what, result.stdout)


def errors(folder, programs):
    os.chdir(folder)
    report, instrument, cc = programs
    for arguments in [["text", EVIL], ["text", "--db", EVIL, "."], [EVIL], ["text", "--" + EVIL], ["compare", EVIL, EVIL],
                      ["text", "--low", EVIL, "--high", "1"], ["text", "--config", EVIL], ["json", "--threshold", EVIL + "=1:2"]]:
        run(report, *arguments, status=2)
    run(instrument, EVIL + ".c", "--", status=2)
    run(instrument, "--config", EVIL, "a.c", "--", status=2)
    run(cc, "-" + EVIL, status=2)
    os.environ["IPOINT_CONFIG"] = EVIL
    run(cc, "gcc", "-c", "a.c", status=2)


def outputs(make_trace, folder, report):
    os.chdir(folder)
    case = "\n".join([
        "env program = /src/" + EVIL.replace("\u2028", ""), "env arguments = " + EVIL.replace("\u2028", ""), "source",
        'void f(void) { puts("' + EVIL.replace("\u2028", "") + '"); }', "}", "end", "function f 1-2", "block entry entry 1",
        "block body body 1", "block exit exit 2", "next entry body", "next body exit", "mark body none m", "loop l 1 - body 1",
        "thread 1", "repeat 20 +1000", "f entry @1000", "f body @1010", "f exit @1100", "end", ""])
    case = case.replace("block body body", "block body mark")
    with open("case", "wb") as file:
        file.write(case.encode().replace(b'puts("', b'puts("\xff\x9b'))
    run(sys.executable, make_trace, "case", "out")
    import sqlite3
    with sqlite3.connect("out/ipoint.db") as db:
        db.text_factory = bytes
        hostile = "CAST(? AS TEXT)"
        for table, column in [("functions", "name"), ("ipoints", "name"), ("files", "path"), ("units", "path"), ("marks", "name"),
                              ("loops", "name"), ("units", "compiler"), ("units", "flags")]:
            db.execute(f"UPDATE {table} SET {column} = {hostile} || {column}", (b"=" + BYTES,))
    name = b"=" + BYTES + b"f"
    source = ["--db", "out/ipoint.db", "out/trace"]
    text = run(report, "text", *source)
    if "[31m" not in text and "31m" not in text:
        sys.exit("the names are not there")
    run(report, "text", *source, "--function", name)
    run(report, "text", *source, "--low", "50", "--high", "60")
    run(report, "text", *source, "--function", b"no" + BYTES, status=2)
    os.rename("out/trace", b"out/" + BYTES)
    run(report, "text", "--db", "out/ipoint.db", b"out/" + BYTES)
    os.rename(b"out/" + BYTES, "out/trace")
    for table in [["csv"], ["export", "--to=observations"]]:
        text = run(report, *table, *source)
        rows = list(csv.reader(line for line in text.splitlines() if not line.startswith("#")))
        if len(rows) < 5:
            sys.exit(f"{table}: {text}")
        for row in rows:
            for field in row:
                if field[:1] in "=+-@\t\r" and field and not field.lstrip("-").isdigit():
                    sys.exit(f"{table}: a formula: {field!r}")
            if len(row) != len(rows[0]):
                sys.exit(f"{table}: {row}")
    run(report, "export", "--to=folded", *source)


if sys.argv[1] == "--errors":
    errors(sys.argv[2], sys.argv[3:])
else:
    outputs(*sys.argv[1:])
