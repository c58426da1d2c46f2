#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs clang-tidy over all sources that a build compiles. Exits 1 if it finds something.

Usage: clang-tidy.py [--all] [--again] BUILD
  BUILD    a build folder of Clang's with compile_commands.json; nothing of it need be built
  --all    reads the sources below test/, too
  --again  reads also what it has found clean before

What was found clean is known by the preprocessed text with its comments, the compiler's options, clang-tidy's settings and its
version. It is remembered in ipoint/clang-tidy below $XDG_CACHE_HOME (~/.cache) for any checkout of this user, so that only what has
changed since then is read. (A base to compare with, such as the last tag, would be read anew each time, and its reader
would have to know who includes a changed header.)
"""
import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
TIDY = "clang-tidy-19"
KEPT = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "ipoint" / "clang-tidy"


def preprocess(command):
    """The text that clang-tidy would read, without the place of this checkout; None if it cannot be made."""
    words = shlex.split(command["command"])
    if os.path.basename(words[0]) == "ccache":
        words = words[1:]
    del words[words.index("-o"):words.index("-o") + 2]
    done = subprocess.run([*words, "-E", "-C"], cwd=command["directory"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return None if done.returncode else done.stdout.replace(os.fsencode(ROOT), b"") + " ".join(words).replace(str(ROOT), "").encode()


def settings():
    version = subprocess.run([TIDY, "--version"], stdout=subprocess.PIPE, check=True).stdout
    return version + b"".join(path.read_bytes() for path in (ROOT / ".clang-tidy", ROOT / "test" / ".clang-tidy"))


def read(build, file, commands, stamp, again):
    """Whether a source is clean in all ways in which it is compiled; prints what is not."""
    texts = [preprocess(command) for command in commands]
    mark = None if None in texts else KEPT / hashlib.sha256(b"\0".join([stamp, *texts])).hexdigest()
    if mark and mark.exists() and not again:
        os.utime(mark)
        return True
    # What a source has too many of are warnings in headers of others: it counts them on stderr.
    done = subprocess.run([TIDY, "--quiet", "--warnings-as-errors=*", "-p", build, file], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True)
    if done.returncode == 0:
        if mark:
            mark.touch()
        return True
    print(done.stdout, f"{TIDY}: exit status {done.returncode} for {os.path.relpath(file, ROOT)}", sep="", flush=True)
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("build", type=pathlib.Path)
    options = parser.parse_args()
    KEPT.mkdir(parents=True, exist_ok=True)
    files = collections.defaultdict(list)
    for command in json.loads((options.build / "compile_commands.json").read_text()):
        file = command["file"]
        if not file.endswith(".S") and (options.all or not os.path.relpath(file, ROOT).startswith("test/")):
            files[file].append(command)
    # Those of several sources, which lie below BUILD, take the longest.
    order = sorted(files, key=lambda file: "/Unity/" not in file)
    stamp = settings()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        clean = list(pool.map(lambda file: read(options.build, file, files[file], stamp, options.again), order))
    print(f"clang-tidy: {sum(clean)} of {len(clean)} sources are clean, some of which are several")
    return 0 if all(clean) else 1


if __name__ == "__main__":
    sys.exit(main())
