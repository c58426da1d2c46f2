"""Makes sets of runs of a program that does not exist, with times that vary as those of real runs do.

Function `work` runs blocks b0 … bN-1 one after the other, each time that it is called. A visit to block i takes

    mean_i × run × block × visit ticks

where `run` differs from run to run (log-normal, by default 0.5 %), `block` from run to run and block to block (0.3 %: layout
of memory), and `visit` from visit to visit (5 %, autocorrelated: AR(1) with 0.8). One visit in a hundred takes
twice as long (a slow path), and interrupts of 2,000 to 6,000 ticks strike at random, one in 2,000,000 ticks.
"""
import array
import math
import os
import random
import shutil
import struct
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MAKE_TRACE = os.path.join(ROOT, "test", "report", "Inputs", "make-trace.py")
MAGIC, FIRST = 0xC1FC1FC1, 256
OVERHEAD = 20   # ticks that a probe adds


class Program:
    """The blocks, of which the first takes `shortest` ticks on average, and a folder with the database and the metadata of any run, by
    which a probe took `overhead` ticks."""

    def __init__(self, folder, blocks=12, shortest=40, overhead=OVERHEAD):
        self.folder, self.means = folder, [shortest * 1.5 ** i for i in range(blocks)]
        os.makedirs(folder, exist_ok=True)
        names = ["b{}".format(i) for i in range(blocks)]
        lines = ["function work 1-{}".format(blocks + 2), "block entry entry 1"]
        lines += ["block {} join {}".format(name, line) for line, name in enumerate(names, 2)]
        lines += ["block exit exit {}".format(blocks + 2)]
        path = ["entry"] + names + ["exit"]
        lines += ["next {} {}".format(a, b) for a, b in zip(path, path[1:])]
        lines += ["env overhead_timed_mean = {}".format(1000 * overhead), "env overhead_timed_min = {}".format(overhead)]
        case = os.path.join(folder, "case")
        with open(case, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        subprocess.run([sys.executable, MAKE_TRACE, case, os.path.join(folder, "program")], check=True)
        self.database = os.path.join(folder, "program", "ipoint.db")

    def run(self, path, seed, calls, slower=(), tails=(), run_sd=0.005, block_sd=0.003, visit_sd=0.05, correlation=0.8):
        """Writes the trace of one run. `slower`: (block, factor); `tails`: (block, share of visits, factor)."""
        rng = random.Random(seed)
        gauss, uniform = rng.gauss, rng.random
        run = math.exp(gauss(0, run_sd))
        means = [mean * run * math.exp(gauss(0, block_sd)) for mean in self.means]
        for block, factor in slower:
            means[block] *= factor
        tail = {block: (share, factor) for block, share, factor in tails}
        fresh = visit_sd * math.sqrt(1 - correlation * correlation)
        state, now, next_interrupt = 0.0, 1000, rng.expovariate(1 / 2e6)
        records, blocks = array.array("Q"), len(means)
        for _ in range(calls):
            records.append(FIRST << 41 | now << 1 | 1)
            now += OVERHEAD + 10
            for i in range(blocks):
                records.append((FIRST + 1 + i) << 41 | now << 1 | 1)
                state = correlation * state + gauss(0, fresh)
                ticks = means[i] * (1 + state)
                if uniform() < 0.01:
                    ticks *= 2
                if i in tail and uniform() < tail[i][0]:
                    ticks *= tail[i][1]
                next_interrupt -= ticks
                if next_interrupt < 0:
                    ticks += 2000 + 4000 * uniform()
                    next_interrupt = rng.expovariate(1 / 2e6)
                now += OVERHEAD + int(ticks + uniform())
            records.append((FIRST + 1 + blocks) << 41 | now << 1 | 1)
            now += 100
        shutil.rmtree(path, ignore_errors=True)
        os.makedirs(path)
        shutil.copy(os.path.join(self.folder, "program", "trace", "metadata"), path)
        size = 8 * (80 + 8 * len(records))
        with open(os.path.join(path, "stream-1"), "wb") as file:
            file.write(struct.pack("<I16sI", MAGIC, bytes(range(16)), 0))
            file.write(struct.pack("<6Q2I", 1000, now, size, size, 0, 0, 1, 1))
            records.tofile(file)

    def runs(self, folder, seed, count, calls, **change):
        """A set of runs in `folder`, as `ipoint-run -n` has them."""
        shutil.rmtree(folder, ignore_errors=True)
        for number in range(1, count + 1):
            self.run(os.path.join(folder, "run-{:03}".format(number)), "{} {}".format(seed, number), calls, **change)
