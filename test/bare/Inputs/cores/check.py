"""check.py FOLDER CORES IPOINT BABELTRACE: what examples/cores has recorded there, against what the program is known to do. With STEPS in
the environment its counts alone."""
import json
import os
import re
import sqlite3
import subprocess
import sys

FOLDER, CORES, PREFIX, BABELTRACE = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
ROUNDS, STEPS = 16, int(os.environ.get("STEPS", "50"))
os.chdir(FOLDER)
os.environ["IPOINT_DB"] = os.getcwd() + "/ipoint.db"


def calls(trace, *options):
    """Of each function, of what was imported with `options`."""
    if options:
        subprocess.run([PREFIX + "/bin/ipoint-import", "-o", trace, "--program", "firmware.elf", *options, "memory.img"], check=True,
                       stderr=subprocess.DEVNULL)
    made = subprocess.run([PREFIX + "/bin/ipoint-report", "json", trace], check=True, stdout=subprocess.PIPE).stdout
    report = json.loads(made)
    lost = report["lost"]
    assert not lost["damage"] and not lost["impossible_transitions"], lost
    return {f["name"]: f["calls"] for f in report["functions"]}


def expected(cores):
    return {"take": ROUNDS * len(cores), "work": len(cores), "step": sum(ROUNDS + STEPS * (core + 1) for core in cores)}


def check_calls():
    whole = calls("trace")
    assert whole == expected(range(CORES)), whole
    for core in range(CORES):
        own = calls("core", "--core={}".format(core))
        assert own == expected([core]), (core, own)
    print("calls: on each core and in all as the program makes them")


def number(key):
    found = re.search(r"\b{} = (-?\d+);".format(key), open("trace/metadata", encoding="utf-8").read())
    return int(found[1]) if found else None


def check_order():
    """Each core takes the token in its turn: it was not taken before the one before it had it, but for what the alignment may be wrong."""
    lines = subprocess.run([BABELTRACE, "--clock-cycles", "--no-delta", "trace"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                           text=True, check=True).stdout
    with sqlite3.connect("ipoint.db") as database:
        entry = database.execute("select i.id from ipoints i join functions f on f.id = i.function "
                                 "where f.name = 'take' and i.kind = 'entry'").fetchone()[0]
    times = [[] for _ in range(CORES)]
    for line in lines.splitlines():
        found = re.match(r"\[0*(\d+)\].*tid = (\d+).*ipoint = (\d+) }", line)
        if found and int(found[3]) == entry:
            times[int(found[2])].append(int(found[1]))
    assert [len(of) for of in times] == [ROUNDS] * CORES, times
    errors = [number("core_{}_offset_error".format(core)) or 0 for core in range(CORES)]
    worst = 0
    turns = [(times[core][turn], core) for turn in range(ROUNDS) for core in range(CORES)]
    for (before, one), (after, other) in zip(turns, turns[1:]):
        worst = max(worst, before - after - errors[one] - errors[other])
    assert worst <= 0, (worst, errors, turns)
    print("order: the token goes round in the time of all cores, {}".format(
        "which read one counter" if not any(errors) else "whose counters were compared"))


if __name__ == "__main__":
    check_calls()
    if STEPS == 50:
        check_order()
