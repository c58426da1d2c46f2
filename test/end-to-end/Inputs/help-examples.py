#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""help-examples.py BIN FOLDER calibrate|others: runs each example that ipoint-calibrate or the other tools in BIN print with --help,
in folders below FOLDER that have what it names. Exits with 1 where one fails, or a tool prints none."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

PROGRAM = """#include <stdio.h>
static unsigned crc16(const char *text) {
  unsigned crc = 0xffff;
  while (*text) {
    crc ^= (unsigned char)*text++;
    for (int bit = 0; bit < 8; bit++)
      crc = crc & 1 ? crc >> 1 ^ 0xa001 : crc >> 1;
  }
  return crc;
}
static unsigned parse(const char *text) { return *text ? crc16(text) : 0; }
int main(int argc, char **argv) {
  unsigned sum = 0;
  for (int i = 0; i < 1000; i++)
    sum += parse(argv[argc - 1]);
  printf("%u\\n", sum);
  return 0;
}
"""
CMAKE = "cmake_minimum_required(VERSION 3.16)\nproject(program C)\nadd_executable(program main.c)\n"
CALIBRATIONS = ["", "clock", "grind", "noise", "load", "tune"]
REPORTS = ["", "html", "text", "json", "csv", "export", "check", "compare", "worst", "profile", "merge", "live", "history", "observations", "tail"]

bin_folder, root = map(os.path.abspath, sys.argv[1:3])
what = sys.argv[3]
environment = dict(os.environ, PATH=bin_folder + os.pathsep + os.environ["PATH"])


def sh(command, folder):
    return subprocess.run(["sh", "-c", command], cwd=folder, env=environment, capture_output=True, text=True, errors="replace")


def must(command, folder):
    run = sh(command, folder)
    assert run.returncode == 0, f"{command}: exit {run.returncode}\n{run.stdout}{run.stderr}"
    return run.stdout


def examples(tool):
    """Command lines, without the words beside them."""
    text = must(f"{tool} --help", root)
    block = re.search(r"^examples?:\n((?:  .*\n)+)", text, re.IGNORECASE | re.MULTILINE)
    return [re.split(r" {2,}", line.strip())[0] for line in block[1].splitlines()] if block else []


# The names avoid `report`: test.sh looks at the folders of that name as HTML reports.
def folder_with(name, **files):
    folder = pathlib.Path(root, name)
    folder.mkdir()
    for file, text in {"main.c": PROGRAM, **files}.items():
        (folder / file).write_text(text)
    return folder


def prepare_report():
    folder = folder_with("for-report")
    include = pathlib.Path(bin_folder).parent / "include"
    (folder / "main.c").write_text('#include "ipoint/ipoint.h"\n' + PROGRAM.replace("{ return *text", '{ IPOINT_BUDGET("10000 ms"); return *text'))
    (folder / "facts.yaml").write_text("flow:\n  - loop: crc16/while.1\n    iterations: 8\n")
    (folder / "ipoint.yaml").write_text("budgets:\n  - functions: parse\n    time: 10000 ms\n")
    must(f"ipoint-gcc -I{include} -O1 -o program main.c && gcc -I{include} -O1 -o plain main.c", folder)
    must("ipoint-run -- ./program hello && echo 3 4 5 > times.txt", folder)
    must("ipoint-run -n 2 --baseline ./plain -o trace -- ./program hello", folder)
    must("ipoint-run -n 3 -o old -- ./program hello && ipoint-run -n 3 -o new -- ./program hello", folder)
    for name, run in [("monday", "old/run-001"), ("tuesday", "old/run-002"), ("a", "old/run-001"), ("b", "old/run-002")]:
        must(f"ipoint-report profile {run} -o {name}.profile", folder)
    must("mkdir profiles && cp monday.profile tuesday.profile profiles", folder)
    return folder


def prepare_run():
    folder = folder_with("for-run", input="text\n")
    must("mkdir plain && gcc -o plain/filter main.c && ipoint-gcc -o filter main.c", folder)
    for name in "server", "handler", "daemon", "simulation":
        shutil.copy(folder / "filter", folder / name)
    return folder


