#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints which tests a change can reach, for scripts/test.sh --changed.

Usage: changed-tests.py BASE | --files FILE...
  BASE     a commit: what differs from it in the work tree has changed, and so have files that git does not know
  --files  these have changed

The first line is a regular expression of tests for lit's --filter: those below, and all unit tests. A line `web` follows if
the change can reach the pages.

A test can be reached through the tools that its text names: a changed folder of the sources reaches those tools that include it,
directly or not (scripts/check-layers.py). It can be reached through its own file and the files that its suite or several suites
share, too. A file of which nothing is known, such as one of the build, reaches all tests. Of the tests that cannot be reached, those in
SMOKE are printed as well.
"""
import importlib.util
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
LIBRARY = ["runtime:agent", "runtime:core", "runtime:hooks", "runtime:noop", "runtime:baseline", "runtime:include/ipoint"]
# What a test names, and the last folders of which that is made.
TOOLS = {
    r"%ipoint_cc|%ipoint_instrument|same-through-cc|encodings-agree": ["instrumenter:tool", *LIBRARY],
    r"%ipoint_check_": ["instrumenter:tool"],
    r"csmith\.py|torture\.py|real\.py": ["instrumenter:tool", *LIBRARY, "runtime:record/run", "report:tool"],
    r"%ipoint_run": ["runtime:record/run", *LIBRARY],
    r"%link_runtime|%runtime_": LIBRARY,
    r"%ipoint_import|%ipoint_build/share": ["runtime:import", "runtime:bare"],
    r"%ipoint_report|fuzz-": ["report:tool"],
    r"ipoint-calibrate": ["runtime:calibrate/tool"],
    r"%ipoint_bin|%ipoint_build|build-runtime|record-on|test/bench": ["instrumenter:tool", *LIBRARY, "runtime:record/run", "runtime:import", "runtime:calibrate/tool",
                                                "runtime:bare", "report:tool"],
}
# Fast tests, of which each shows that a tool does its work at all.
SMOKE = ["instrumenter/branches.c", "instrumenter/loops.c", "instrumenter/cc/build-make.test", "checker/rejects.c",
         "runtime/threads.c", "runtime/signal-handlers.c", "bare/riscv.test", "report/plain-call.test", "report/html-output.test",
         "report/interrupts-detected.test", "end-to-end/paths.c", "fuzz/corpus.test", "scripts/.*"]
TESTS = {".c", ".test", ".i"}
NO_TESTS = {"Inputs", "unit", "web", "bench", "node_modules"}  # as in test/lit.cfg.py
NOT_TESTED = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "LICENSE.txt", "LICENSES/", "REUSE.toml", ".clang-format",
              ".clang-tidy", ".gitignore", ".editorconfig", ".pre-commit-config.yaml", ".gitlab-ci.yml", ".github/", ".devcontainer/",
              "packaging/", "docs/", "test/bench/", "test/unit/")


def read_layers():
    spec = importlib.util.spec_from_file_location("check_layers", ROOT / "scripts/check-layers.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def read_includers():
    """By folder, as `part:folder`, those that include it."""
    layers, includers = read_layers(), {}
    homes = {"chart": "chart:.", "ipoint": "runtime:include/ipoint", "ipoint/port": "runtime:include/ipoint"}
    for name, part in layers.PARTS.items():
        edges, _ = layers.check(part, ROOT / part.root)
        for folder, other in edges:
            if other in part.folders:
                target = f"{name}:{other}"
            else:
                target = homes.get(other, f"instrumenter:{other}")
            includers.setdefault(target, set()).add(f"{name}:{folder}")
        if name == "report":  # its tool is no stage
            for folder in part.folders:
                includers.setdefault(f"report:{folder}", set()).add("report:tool")
    for port in ("aarch64", "posix", "riscv64", "x86_64"):
        includers.setdefault(f"runtime:arch/{port}", set()).add("runtime:include/ipoint")
    return includers


def folder_of(path, layers):
    """The folder `part:folder` of a source, or None."""
    if path.startswith("report/tool/"):
        return "report:tool"
    if path.startswith("report/web/"):
        return "report:output"
    for name, part in layers.PARTS.items():
        if path.startswith(part.root + "/"):
            folder = str(pathlib.PurePosixPath(path).parent.relative_to(part.root))
            return f"{name}:{folder}" if folder in part.folders else None
    return None


def reach(folder, includers, reached):
    if folder not in reached:
        reached.add(folder)
        for other in includers.get(folder, ()):
            reach(other, includers, reached)


def find_tests():
    """Each test's name, as lit has it, with its text."""
    for path in sorted((ROOT / "test").rglob("*")):
        name = path.relative_to(ROOT / "test")
        if path.suffix in TESTS and path.is_file() and NO_TESTS.isdisjoint(name.parts):
            yield name.as_posix(), path.read_text(encoding="utf-8", errors="replace")


def select(changed):
    """Returns the names of the tests that changed files reach, and whether they reach the pages; None for all tests."""
    layers, includers = read_layers(), read_includers()
    folders, chosen, suites = set(), set(), set()
    web = any(path.startswith(("report/web/", "test/web/")) for path in changed)
    for path in changed:
        folder = folder_of(path, layers)
        if folder:
            reach(folder, includers, folders)
        elif path.startswith("scripts/"):
            suites.add("scripts")
        elif path.startswith("examples/"):
            suites.update(("bare", "end-to-end", "instrumenter"))
        elif path.startswith(NOT_TESTED) or path.startswith("test/web/"):
            pass
        elif path.startswith("test/") and path.count("/") > 1 and not path.startswith("test/support/"):
            name = path[len("test/"):]
            if "Inputs" in name.split("/") or pathlib.Path(path).suffix not in TESTS:
                suites.add(name.split("/")[0])
            else:
                chosen.add(name)
        else:
            return None, True
    if any(path.startswith("docs/") for path in changed):
        suites.update(("bare", "instrumenter"))  # examples of the documents are run
    for name, text in find_tests():
        tools = {top for words, tops in TOOLS.items() if re.search(words, text) for top in tops}
        if name.split("/")[0] in suites or not folders.isdisjoint(tools):
            chosen.add(name)
    return chosen, web or "report:output" in folders


def main():
    if len(sys.argv) > 2 and sys.argv[1] == "--files":
        changed = sys.argv[2:]
    elif len(sys.argv) == 2:
        def git(*words):
            done = subprocess.run(["git", "-C", ROOT, *words], stdout=subprocess.PIPE, text=True)
            if done.returncode:
                sys.exit(2)
            return done.stdout.splitlines()
        changed = git("diff", "--name-only", "--no-renames", sys.argv[1], "--") + git("ls-files", "--others", "--exclude-standard")
    else:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        sys.exit(2)
    chosen, web = select(changed)
    if chosen is None:
        print(".")
    else:
        names = "|".join([*(re.escape(name) for name in sorted(chosen)), *SMOKE])
        print(f"^ipoint :: ({names})$|^ipoint-unit :: ")
    if web:
        print("web")


if __name__ == "__main__":
    main()
