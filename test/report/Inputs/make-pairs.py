#!/usr/bin/env python3
"""make-pairs.py OUT PAIRS CALLS...: for each number of calls a folder OUT/CALLS as `ipoint-run --baseline` writes it.

In each run main calls f CALLS times. A probe truly costs 15 ticks; the traces state 10 as its measured cost. So with T probes the
plain program takes elapsed - 15 T ticks, and corrected times are too long by 5 T. Example: 100 probes make corrected times 500 ticks
too long. A constructor and a function registered with atexit() call f, too; main's time does not include these calls.
"""
import json
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
out, pairs = sys.argv[1], int(sys.argv[2])
for calls in map(int, sys.argv[3:]):
    folder, listed = os.path.join(out, str(calls)), []
    for number in range(1, pairs + 1):
        work = 200 + number % 5   # ticks of a call; differs from run to run
        begin, step = 1000000 * number, 2 * work
        end = begin + 50 + calls * step
        case = os.path.join(out, "case")
        with open(case, "w", encoding="utf-8") as file:
            file.write("function main 1-9\nfunction f 10-12\nenv overhead_timed_mean = 10000\nenv overhead_timed_min = 10\nthread 1\n"
                       "f entry @{6}\nf exit @{7}\n"
                       "main entry @{0}\nrepeat {1} +{2}\nf entry @{3}\nf exit @{4}\nend\nmain exit @{5}\n"
                       "f entry @{8}\nf exit @{9}\n".format(
                           begin, calls, step, begin + 20, begin + 20 + work, end,
                           begin - 900, begin - 100, end + 100, end + 900))
        subprocess.run([sys.executable, os.path.join(HERE, "make-trace.py"), case, os.path.join(out, "made")], check=True)
        name = "run-{:03}".format(number)
        os.makedirs(folder, exist_ok=True)
        trace = os.path.join(folder, name)
        shutil.rmtree(trace, ignore_errors=True)
        shutil.move(os.path.join(out, "made", "trace"), trace)
        os.rename(os.path.join(trace, "stream-1"), os.path.join(trace, "stream-1-1"))
        plain = end - begin - 15 * (2 * calls + 1)
        listed.append({"trace": name, "plain": {"thread": 7, "begin": 5, "end": 5 + plain, "ended": "return"},
                       "instrumented": {"thread": 1, "begin": begin - 5, "end": end + 5, "ended": "return"}})
    shutil.copy(os.path.join(out, "made", "ipoint.db"), out)
    with open(os.path.join(folder, "baseline"), "w", encoding="utf-8") as file:
        json.dump({"format": "ipoint-baseline/1", "program": "/plain", "instrumented": "/src/program", "arguments": str(calls),
                   "clock_source": "dwt", "rate_hz": 1000000000, "order": "plain, instrumented", "pairs": listed}, file)
