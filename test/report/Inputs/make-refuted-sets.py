#!/usr/bin/env python3
"""make-refuted-sets.py OUT: sets of six runs with blocks of 26 and 29 ticks, a probe's 20 included, and OUT/ipoint.db. Those in OUT/overhead-25
and OUT/overhead-40 say that a probe takes 25 and 40 ticks, and are alike but for chance; OUT/overhead-40-slower says 40, and its block b0
takes 4 ticks more."""
import os
import shutil
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "support"))
import synthetic_runs  # noqa: E402

out = sys.argv[1]
for name, overhead, factor in [("overhead-25", 25, 1), ("overhead-40", 40, 1), ("overhead-40-slower", 40, 10 / 6)]:
    program = synthetic_runs.Program(os.path.join(out, "made", name), blocks=2, shortest=6, overhead=overhead)
    program.runs(os.path.join(out, name), name, 6, 2000, slower=[(0, factor)])
    shutil.copy(program.database, out)
