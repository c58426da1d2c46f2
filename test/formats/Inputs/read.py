#!/usr/bin/env python3
"""read.py BIN FOLDER...: what releases wrote, each in its folder, is read with the figures that they wrote down then.
read.py --write BIN FOLDER: writes them down.
read.py --objects CC BIN FOLDER...: their instrumented objects are linked with this runtime, and count what they did then.

Figures that follow from the records alone: counts, and raw times in ticks. How times are corrected may change.
"""
import json
import os
import subprocess
import sys
import tempfile

# What is read, and by which database.
RECORDINGS = {"blocks.trace": "blocks.db", "windows.trace": "windows.db", "sampled.profile": "sampled.db",
              "dump.img": "dump.db", "sums.img": "sums.db", "frames.bytes": "frames.db"}


def run(*command, **environment):
    done = subprocess.run(command, env={**os.environ, **environment}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit("{}: exit {}: {}".format(" ".join(command), done.returncode, done.stderr.strip()))
    return done.stdout


def raw(times):
    return times and times["raw"] and {key: times["raw"][key] for key in ("count", "total", "min", "max")}


def figures(binaries, trace, database):
    report = json.loads(run(binaries + "/ipoint-report", "json", "--all", trace, IPOINT_DB=database))
    return {
        "functions": {one["name"]: {
            "calls": one["calls"],
            "self": raw(one["self"]),
            "sampled": one["sampled"] is not None,
            "blocks": {block["name"]: [block["visits"], raw(block["time"])] for block in one["blocks"]},
        } for one in report["functions"]},
        "marks": {one["name"]: one["values"] for one in report["marks"]},
    }


def imported(binaries, path, scratch):
    """The trace of a recording of a board; others are themselves."""
    if path.endswith(".img"):
        run(binaries + "/ipoint-import", "-o", scratch + "/trace", path)
    elif path.endswith(".bytes"):
        run(binaries + "/ipoint-import", "--stream", "-o", scratch + "/trace", path)
    else:
        return path
    return scratch + "/trace"


def read(binaries, folder):
    found = {}
    for name, database in RECORDINGS.items():
        if os.path.exists(folder + "/" + name):
            with tempfile.TemporaryDirectory() as scratch:
                found[name] = figures(binaries, imported(binaries, folder + "/" + name, scratch), folder + "/" + database)
    return found


def differences(expected, got, path=""):
    if isinstance(expected, dict) and isinstance(got, dict):
        for key in sorted(set(expected) | set(got)):
            yield from differences(expected.get(key), got.get(key), path + "/" + key)
    elif expected != got:
        yield "{}: {} was written, {} is read".format(path, json.dumps(expected), json.dumps(got))


def counts(found):
    return {name: [one["calls"], {block: visits for block, (visits, _) in one["blocks"].items()}]
            for name, one in found["functions"].items()}


def link_objects(compiler, binaries, folder, written):
    """Pairs of what the objects counted then, and of what they count with this runtime."""
    lib = os.path.join(os.path.dirname(binaries), "lib")
    for name in ("blocks", "windows"):
        with tempfile.TemporaryDirectory() as scratch:
            program = scratch + "/program"
            run(compiler, folder + "/" + name + ".s", "-o", program, "-L" + lib, "-lipoint", "-Wl,-rpath," + lib)
            run(binaries + "/ipoint-run", "--switches=no", "-o", scratch + "/trace", "--", program)
            got = figures(binaries, scratch + "/trace", folder + "/" + name + ".db")
            yield name + ".s", counts(written[name + ".trace"]), counts(got)


def main():
    arguments = sys.argv[1:]
    mode = arguments.pop(0) if arguments[0].startswith("--") else ""
    compiler = arguments.pop(0) if mode == "--objects" else None
    binaries = arguments.pop(0)
    failed = False
    for folder in arguments:
        if mode == "--write":
            with open(folder + "/figures.json", "w", encoding="utf-8") as file:
                json.dump(read(binaries, folder), file, indent=1, sort_keys=True)
                file.write("\n")
            continue
        with open(folder + "/figures.json", encoding="utf-8") as file:
            written = json.load(file)
        if mode == "--objects":
            pairs = list(link_objects(compiler, binaries, folder, written))
        else:
            got = read(binaries, folder)
            pairs = [(name, written.get(name), got.get(name)) for name in sorted(set(written) | set(got))]
        for name, expected, found in pairs:
            different = list(differences(expected, found))
            failed |= bool(different)
            print(os.path.basename(os.path.normpath(folder)), name + ":", "as written" if not different else "; ".join(different[:5]))
    sys.exit(failed)


main()