def prepare_instrument():
    folder = folder_with("for-instrument", **{name: PROGRAM for name in ("file.c", "a.c", "b.c")})
    (folder / "include").mkdir()
    return folder


def prepare_cc():
    folder = folder_with("for-cc", **{"Makefile": "all:\n\t$(CC) -o program main.c\n", "CMakeLists.txt": CMAKE,
                                  "configure": "#!/bin/sh\necho 'int main(void) { return 0; }' > conftest.c\n"
                                               "for CC in \"$@\"; do ${CC#CC=} -o conftest conftest.c || exit 1; done\n"})
    (folder / "configure").chmod(0o755)
    return folder


def why_not(command):
    """What is missing here for an example to run."""
    pinned = re.search(r"--pin[ =](\d+)", command)
    if pinned and int(pinned[1]) not in os.sched_getaffinity(0):
        return f"no CPU {pinned[1]}"
    for other in "ccache", "cmake":
        if re.search(rf"(^|[ \"]){other}\b", command) and not shutil.which(other):
            return f"no {other}"
    return None


def shorter(command):
    """The same in seconds, where not each corner is tried."""
    if "EVERY_CORNER" not in os.environ:
        for text, instead in [
                ("--repeat 10", "--repeat 1"), ("1,1k,64K", "1,1k"), ("--seconds 3", "--seconds 1"), ("--time 2s", "--time 500ms"),
                ("--time 1s", "--time 300ms"), ("crc16:2%", "crc16:99%"), (r"(calibrate clock)(?!.*--repeat)", r"\1 --repeat 1"),
                (r"(calibrate clock)(?!.*--counts)", r"\1 --counts 1"), (r"(calibrate noise)(?!.*--time)", r"\1 --time 500ms")]:
            command = re.sub(text, instead, command)
    return command


def accepts(command, run):
    if command.startswith("ipoint-import "):  # without a target there is no dump of its memory, but its options are read
        return run.returncode == 2 and ": No such file" in run.stderr
    if command == "ipoint-report text out/trace --db ipoint.db":  # what that would have made
        return run.returncode == 2 and "out/trace: " in run.stderr
    # compare answers 1 where runs differ, check where they are worse, tail where it gives no bound.
    may_say_no = command.startswith(("ipoint-report compare ", "ipoint-report tail ")) or "check new --baseline" in command
    return run.returncode == 0 or (run.returncode == 1 and may_say_no)


def check(tools, prepare):
    """Runs the examples of TOOLS, which share them; returns how many failed."""
    lines = {tool: examples(tool) for tool in tools}
    failed = [tool for tool, found in lines.items() if not found]
    for tool in failed:
        print(f"{tool}: no examples")
    folder = prepare()
    for command in dict.fromkeys(line for found in lines.values() for line in found):
        missing = why_not(command)
        if missing:
            print(f"not run: {command}: {missing}")
            continue
        # `...` stands for what a user adds, here the folder of the sources.
        run = sh(shorter(re.sub(r" \.\.\.$", " .", command)), folder)
        if accepts(command, run):
            print(f"ok: {command}")
        else:
            failed.append(command)
            print(f"FAILED: {command}: exit {run.returncode}\n{run.stdout}{run.stderr}")
    return len(failed)


shutil.rmtree(root, ignore_errors=True)
os.makedirs(root)
if what == "calibrate":
    sys.exit(check([f"ipoint-calibrate {command}".strip() for command in CALIBRATIONS], lambda: folder_with("for-calibrate")))
sys.exit(any([
    check([f"ipoint-report {command}".strip() for command in REPORTS], prepare_report),
    check(["ipoint-run"], prepare_run),
    check(["ipoint-instrument"], prepare_instrument),
    check(["ipoint-cc"], prepare_cc),
    check(["ipoint-import"], lambda: folder_with("for-import")),
]))
