#!/usr/bin/env python3
"""Builds a real program plain and behind ipoint-cc, runs its own tests on both, records it and reports.

Whatever differs is an error. Prints what was instrumented, each function that is not instrumented with the reason, and
one line of a table: processor time of build and check, plain and instrumented (not recording), in seconds.
"""
import os
import re
import resource
import shlex
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "support"))
import corpora  # noqa: E402
from programs import PROGRAMS  # noqa: E402


class Different(Exception):
    """The instrumented program is not what the plain one is."""


def children_seconds():
    """Processor time of all processes that this one has waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Build:
    """One of the two builds of a program."""

    def __init__(self, options, program, kind):
        self.options, self.program, self.kind = options, program, kind
        self.folder = os.path.join(options.output, kind)
        launcher = os.path.join(options.bin, "ipoint-cc") if kind == "instrumented" else ""
        # Static functions that are inlined everywhere stay, so that the database can be held against the objects.
        compiler = "gcc -fkeep-static-functions" if kind == "plain" else launcher + " gcc"
        self.environment = dict(os.environ, CC=compiler, CXX=(launcher + " g++").strip(), LAUNCHER=launcher, HERE=HERE,
                                IPOINT_DB=os.path.join(options.output, "ipoint.db"))
        self.seconds = {}

    def shell(self, step, command):
        """Runs a step. Returns its output, which is also in a log beside the build's folder."""
        log = os.path.join(self.options.output, "{}-{}.log".format(self.kind, step))
        begin = children_seconds()
        with open(log, "wb") as output:
            done = subprocess.run(["sh", "-c", command], cwd=self.folder, env=self.environment,
                                  stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, check=False)
        self.seconds[step] = children_seconds() - begin
        with open(log, encoding="utf-8", errors="replace") as output:
            text = output.read()
        if done.returncode != 0:
            raise Different("{} {}: exit code {}; {} ends in\n{}".format(
                self.kind, step, done.returncode, log, "\n".join(text.splitlines()[-15:])))
        return text

    def make(self):
        source = os.path.join(self.options.sources, self.program.source or self.options.name)
        shutil.copytree(source, self.folder, symlinks=True)
        self.shell("configure", self.program.configure)
        complaints = [line for line in self.shell("build", self.program.build).splitlines() if "ipoint-cc: " in line]
        if complaints:
            raise Different("\n".join(complaints))

    def check(self):
        lines = self.shell("check", self.program.check).splitlines()
        if not self.program.same:
            return None
        return [line.replace(self.folder, "") for line in lines if re.search(self.program.same, line)]

    def record(self, *prefix):
        """Runs the command that is recorded. Returns what it wrote to stdout, and what to stderr."""
        with open(os.path.join(HERE, self.program.input), "rb") as text:
            done = subprocess.run([*prefix, *shlex.split(self.program.record)], cwd=self.folder, stdin=text,
                                  capture_output=True, check=False)
        if done.returncode != 0:
            raise Different("{} {}: exit code {}: {}".format(
                self.kind, self.program.record, done.returncode, done.stderr.decode(errors="replace")))
        return done.stdout, done.stderr


def print_instrumented(options, plain):
    """Holds the database against the objects of the plain build."""
    database = corpora.Database(os.path.join(options.output, "ipoint.db"))
    # What a configure script compiles to learn about the compiler is gone by now.
    units = [path for path, whole, _ in database.units if whole and os.path.exists(path)]
    objects, compiled = 0, set()
    for folder, folders, files in os.walk(plain.folder):
        if folder == plain.folder and plain.program.host in folders:
            folders.remove(plain.program.host)
        for file in files:
            if file.endswith((".o", ".sho")) and "CMakeFiles/CMake" not in folder:
                objects += 1
                compiled |= corpora.functions_of_object(os.path.join(folder, file))
    print("{} units, {} functions, {} not instrumented, {} ipoints, {} places not instrumented".format(
        len(units), len(database.functions), len(database.not_instrumented()), database.ipoints, database.places_not_instrumented))
    for _, name, reason in database.not_instrumented():
        print("not instrumented: {}: {}".format(name, reason))
    missing = database.missing(compiled)
    if not compiled or missing:
        raise Different("not in the database: {}".format([name for _, name, _ in missing]))
    print("all {} functions of {} objects are in the database".format(len(compiled), objects))
    return len(units), len(database.functions), len(database.not_instrumented()), database.ipoints


def record_and_report(options, program, plain, instrumented):
    """The same command plain, instrumented, and recorded; then a report, held against what was recorded."""
    expected, _ = plain.record()
    quiet, complaints = instrumented.record()
    if quiet != expected or (not plain.record()[1] and complaints):
        raise Different("{}: output differs".format(program.record))
    trace = os.path.join(options.output, "trace")
    recorded, said = instrumented.record(os.path.join(options.bin, "ipoint-run"), "-o", trace, "--")
    if recorded != expected:
        raise Different("{}: output differs when it is recorded".format(program.record))
    summary, json = os.path.join(options.output, "summary.txt"), os.path.join(options.output, "report.json")
    with open(summary, "wb") as file:
        file.write(said)
    report = os.path.join(options.bin, "ipoint-report")
    environment = instrumented.environment
    subprocess.run([report, "json", "--all", trace, "-o", json], env=environment, check=True)
    if "EVERY_CORNER" in environment:
        subprocess.run([report, "text", trace, "-o", os.path.join(options.output, "report.txt")],
                       env=environment, check=True)
        if program.html:
            subprocess.run([report, "html", trace, "-o", os.path.join(options.output, "report")],
                           env=environment, check=True)
    sys.stdout.flush()
    subprocess.run([sys.executable, os.path.join(HERE, "Inputs", "check-report.py"), json, summary,
                    options.babeltrace2, trace], check=True)
    shutil.rmtree(trace)


def main():
    parser = corpora.parser(__doc__.splitlines()[0])
    parser.add_argument("name", choices=sorted(PROGRAMS))
    parser.add_argument("--sources", required=True, help="folder of the unpacked sources")
    parser.add_argument("--babeltrace2", default="babeltrace2", help="the program of this name")
    parser.add_argument("--keep", action="store_true", help="leave what was built")
    options = parser.parse_args()
    for path in ("bin", "output", "sources"):
        setattr(options, path, os.path.abspath(getattr(options, path)))
    program = PROGRAMS[options.name]
    shutil.rmtree(options.output, ignore_errors=True)
    os.makedirs(options.output)
    plain, instrumented = Build(options, program, "plain"), Build(options, program, "instrumented")
    try:
        for build in (plain, instrumented):
            build.make()
        counts = print_instrumented(options, plain)
        expected, seen = plain.check(), instrumented.check()
        if expected != seen or expected == []:
            raise Different("check: plain says\n{}\ninstrumented says\n{}".format(expected, seen))
        if program.record:
            record_and_report(options, program, plain, instrumented)
    except Different as error:
        print("failed: {}: {}".format(options.name, error))
        return 1
    columns = [options.name, *counts]
    for step in ("build", "check"):
        before, after = plain.seconds[step], instrumented.seconds[step]
        columns += ["{:.1f}".format(before), "{:.1f}".format(after), "{:.2f}".format(after / before)]
    print("| program | units | functions | not instrumented | ipoints | build plain | instrumented | ratio "
          "| check plain | instrumented | ratio |")
    print("| {} |".format(" | ".join(str(column) for column in columns)))
    if not options.keep:
        for build in (plain, instrumented):
            shutil.rmtree(build.folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
