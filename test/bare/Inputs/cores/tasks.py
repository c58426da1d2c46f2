"""tasks.py FOLDER CORES IPOINT BABELTRACE: each task's thread in what tasks-main.c has recorded, against what the task does."""
import json
import os
import re
import sqlite3
import subprocess
import sys

FOLDER, CORES, PREFIX, BABELTRACE = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
TASKS, TURNS = 5, 20
os.chdir(FOLDER)
os.environ["IPOINT_DB"] = os.getcwd() + "/ipoint.db"

made = subprocess.run([PREFIX + "/bin/ipoint-report", "json", "trace"], check=True, stdout=subprocess.PIPE).stdout
report = json.loads(made)
lost = report["lost"]
assert not lost["damage"] and not lost["impossible_transitions"] and not lost["records"], lost
calls = {f["name"]: f["calls"] for f in report["functions"]}
assert calls == {"jobs": TASKS, "job": TASKS * TURNS, "part": sum(TURNS * (1 + task) for task in range(1, TASKS + 1))}, calls
threads = {thread["name"] for thread in report["traces"][0]["threads"]}
assert {"task {}".format(task) for task in range(1, TASKS + 1)} <= threads, threads

with sqlite3.connect("ipoint.db") as database:
    entry = {name: ident for name, ident in database.execute(
        "select f.name, i.id from ipoints i join functions f on f.id = i.function where i.kind = 'entry'")}
lines = subprocess.run([BABELTRACE, "--clock-cycles", "--no-delta", "trace"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                       check=True).stdout
counts, cores, running = {}, {}, {}
for line in lines.splitlines():
    time, thread, ident = map(int, re.match(r"\[0*(\d+)\].*tid = (\d+).*ipoint = (\d+) }", line).groups())
    counts[thread, ident] = counts.get((thread, ident), 0) + 1
    if ident == 28:
        cores.setdefault(thread, []).append(int(re.search(r"value = (\d+)", line)[1]))
for task in range(1, TASKS + 1):
    seen = [counts.get((task, entry[name]), 0) for name in ("jobs", "job", "part")]
    assert seen == [1, TURNS, TURNS * (1 + task)], (task, seen)
    # Each yields once a job, and stops at its end; it is on another core than before each time that the trace has it there.
    assert counts[task, 17] == TURNS and counts[task, 16] == 1 and counts[task, 18] == TURNS + 1, (task, counts)
    assert all(before != after for before, after in zip(cores[task], cores[task][1:])), cores[task]
moves = sum(len(of) - 1 for of in cores.values())
assert report["traces"][0]["migrations"] == moves == TASKS * TURNS, (report["traces"][0]["migrations"], moves)
print("tasks: each has its calls in its order, on whichever core; they moved {} times".format(moves))
