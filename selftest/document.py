# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What ipoint-selftest writes: the state of each requirement, and what it rests on."""
import collections
import datetime
import glob
import json
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys

from parts import PARTS
from record import BIN, DATA, PREFIX, Bench, Failed, sha256

TOOLS = ("ipoint-cc", "ipoint-instrument", "ipoint-run", "ipoint-import", "ipoint-report")


def read_requirements():
    """{id: (text, the ways in which it is checked here)}, of docs/confidence/requirements.md."""
    found = {}
    with open(os.path.join(DATA, "requirements.md"), encoding="utf-8") as lines:
        for line in lines:
            row = re.match(r"\| (IP-REQ-\d{3}) \| (.*) \| ([a-z, –]*) \|$", line)
            if row:
                found[row[1]] = row[2], set(re.findall("[a-z]+", row[3]))
    return found


def first_line(*command):
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, timeout=60)
        return done.stdout.decode("utf-8", "replace").splitlines()[0].strip()
    except (OSError, IndexError, subprocess.TimeoutExpired):
        return "not found"


class Run:
    def __init__(self, options):
        self.options, self.folder = options, os.path.abspath(options.output)
        self.checks, self.programs, self.broken = [], {}, []
        self.requirements = read_requirements()
        self.compilers = {}

    def do(self, way, name, compiler, target=None):
        """All parts of one compiler or target; `name` is what the report calls it."""
        self.compilers.setdefault(" ".join(compiler), None)
        for part, function in PARTS[way].items():
            if self.options.only and part not in self.options.only and way + "/" + part not in self.options.only:
                continue
            bench = Bench(self, way, name, part, compiler)
            first = len(self.checks)
            try:
                function(bench, target)
            except (Failed, KeyError, TypeError, StopIteration, OSError, ValueError) as error:
                reason = str(error) if isinstance(error, Failed) else "{}: {}".format(type(error).__name__, error)
                self.broken.append((way, name, part, reason))
            self.checks[first:] = [check._replace(part="{} {}".format(name, part)) for check in self.checks[first:]]
            done = self.checks[first:]
            print("{} {} {}: {} of {} checks passed{}".format(way, name, part, sum(c.passed for c in done), len(done), "".join(
                "; not finished: " + reason for w, n, p, reason in self.broken if (w, n, p) == (way, name, part))), flush=True)

    def results(self, ways):
        """[(id, text, result)]: passed, failed, not run, or why it is none of this run's."""
        rows = []
        for name, (text, checked) in self.requirements.items():
            checks = [check for check in self.checks if check.requirement == name]
            if any(not check.passed for check in checks):
                result = "failed"
            elif not checked:
                result = "not in the self-test"
            elif not checked & ways or self.options.only and not checks:
                result = "not asked for"
            elif self.options.only:
                result = "passed"
            elif not checks or any(not any(c.way == way for c in checks) for way in checked & ways):
                result = "not run"
            else:
                result = "passed"
            rows.append((name, text, result))
        return rows

    def machine(self):
        model = ""
        try:
            with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as lines:
                model = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), "")
        except OSError:
            pass
        return {"system": platform.platform(), "processor": model or platform.processor(), "cpus": os.cpu_count(),
                "python": platform.python_version()}

    def write(self, ways, targets):
        tools = {name: {"version": first_line(os.path.join(BIN, name), "--version"), "sha256": sha256(os.path.join(BIN, name))}
                 for name in TOOLS}
        # What programs are linked with, and what boards compile.
        runtime = ("lib*/libipoint*.so", "lib*/*/libipoint*.so", "share/ipoint/bare/*.*", "share/ipoint/selftest/*.*")
        for path in sorted(path for pattern in runtime for path in glob.glob(os.path.join(PREFIX, pattern))):
            tools[os.path.relpath(path, PREFIX)] = {"version": "", "sha256": sha256(path)}
        compilers = {}
        for words in self.compilers:
            path = shutil.which(words.split()[0])
            compilers[words] = {"version": first_line(words.split()[0], "--version"), "path": path, "sha256": path and sha256(os.path.realpath(path))}
        runners = {name: first_line(target["runner"][0], "--version") for name, target in targets}
        rows = self.results(ways)
        document = {
            "schema": "ipoint-selftest/1", "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
            "command_line": sys.argv, "machine": self.machine(), "tools": tools, "compilers": compilers, "runners": runners,
            "programs": self.programs,
            "requirements": [{"id": name, "text": text, "result": result} for name, text, result in rows],
            "checks": [check._asdict() for check in self.checks],
            "not_finished": [dict(zip(("way", "where", "part", "reason"), row)) for row in self.broken]}
        with open(os.path.join(self.folder, "selftest.json"), "w", encoding="utf-8") as file:
            json.dump(document, file, indent=1, ensure_ascii=False)
        with open(os.path.join(self.folder, "selftest.md"), "w", encoding="utf-8") as file:
            file.write(markdown(document, self.checks))
        return rows


def cell(text):
    return " ".join(str(text).replace("|", "\\|").split())


def table(head, rows):
    return "| {} |\n|{}\n".format(" | ".join(head), " --- |" * len(head)) + "".join(
        "| {} |\n".format(" | ".join(map(cell, row))) for row in rows) + "\n"


def markdown(document, checks):
    results = collections.Counter(row["result"] for row in document["requirements"])
    failed = [check for check in checks if not check.passed]
    text = "# Self-test of ipoint\n\n{}: {}. {} checks, {} failed.{}\n\n".format(
        document["date"], ", ".join("{} {}".format(count, result) for result, count in sorted(results.items())), len(checks), len(failed),
        " **{} parts were not finished**: their other checks were not run.".format(len(document["not_finished"])) if document["not_finished"] else "")
    machine = document["machine"]
    text += "Machine: {system}, {processor}, {cpus} processors, Python {python}. ".format(**machine)
    text += "Command: `{}`\n\n".format(" ".join(map(shlex.quote, document["command_line"])))
    text += "## Requirements\n\n" + table(("requirement", "text", "result", "checks", "where"), (
        (row["id"], row["text"], row["result"], sum(c.requirement == row["id"] for c in checks),
         ", ".join(sorted({c.way for c in checks if c.requirement == row["id"]}))) for row in document["requirements"]))
    if failed:
        text += "## Failed checks\n\n" + table(("requirement", "where", "evidence", "last command"), (
            (c.requirement, "{}, {}".format(c.way, c.part), c.evidence, "`{}`".format(c.commands[-1]) if c.commands else "") for c in failed))
    if document["not_finished"]:
        text += "## Not finished\n\n" + table(("way", "where", "part", "reason"), (row.values() for row in document["not_finished"]))
    text += "## Tools\n\n" + table(("tool", "version", "SHA-256"), (
        (name, tool["version"], tool["sha256"]) for name, tool in document["tools"].items()))
    text += table(("compiler", "version", "SHA-256"), ((name, c["version"], c["sha256"]) for name, c in document["compilers"].items()))
    if document["runners"]:
        text += table(("target", "runner"), document["runners"].items())
    text += table(("program", "SHA-256"), document["programs"].items())
    text += "## Evidence\n\n" + table(("requirement", "where", "result", "figures"), (
        (c.requirement, "{}, {}".format(c.way, c.part), "passed" if c.passed else "failed", c.evidence) for c in checks))
    text += "The commands of each check are in `selftest.json`.\n\n## Release\n\n" + table(
        ("name", "role", "date", "signature"), (("", "", "", ""), ("", "", "", "")))
    return text
