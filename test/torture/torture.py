#!/usr/bin/env python3
"""Runs gcc.c-torture/execute plain and instrumented.

Every program that passes plain must pass instrumented. Ends with `N passed, M failed`, and exits 1 if one failed.
Programs that already fail plain are counted apart.

The sources: scripts/debian-source.sh --inner gcc-12-source FOLDER gcc/testsuite/gcc.c-torture/execute
"""
import collections
import concurrent.futures
import glob
import json
import os
import re
import shlex
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import corpora  # noqa: E402
import encodings_agree  # noqa: E402

COMPILE_TIMEOUT, RUN_TIMEOUT = 300, 60

# What the suites' own drivers add (builtins.exp, ieee.exp; execute.exp: -w).
SUITE_FLAGS = {
    "": [],
    "ieee": ["-fno-inline"],
    "builtins": "-fno-tree-dse -fno-tree-loop-distribute-patterns -fno-tracer -fno-ipa-ra "
                "-fno-inline-functions".split(),
}

# Which way these go hangs on variables that are not set, or on what the compiler inlines: no two builds need agree.
UNDEFINED = {"20030404-1", "990208-1"}

Program = collections.namedtuple("Program", "name sources flags")
Result = collections.namedtuple("Result", "name plain failure functions not_instrumented")


def applies(selector):
    """Whether a `{ target ... }` of a dg directive names x86-64 Linux."""
    if not selector:
        return True
    return bool(re.search(r"x86_64|\bfpic\b", selector)) and not re.search(r"ia32|darwin|mingw", selector)


def flags_of(source):
    """The options that a test asks for in its own text, and in the .x file beside it."""
    with open(source, encoding="latin-1") as file:
        text = file.read()
    flags = []
    for options, selector in re.findall(
            r'dg-(?:additional-)?options\s+\{?\s*"([^"]*)"\s*\}?\s*(\{ *target.*\})?\s*\}', text):
        if applies(selector):
            flags += options.split()
    beside = os.path.splitext(source)[0] + ".x"
    if os.path.exists(beside):
        with open(beside, encoding="latin-1") as file:
            for options in re.findall(r"^set additional_flags \"?([^\"\n]*)", file.read(), re.MULTILINE):
                flags += options.split()
    return flags


def permissive(compiler):
    """What makes the compiler take old C (no types, no declarations), where it does not by itself: GCC from 14 on."""
    flags = ["-fpermissive"]
    words = compiler + flags + ["-Werror", "-fsyntax-only", "-x", "c", os.devnull]
    return flags if corpora.run(words, COMPILE_TIMEOUT, ".").code == 0 else []


def find_programs(folder):
    programs = []
    for suite, flags in SUITE_FLAGS.items():
        for source in sorted(glob.glob(os.path.join(folder, suite, "*.c"))):
            stem = os.path.splitext(source)[0]
            if suite == "builtins" and stem.endswith("-lib"):
                continue
            sources = [source]
            if suite == "builtins":
                sources += [stem + "-lib.c", os.path.join(folder, suite, "lib", "main.c")]
            name = os.path.relpath(stem, folder)
            programs.append(Program(name, sources, ["-w"] + flags + flags_of(source)))
    return programs


def build(program, compiler, folder, environment=None):
    """Compiles and links as a makefile does. Returns (what failed or None, executable, objects)."""
    os.makedirs(folder)
    objects = []
    for number, source in enumerate(program.sources):
        objects.append(os.path.join(folder, "{}.o".format(number)))
        words = compiler + program.flags + ["-c", source, "-o", objects[-1]]
        made = corpora.run(words, COMPILE_TIMEOUT, folder, environment)
        if made.code != 0:
            return "compiler: " + corpora.first_complaint(made.output), None, objects
    executable = os.path.join(folder, "program")
    words = compiler + program.flags + objects + ["-lm", "-o", executable]
    made = corpora.run(words, COMPILE_TIMEOUT, folder, environment)
    if made.code != 0:
        return "linker: " + corpora.first_complaint(made.output), None, objects
    return None, executable, objects


def check_recording(options, executable, folder, environment):
    """Records a run. Returns what is wrong with it, or None."""
    trace = os.path.join(folder, "trace")
    ran = corpora.run([os.path.join(options.bin, "ipoint-run"), "-o", trace, "--", executable], RUN_TIMEOUT, folder)
    if ran.code != 0:
        return "recorded, it " + corpora.ending(ran)
    report = corpora.run([os.path.join(options.bin, "ipoint-report"), "json", trace], RUN_TIMEOUT, folder, environment)
    if report.code != 0:
        return "report: " + corpora.first_complaint(report.output)
    lost = json.loads(report.output)["lost"]
    if lost["records"] or lost["damage"] or lost["unknown_records"]:
        return "records are lost or damaged"
    if lost["impossible_transitions"]:
        return "impossible transitions: " + json.dumps(lost["impossible_transitions"])
    return None


