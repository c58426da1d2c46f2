"""What the runners of foreign code share: running programs, and reading ipoint databases."""
import argparse
import collections
import os
import re
import resource
import signal
import sqlite3
import subprocess
import sys
import time

Ran = collections.namedtuple("Ran", "code output seconds")
TIMED_OUT = "timeout"


def run(words, timeout, directory=None, environment=None):
    """Runs a program with no input and without core dumps. `code` is its exit code, negative for a signal, or
    TIMED_OUT; `output` is what it wrote to stdout and stderr."""
    begin = time.monotonic()
    child = subprocess.Popen(
        words, cwd=directory, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, start_new_session=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CORE, (0, 0)))
    try:
        output, _ = child.communicate(timeout=timeout)
        code = child.returncode
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        output, _ = child.communicate()
        code = TIMED_OUT
    return Ran(code, output.decode(errors="replace"), time.monotonic() - begin)


def ending(ran):
    """How a program ended, in words."""
    if ran.code == TIMED_OUT:
        return "does not end in time"
    if ran.code < 0:
        return "dies of " + signal.Signals(-ran.code).name
    return "exits with {}".format(ran.code)


def first_complaint(output):
    """The line of a compiler's or linker's messages that says most."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    for mark in ("ipoint-cc: ", "error: ", "undefined reference"):
        for line in lines:
            if mark in line:
                return line
    return lines[0] if lines else "no message"


def functions_of_object(path):
    """The functions that a compiler put in an object, each as the set of its names: that of the source, and aliases."""
    lines = subprocess.run(["nm", "--defined-only", "--format=sysv", path], check=True, capture_output=True, text=True)
    names = collections.defaultdict(set)
    for line in lines.stdout.splitlines():
        columns = [column.strip() for column in line.split("|")]
        # What registers counters of --coverage is GCC's own.
        if re.match(r"_sub_[ID]_\d+_\d+$", columns[0]):
            continue
        if len(columns) == 7 and columns[2] in list("tTwWi") and columns[3] in ("FUNC", "IFUNC"):
            # The compiler's own copies, made for one caller or split off, carry a suffix.
            names[columns[6], columns[1]].add(re.sub(r"\.(constprop|isra|part|cold|localalias)\b.*", "", columns[0]))
    return {frozenset(same) for same in names.values()}


class Database:
    """The functions of an ipoint database."""

    def __init__(self, path):
        rows = sqlite3.connect(path)
        self.units = rows.execute("SELECT path, whole, reason FROM units ORDER BY id").fetchall()
        self.functions = rows.execute(
            "SELECT u.path, f.name, f.not_instrumented FROM functions f JOIN units u ON f.unit = u.id "
            "ORDER BY f.id").fetchall()
        self.ipoints = rows.execute("SELECT count(*) FROM ipoints").fetchone()[0]
        self.places_not_instrumented = rows.execute("SELECT count(*) FROM places_not_instrumented").fetchone()[0]
        rows.close()

    def not_instrumented(self):
        return [(path, name, reason) for path, name, reason in self.functions if reason is not None]

    def missing(self, compiled, source=None):
        """Those of the functions `compiled`, of the unit called `source` if given, that the database does not know:
        each with why."""
        def is_of_source(path):
            return source is None or os.path.basename(path) == os.path.basename(source)

        known = {name for path, name, _ in self.functions if is_of_source(path)}
        refused = [reason for path, whole, reason in self.units if not whole and reason and is_of_source(path)]
        result = []
        for names in sorted(sorted(names) for names in compiled):
            if known.isdisjoint(names):
                # GCC numbers the functions that lie in others.
                nested = re.search(r"\.\d+$", names[0])
                reason = "nested function" if nested else refused[0] if refused else "not in the database"
                result.append((source, names[0], reason))
        return result


def general(reason):
    """A reason without the names that are in it, so that like can be counted with like."""
    return re.sub(r"'[^']*'", "'…'", reason)


def print_not_instrumented(total, not_instrumented):
    """Prints how many of `total` functions are not instrumented, by reason."""
    counts = collections.Counter(general(reason) for _, _, reason in not_instrumented)
    print("{} functions compiled, {} not instrumented ({:.2f} %)".format(
        total, len(not_instrumented), 100 * len(not_instrumented) / max(total, 1)))
    for reason, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        print("{:6} {}".format(count, reason))


def parser(description):
    """The options that all runners have."""
    result = argparse.ArgumentParser(description=description)
    result.add_argument("--bin", required=True, help="folder of ipoint-cc and the other tools")
    result.add_argument("--output", required=True, help="scratch folder; what it holds is removed first")
    result.add_argument("--jobs", type=int, default=1, metavar="J", help="programs at the same time (default: 1)")
    return result


def finish(passed, failures):
    """Names the failures and prints the line that callers look for. Returns the exit code."""
    for name, why in failures:
        print("failed: {}: {}".format(name, why))
    print("{} passed, {} failed".format(passed, len(failures)))
    sys.stdout.flush()
    return 1 if failures else 0
