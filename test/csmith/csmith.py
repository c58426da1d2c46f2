#!/usr/bin/env python3
"""Holds random programs of csmith, instrumented, against themselves plain.

A program prints a checksum of its global variables, which must be the same. Each seed is tried with each compiler, at
an optimisation that depends on the seed. With --encodings, its report must be the same from path records and from block
records. Programs that fail or do not end in time plain are counted apart. Ends with `N passed, M failed`, and exits 1
if one failed.
"""
import collections
import concurrent.futures
import os
import shlex
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import corpora  # noqa: E402
import encodings_agree  # noqa: E402

INCLUDE = "/usr/include/csmith"
OPTIMISATIONS = ("-O0", "-O1", "-O2")
# A program that runs for a second plain is most likely a loop without end, and takes minutes at -O0 with probes. What runs
# for seconds and was folded by the optimiser (seed 661) takes minutes too.
PLAIN_TIMEOUT, TIMEOUT, COMPILE_TIMEOUT = 1, 1200, 600

Result = collections.namedtuple("Result", "name plain failure functions not_instrumented")


def try_seed(options, seed, compiler, source):
    """One seed with one compiler."""
    name = "seed {} {} {}".format(seed, compiler, OPTIMISATIONS[seed % 3])
    folder = os.path.dirname(source)
    words = shlex.split(compiler) + [OPTIMISATIONS[seed % 3], "-w", "-I" + INCLUDE, source, "-o"]
    plain_program, program = os.path.join(folder, "plain"), os.path.join(folder, "instrumented")
    database = os.path.join(folder, "ipoint.db")
    for path in (plain_program, program, database):
        if os.path.exists(path):
            os.remove(path)
    made = corpora.run(words + [plain_program], COMPILE_TIMEOUT, folder)
    if made.code != 0:
        return Result(name, "compiler: " + corpora.first_complaint(made.output), None, 0, [])
    plain = corpora.run([plain_program], PLAIN_TIMEOUT, folder)
    if plain.code != 0:
        return Result(name, corpora.ending(plain), None, 0, [])

    def instrument(environment):
        made = corpora.run([os.path.join(options.bin, "ipoint-cc")] + words + [program], COMPILE_TIMEOUT, folder, environment)
        return "compiler: " + corpora.first_complaint(made.output) if made.code != 0 else None

    if options.encodings:
        failure = encodings_agree.compare(options.bin, folder, options.level, instrument, [program])
    else:
        failure = instrument(dict(os.environ, IPOINT_DB=database, IPOINT_LEVEL=options.level))
    if not failure:
        ran = corpora.run([program], TIMEOUT, folder)
        if ran.code != 0:
            failure = corpora.ending(ran)
        elif ran.output != plain.output:
            failure = "plain says {!r}, instrumented {!r}".format(plain.output[-40:], ran.output[-40:])
    functions, not_instrumented = 0, []
    if os.path.exists(database):
        known = corpora.Database(database)
        functions, not_instrumented = len(known.functions), known.not_instrumented()
    return Result(name, None, failure, functions, not_instrumented)


def try_all(options, seed):
    """One seed with all compilers."""
    folder = os.path.join(options.output, str(seed))
    os.makedirs(folder)
    source = os.path.join(folder, "program.c")
    made = corpora.run(["csmith", "--seed", str(seed), "-o", source], COMPILE_TIMEOUT, folder)
    if made.code != 0:
        results = [Result("seed {}".format(seed), "csmith " + corpora.ending(made), None, 0, [])]
    else:
        results = [try_seed(options, seed, compiler, source) for compiler in options.cc]
    for result in results:
        if result.failure:
            print("failed: {}: {}".format(result.name, result.failure), file=sys.stderr, flush=True)
    if not any(result.failure for result in results):
        shutil.rmtree(folder)
    done = seed - options.first + 1
    if done % 100 == 0:
        print("{} seeds done".format(done), file=sys.stderr, flush=True)
    return results


def main():
    parser = corpora.parser(__doc__.splitlines()[0])
    parser.add_argument("--first", type=int, required=True, metavar="SEED", help="the first seed")
    parser.add_argument("--count", type=int, required=True, metavar="N", help="how many seeds")
    parser.add_argument("--cc", action="append", metavar="COMPILER",
                        help="a compiler, again for more (default: gcc and clang-19)")
    parser.add_argument("--level", default="blocks", help="ipoints that there are (default: blocks)")
    parser.add_argument("--encodings", action="store_true", help="compare path records and block records of each program")
    options = parser.parse_args()
    options.cc = options.cc or ["gcc", "clang-19"]
    options.bin, options.output = os.path.abspath(options.bin), os.path.abspath(options.output)
    shutil.rmtree(options.output, ignore_errors=True)
    seeds = range(options.first, options.first + options.count)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = [result for some in pool.map(lambda seed: try_all(options, seed), seeds) for result in some]

    tried = [result for result in results if not result.plain]
    print("csmith seeds {} to {}, level {}: {} programs, {} fail plain".format(
        seeds[0], seeds[-1], options.level, len(results), len(results) - len(tried)))
    for result in results:
        if result.plain:
            print("  fails plain: {}: {}".format(result.name, result.plain))
    corpora.print_not_instrumented(sum(result.functions for result in tried),
                             [entry for result in tried for entry in result.not_instrumented])
    failures = [(result.name, result.failure) for result in tried if result.failure]
    return corpora.finish(len(tried) - len(failures), failures)


if __name__ == "__main__":
    sys.exit(main())