def instrument(options, program, compiler, folder, environment):
    shutil.rmtree(folder, ignore_errors=True)
    return build(program, [os.path.join(options.bin, "ipoint-cc")] + compiler, folder, environment)


def compare_encodings(options, program, compiler, folder):
    """What path records and block records of a program say otherwise, or None."""
    place = os.path.join(folder, "encodings")
    os.makedirs(place)
    objects = os.path.join(place, "objects")

    def make(environment):
        return instrument(options, program, compiler, objects, environment)[0]

    return encodings_agree.compare(options.bin, place, options.level, make, [os.path.join(objects, "program")])


def try_program(options, program):
    folder = os.path.join(options.output, program.name)
    program = program._replace(flags=[options.opt] + options.permissive + program.flags)
    plain_folder, folder = os.path.join(folder, "plain"), os.path.join(folder, "instrumented")
    compiler = shlex.split(options.cc)
    why, plain_executable, objects = build(program, compiler, plain_folder)
    if why:
        return Result(program.name, why, None, 0, [])
    plain = corpora.run([plain_executable], RUN_TIMEOUT, plain_folder)
    if plain.code != 0:
        return Result(program.name, corpora.ending(plain), None, 0, [])

    path = os.path.join(folder, "ipoint.db")
    environment = dict(os.environ, IPOINT_DB=path, IPOINT_LEVEL=options.level)
    failure, executable, _ = instrument(options, program, compiler, folder, environment)
    if options.encodings and not failure and program.name not in UNDEFINED:
        failure = compare_encodings(options, program, compiler, folder)
    elif not failure:
        ran = corpora.run([executable], RUN_TIMEOUT, folder)
        if ran.code != 0:
            failure = corpora.ending(ran)
        # Some print addresses.
        elif ran.output != plain.output and corpora.run([plain_executable], RUN_TIMEOUT, folder).output == plain.output:
            failure = "writes something else"
        elif options.record and corpora.Database(path).ipoints:
            failure = check_recording(options, executable, folder, environment)
    functions, not_instrumented = 0, []
    if os.path.exists(path):
        database = corpora.Database(path)
        not_instrumented = database.not_instrumented()
        for source, plain_object in zip(program.sources, objects):
            not_instrumented += database.missing(corpora.functions_of_object(plain_object), source)
        functions = len(database.functions) + len(not_instrumented) - len(database.not_instrumented())
    return Result(program.name, None, failure, functions, not_instrumented)


def main():
    parser = corpora.parser(__doc__.splitlines()[0])
    parser.add_argument("--sources", required=True, help="the folder gcc.c-torture/execute")
    parser.add_argument("--cc", default="gcc", help="the compiler (default: gcc)")
    parser.add_argument("--opt", default="-O1", help="optimisation, as --opt=-O2 (default: -O1)")
    parser.add_argument("--level", default="blocks", help="ipoints that there are (default: blocks)")
    parser.add_argument("--record", action="store_true", help="record each program too, and report on it")
    parser.add_argument("--encodings", action="store_true", help="compare path records and block records of each program")
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--sample", type=int, metavar="N", help="only N programs, spread over all")
    choice.add_argument("--only", nargs="+", metavar="NAME", help="only these programs")
    parser.add_argument("--keep", action="store_true", help="leave what was built")
    parser.add_argument("--list", action="store_true", help="name each function that is not instrumented")
    options = parser.parse_args()
    options.bin, options.output = os.path.abspath(options.bin), os.path.abspath(options.output)
    options.permissive = permissive(shlex.split(options.cc))

    programs = find_programs(os.path.abspath(options.sources))
    if not programs:
        parser.error("no programs in " + options.sources)
    if options.sample:
        count = min(options.sample, len(programs))
        programs = [programs[number * len(programs) // count] for number in range(count)]
    if options.only:
        programs = [program for program in programs if program.name in options.only]
    shutil.rmtree(options.output, ignore_errors=True)

    def attempt(program):
        result = try_program(options, program)
        if not options.keep:
            shutil.rmtree(os.path.join(options.output, program.name), ignore_errors=True)
        return result

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(attempt, programs))
    return report(options, results)


def report(options, results):
    tried = [result for result in results if not result.plain]
    print("{} {} level {}: {} programs, {} fail plain".format(
        options.cc, options.opt, options.level, len(results), len(results) - len(tried)))
    for result in results:
        if result.plain:
            print("  fails plain: {}: {}".format(result.name, result.plain))
    not_instrumented = [entry for result in tried for entry in result.not_instrumented]
    corpora.print_not_instrumented(sum(result.functions for result in tried), not_instrumented)
    if options.list:
        for source, name, reason in not_instrumented:
            print("  {}: {}: {}".format(os.path.basename(source), name, reason))
    failures = [(result.name, result.failure) for result in tried if result.failure]
    return corpora.finish(len(tried) - len(failures), failures)


if __name__ == "__main__":
    sys.exit(main())
