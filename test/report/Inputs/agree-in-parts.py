# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds reports that are made by several threads, in many parts, or without a log of visits, against what one thread makes.

    agree-in-parts.py REPORT SCRIPT SEED...

For each case that SCRIPT, one of this folder, makes of a seed, it writes what one thread reports, and fails where others differ in any byte but
the command line.
"""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
OUTPUTS = (["json"], ["json", "--low", "300", "--high", "900"], ["json", "--filter=layers:2"], ["export", "--to=folded"])
DIVISIONS = (["-j", "1"], ["-j", "2", "--least-part=8"], ["-j", "3", "--least-part=900"], ["-j", "40", "--least-part=8"],
             ["-j", "1", "--log-limit=0"], ["-j", "2", "--least-part=8", "--log-limit=0"])


def report(tool, case, output, division):
    """What is written, without the lines of the command line that differ, and what is said on stderr."""
    run = subprocess.run([tool, *output, *division, "--exclude-impossible", "--db", f"{case}/ipoint.db",
                          f"{case}/trace"], capture_output=True, check=False)
    assert run.returncode == 0, run.stderr
    own = [f'"{word}"' for word in division]
    text = run.stdout.decode()
    return "".join(line for line in text.splitlines(True) if line.strip().rstrip(",") not in own) + run.stderr.decode()


def main():
    tool, script, seeds = sys.argv[1], sys.argv[2], sys.argv[3:]
    for seed in seeds:
        case = f"case-{seed}"
        with open(case + ".txt", "w") as file:
            subprocess.run([sys.executable, f"{HERE}/{script}", seed], stdout=file, check=True)
        subprocess.run([sys.executable, f"{HERE}/make-trace.py", case + ".txt", case], check=True)
        for output in OUTPUTS:
            first = report(tool, case, output, DIVISIONS[0])
            for division in DIVISIONS[1:]:
                if report(tool, case, output, division) != first:
                    sys.exit(f"{case}: {' '.join(output + division)} differs from {' '.join(DIVISIONS[0])}")
            print(first, end="")


main()
