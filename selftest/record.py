# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How ipoint-selftest builds, runs and records a program."""
import collections
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys

DATA = os.path.dirname(os.path.realpath(__file__))  # share/ipoint/selftest
PREFIX = os.path.dirname(os.path.dirname(os.path.dirname(DATA)))
BIN = os.path.join(PREFIX, "bin")
PROGRAMS = os.path.join(DATA, "programs")
BARE = os.path.join(PREFIX, "share", "ipoint")

Check = collections.namedtuple("Check", "requirement way part passed evidence commands")


class Failed(Exception):
    """A step of a part did not do what it must: the part's other checks are not run."""


def wrong(text):
    print("ipoint-selftest: " + text, file=sys.stderr)
    sys.exit(2)


def sha256(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


class Bench:
    """Where one part runs: a folder, what was executed there, and what came out."""

    def __init__(self, run, way, name, part, compiler):
        self.run, self.way, self.part, self.compiler = run, way, part, compiler
        self.folder = os.path.join(run.folder, re.sub(r"[^\w.+-]+", "-", "-".join((way, name, part))))
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)
        self.commands = []
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("IPOINT_")}
        self.environment["IPOINT_DB"] = os.path.join(self.folder, "ipoint.db")

    def path(self, name):
        return os.path.join(self.folder, name)

    def execute(self, *command, status=0, given=b""):
        """Its standard output; `given` is its input, `status` may be a set of exit statuses, of which the one that came is `self.status`."""
        self.commands.append(" ".join(shlex.quote(word) for word in command))
        try:
            done = subprocess.run(command, cwd=self.folder, env=self.environment, input=given, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, timeout=self.run.options.timeout, check=False)
        except FileNotFoundError:
            raise Failed(command[0] + ": not found")
        except subprocess.TimeoutExpired:
            raise Failed("{}: did not end within {} s".format(command[0], self.run.options.timeout))
        self.status = done.returncode
        self.messages = done.stderr.decode("utf-8", "replace")
        if done.returncode not in (status if isinstance(status, set) else {status}):
            raise Failed("{}: exit status {}: {}".format(self.commands[-1], done.returncode, self.messages.strip()[-400:]))
        return done.stdout.decode("utf-8", "replace")

    def tool(self, name, *words, **more):
        return self.execute(os.path.join(BIN, name), *words, **more)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def compile(self, sources, flags, instrumented=True, status=0):
        """Object files of programs/SOURCE.c."""
        objects = []
        for source in sources:
            path = source if os.path.isabs(source) else os.path.join(PROGRAMS, source + ".c")
            objects.append(os.path.splitext(os.path.basename(path))[0] + ".o")
            words = [*self.compiler, *flags, "-I" + PROGRAMS, "-I" + os.path.join(PREFIX, "include"), "-I" + BARE,
                     "-c", path, "-o", objects[-1]]
            if instrumented:
                self.tool("ipoint-cc", *words, status=status)
            else:
                self.execute(*words, status=status)
        return objects

    def report(self, trace="trace", *more):
        self.tool("ipoint-report", "json", "--all", *more, trace, "-o", "report.json")
        return self.read_json("report.json")

    def read_text(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def read_json(self, name):
        return json.loads(self.read_text(name))

    def hash_program(self, name):
        self.run.programs[os.path.relpath(self.path(name), self.run.folder)] = sha256(self.path(name))

    def check(self, requirement, passed, evidence):
        self.run.checks.append(Check(requirement, self.way, self.part, bool(passed), evidence, list(self.commands)))

    def equal(self, requirement, what, expected, seen, tolerance=0):
        passed = seen is not None and abs(seen - expected) <= tolerance
        self.check(requirement, passed, "{}: known {:g}{}, reported {}".format(
            what, expected, " ± {:g}".format(tolerance) if tolerance else "", "nothing" if seen is None else "{:g}".format(seen)))


def record_on_host(bench, sources, environment=(), options=(), link=(), flags=(), trace="trace", status=0):
    """The facts that the program printed."""
    bench.environment.update(environment)
    flags = ["-O1", "-DSELFTEST_HOST", *flags]
    objects = bench.compile(sources, flags) + bench.compile(["host"], flags, instrumented=False)
    bench.tool("ipoint-cc", *bench.compiler, *objects, *link, "-o", "program")
    bench.hash_program("program")
    return facts_of(bench.tool("ipoint-run", "--switches=no", *options, "-o", trace, "--", "./program", status=status))


def record_by_clock(bench, sources, flags=(), slots=65536, trace="trace", stream=()):
    bench.environment.update(IPOINT_TIMED="blocks", IPOINT_STORE="blocks")
    write_config(bench)
    flags = ["-O1", "-DSELFTEST_CLOCK", "-DIPOINT_NO_PORT", *flags]
    objects = bench.compile(sources, flags) + bench.compile(["clock"], flags, instrumented=False)
    objects += bench.compile([os.path.join(BARE, "bare", "bare.c")], flags + ['-DIPOINT_PORT="selftest-port.h"',
                                                                              "-DIPOINT_RING_SLOTS={}".format(slots)], instrumented=False)
    bench.execute(*bench.compiler, *objects, "-o", "program")
    bench.hash_program("program")
    facts = facts_of(bench.execute("./program"))
    bench.tool("ipoint-import", "-o", trace, "--program", "program", *stream, "memory.img")
    return facts


def record_on_board(bench, sources, target, store="blocks", timed="blocks", slots=8192):
    bench.environment.update(IPOINT_TIMED=timed, IPOINT_STORE=store)
    write_config(bench)
    here = target["folder"]
    place = lambda word: os.path.join(here, word) if os.path.exists(os.path.join(here, word)) else word
    objects = bench.compile(sources, target["flags"])
    objects += bench.compile([place(source) for source in target["sources"]], target["flags"], instrumented=False)
    sums = ["-DIPOINT_SUMS"] if store == "sums" else []
    objects += bench.compile([os.path.join(BARE, "bare", "bare.c")],
                             target["flags"] + sums + ["-DIPOINT_RING_SLOTS={}".format(slots)], instrumented=False)
    bench.execute(*bench.compiler, *target["flags"], *objects, *map(place, target["link"]), "-o", "firmware.elf")
    bench.hash_program("firmware.elf")
    # What a program prints by semihosting QEMU writes to standard error.
    printed = bench.execute(*(word.replace("{elf}", "firmware.elf") for word in target["runner"]))
    facts = facts_of(printed + bench.messages)
    bench.tool("ipoint-import", "-o", "trace", "--program", "firmware.elf", "memory.img")
    return facts


def write_config(bench):
    """No handler can be seen to be one where a call stands for an interrupt, or on a Cortex-M."""
    bench.environment["IPOINT_CONFIG"] = bench.path("ipoint.yaml")
    bench.write("ipoint.yaml", "interrupts: on_strike\n")


def facts_of(text):
    facts = [(what, function, where, int(number)) for what, function, where, number in re.findall(r"^fact (\S+) (\S+) (\S+) (\d+)\s*$", text, re.M)]
    if not facts:
        raise Failed("the program printed nothing that it knows: " + text.strip()[-400:])
    return facts
