#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Instruments C text of many shapes, each in a size and in four times that size, with decisions (and, where each corner is tried, loops), and fails where the database grows by
more than a linear algorithm's would, or processor time does while it is more than three times that of Clang's parse alone (which takes
the square of the depth where scopes are nested).

    sizes.py IPOINT-INSTRUMENT CLANG FOLDER       measures all shapes
    sizes.py --print SHAPE SIZE                   writes such a text
"""
import os
import resource
import signal
import subprocess
import sys

# Twice the size may take 2.6 times as long: caches, and what sorting adds.
MOST = 2.6 ** 2
MOST_OF_PARSE = 3
ROUNDS = 3  # of what seems to take too long
MOST_SECONDS = 60  # of what would go on for hours


def function(body, parameters="int x"):
    return "extern int a[];\nint g(int);\nint f(" + parameters + ") {\nint s = 0;\n" + body + "\nreturn s;\n}\n"


SHAPES = {
    "nested-ifs": (1250, lambda n: function("if (x) { s++;\n" * n + "}" * n)),
    "nested-ifs-without-braces": (1250, lambda n: function("if (x)\n" * n + "s++;")),
    "nested-loops": (1000, lambda n: function("while (x--) { if (s) break; s++;\n" * n + "}" * n)),
    "nested-choices": (2000, lambda n: function("s = " + "".join("x == %d ? %d :\n" % (i, i) for i in range(n)) + "0;")),
    "nested-switches": (1000, lambda n: function("switch (x) { case 1: s++;\n" * n + "}" * n)),
    "one-line": (10000, lambda n: function("if (x) s++; " * n)),
    "one-line-of-macros": (6000, lambda n: "#define M(x) if (x) s++;\n" + function("M(x) " * n)),
    "operands": (5000, lambda n: function("if (" + "\n&& ".join("a[%d]" % i for i in range(n)) + ") s++;")),
    "operands-of-a-value": (4000, lambda n: function("s = " + "\n|| ".join("a[%d] && x" % i for i in range(n)) + ";")),
    "arms": (1500, lambda n: function("else ".join("if (x == %d) { s += 2; }\n" % i for i in range(n)))),
    "cases": (10000, lambda n: function("switch (x) {" + "".join("case %d: s += 2; break;\n" % i for i in range(n)) + "}")),
    "statements": (25000, lambda n: function("s += g(x);\n" * n)),
    "jumps": (5000, lambda n: function("".join("L%d: s++; if (x == %d) goto L%d;\n" % (i, i, i * 7919 % n) for i in range(n)))),
    "functions": (5000, lambda n: "".join("int f%d(int x) { if (x) return %d; return 2; }\n" % (i, i) for i in range(n))),
}


def processor_seconds(words, rounds):
    """The least of some rounds."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
        hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
        resource.setrlimit(resource.RLIMIT_STACK, (hard if hard != resource.RLIM_INFINITY else 1 << 29, hard))
    times = []
    for _ in range(rounds):
        child = subprocess.Popen(words, preexec_fn=limit)
        _, status, used = os.wait4(child.pid, 0)
        if status == signal.SIGXCPU or status == signal.SIGKILL:
            return float("inf")
        assert status == 0, (words, status)
        times.append(used.ru_utime)
    return min(times)


def instrument(tool, level, source, folder, rounds):
    """Processor time in seconds, and KB of the database."""
    database = os.path.join(folder, "ipoint.db")
    if os.path.exists(database):
        os.remove(database)
    seconds = processor_seconds([tool, "--level", level, "--db", database, source, "-o", os.path.join(folder, "out.i")],
                                rounds)
    if seconds != float("inf"):
        with open(os.path.join(folder, "out.i"), encoding="utf-8") as text:
            assert "ipoint_timed(" in text.read(), (source, level)
    return seconds, os.path.getsize(database) >> 10 if os.path.exists(database) else 0


def main():
    if sys.argv[1] == "--print":
        sys.stdout.write(SHAPES[sys.argv[2]][1](int(sys.argv[3])))
        return
    tool, clang, folder = sys.argv[1:]
    failed = False
    for name, (size, make) in SHAPES.items():
        sources = [os.path.join(folder, each) for each in ("small.i", "large.i")]
        for source, n in zip(sources, (size, 4 * size)):
            with open(source, "w") as file:
                file.write(make(n))
        for level in ("loops", "decisions") if "EVERY_CORNER" in os.environ else ("decisions",):
            for rounds in (1, ROUNDS):
                parse = processor_seconds([clang, "-fsyntax-only", "-w", "-fbracket-depth=1000000", "-x", "cpp-output", sources[1]], rounds)
                small, large = (instrument(tool, level, source, folder, rounds) for source in sources)
                bad = large[1] > MOST * small[1] or (large[0] > MOST * small[0] and large[0] > MOST_OF_PARSE * parse)
                if not bad:
                    break
            failed |= bad
            print("%s at %s: %.2f and %.2f s, parse %.2f s; %d and %d KB%s" % (name, level, small[0], large[0], parse, small[1],
                                                                             large[1], " TOO MUCH" if bad else ""))
    sys.exit(failed)


if __name__ == "__main__":
    main()
