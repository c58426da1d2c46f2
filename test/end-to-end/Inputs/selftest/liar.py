#!/usr/bin/env python3
"""Prints an ipoint-report that lies: liar.py REPORT. One visit more is excluded, one record fewer is there, times are 40 ticks too long, and no
fact of the control flow is violated."""
import sys

print('''#!/usr/bin/env python3
import json
import subprocess
import sys

status = subprocess.run(["{}"] + sys.argv[1:]).returncode
if "report.json" in sys.argv and status == 0:
    with open("report.json", encoding="utf-8") as file:
        report = json.load(file)
    for row in report["excluded"]:
        row["count"] += 1
    report["totals"]["records"] -= 1
    for function in report["functions"]:
        if function["name"] == "interrupted":
            function["self"]["corrected"]["mean"] += 40
    with open("report.json", "w", encoding="utf-8") as file:
        json.dump(report, file)
sys.exit(0 if "worst" in sys.argv else status)'''.format(sys.argv[1]))
