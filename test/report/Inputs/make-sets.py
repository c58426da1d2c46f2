#!/usr/bin/env python3
"""make-sets.py OUT: sets of six runs in OUT/old, OUT/again (the same program) and OUT/new (b2 takes 5 % more, and 4 % of
the visits to b5 take 17 times as long), with OUT/ipoint.db."""
import os
import shutil
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "support"))
import synthetic_runs  # noqa: E402

out = sys.argv[1]
program = synthetic_runs.Program(os.path.join(out, "made"), blocks=6)
shutil.copy(program.database, out)
program.runs(os.path.join(out, "old"), "old", 6, 500)
program.runs(os.path.join(out, "again"), "again", 6, 500)
program.runs(os.path.join(out, "new"), "new", 6, 500, slower=[(2, 1.05)], tails=[(5, 0.04, 17)])
