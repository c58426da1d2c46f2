#!/usr/bin/env python3
"""Whether path records, sums, sums with times in windows, and block records of one program give the same report.

The same build command runs through ipoint-cc for each, and each program is recorded and reported. Compared are the
calls, visits, transitions and loop counts of all functions, and, of records, the call paths. Sums are exact also where a call
never ends.

Usage: encodings_agree.py --bin FOLDER --output FOLDER [--level L] [--run WORDS] COMPILER ARGS…  (which makes the program `program`)
"""
import json
import os
import shlex
import shutil
import sys

import corpora

TIMEOUT = 600
ENCODINGS = ("blocks", "paths", "sums", "windows")


def counted(document):
    """What has to be the same, of a document of `ipoint-report json`."""
    functions = []
    for function in document["functions"]:
        blocks = [(block["name"], block["visits"], [(after["block"], after["count"]) for after in block.get("next", [])])
                  for block in function.get("blocks", [])]
        functions.append((function["file"], function["name"], function["status"], function["calls"], blocks, function.get("loops"),
                          function.get("inferred_exits")))
    paths = document["call_paths"]
    paths = paths["paths"] if isinstance(paths, dict) else paths
    return functions, [(path.get("function"), path.get("parent"), path["calls"]) for path in paths or []]


def of_sums(function):
    """What of counted() is in sums, too: neither when a loop was entered how often it ran, nor which calls did not end."""
    loops = [(loop["name"], loop["entered"], loop["iterations"]) for loop in function[5] or []]
    return (*function[:5], loops)


def has_fewer(ours, theirs):
    """Whether no block of `ours` has more visits."""
    return all(mine[0] == other[0] and mine[1] <= other[1] for mine, other in zip(ours, theirs))


def record(tools, run, folder, encoding):
    """Records the program `run`, built into `folder`. Returns (what is wrong or None, the report's document)."""
    trace = os.path.join(folder, encoding + ".trace")
    # Both see the same addresses: what a program does may hang on them.
    words = ["setarch", "-R", os.path.join(tools, "ipoint-run"), "-o", trace, "--", *run]
    ran = corpora.run(words, TIMEOUT, folder)
    if ran.code == corpora.TIMED_OUT:
        return "recorded, it does not end in time", None
    report = os.path.join(folder, encoding + ".json")
    words = [os.path.join(tools, "ipoint-report"), "json", "--filter=none", "--db", os.path.join(folder, "ipoint.db"), trace, "-o", report]
    made = corpora.run(words, TIMEOUT, folder)
    shutil.rmtree(trace)
    if made.code != 0:
        return "report of {}: {}".format(encoding, corpora.first_complaint(made.output)), None
    with open(report, encoding="utf-8") as file:
        return None, json.load(file)


def compare(tools, folder, level, build, run):
    """`build(environment)` makes the program that `run` runs; it returns what failed, or None. Returns what is wrong, or None."""
    documents = []
    for encoding in ENCODINGS:
        database = os.path.join(folder, "ipoint.db")
        if os.path.exists(database):
            os.remove(database)
        chosen = {"IPOINT_TIMED": "auto"} if encoding == "windows" else {"IPOINT_TIMED": "none", "IPOINT_STORE": encoding}
        environment = dict(os.environ, IPOINT_DB=database, IPOINT_LEVEL=level, **chosen)
        failure = build(environment)
        if failure:
            return failure
        if not os.path.exists(database) or not corpora.Database(database).ipoints:
            return None
        failure, document = record(tools, run, folder, encoding)
        if failure:
            return failure
        documents.append(document)
    blocks, paths, sums, windows = (counted(document) for document in documents)
    for name, counts in (("sums", sums), ("windows", windows)):
        for ours, theirs in zip(counts[0], blocks[0]):
            if of_sums(ours) != of_sums(theirs):
                return "{}: {} give {}, blocks {}".format(ours[1], name, of_sums(ours)[3:], of_sums(theirs)[3:])
    # The last path of a call that exit() or longjmp() leaves has no record.
    unfinished = documents[0]["lost"]["unfinished_calls"]
    for ours, theirs in zip(paths[0], blocks[0]):
        if ours != theirs:
            unfinished -= not ours[6]
            if unfinished < 0 or ours[:4] != theirs[:4] or not has_fewer(ours[4], theirs[4]):
                return "{}: paths give {}, blocks {}".format(ours[1], ours[3:], theirs[3:])
    if not len(paths[0]) == len(blocks[0]) == len(sums[0]) == len(windows[0]):
        return "{} and {} functions".format(len(paths[0]), len(blocks[0]))
    if paths[1] != blocks[1]:
        return "call paths differ"
    return None


def main():
    parser = corpora.parser(__doc__.splitlines()[0])
    parser.add_argument("--level", default="blocks", help="ipoints that there are (default: blocks)")
    parser.add_argument("--run", default="./program", help="how the program is run (default: ./program)")
    parser.add_argument("command", nargs="+", help="makes `program`")
    options, more = parser.parse_known_args()
    tools, folder = os.path.abspath(options.bin), os.path.abspath(options.output)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)

    def build(environment):
        made = corpora.run([os.path.join(tools, "ipoint-cc"), *options.command, *more], TIMEOUT, folder, environment)
        return None if made.code == 0 else "compiler: " + corpora.first_complaint(made.output)

    failure = compare(tools, folder, options.level, build, shlex.split(options.run))
    print(failure or "the same")
    return 1 if failure else 0


if __name__ == "__main__":
    sys.exit(main())
