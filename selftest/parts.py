# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The parts of ipoint-selftest: what is recorded, and what its report is held against."""
import json
import os
import shutil

from record import Failed, facts_of, record_by_clock, record_on_board, record_on_host

# --- Facts against reports -----------------------------------------------------------------------

# Which requirement a fact is of, by the way.
COUNTED = {"calls": 0, "visits": 0, "follows": 1, "entered": 2, "iterations": 2}
REQUIREMENT = {"host": ("IP-REQ-010", "IP-REQ-011", "IP-REQ-012"), "clock": ("IP-REQ-010", "IP-REQ-011", "IP-REQ-012"),
               "board": ("IP-REQ-020", "IP-REQ-020", "IP-REQ-020")}


def member(rows, name, key="name"):
    return next((row for row in rows if row[key] == name), None)


def function_of(report, name):
    file, _, name = name.rpartition(":")
    return next((f for f in report["functions"] if f["name"] == name and f["file"].endswith(file)), None)


def counted(report, what, function, where):
    """What the report has for a fact about counts; None where it has nothing."""
    found = function_of(report, function)
    if found is None:
        return None
    if what == "calls":
        return found["calls"]
    if what in ("entered", "iterations"):
        loop = member(found["loops"], where)
        return loop and loop[what]
    before, _, after = where.partition(">")
    block = member(found["blocks"], before)
    if block is None or what == "visits":
        return block and block["visits"]
    after = member(block["next"], after, "block")
    return after and after["count"]


def check_counts(bench, report, facts):
    for what, function, where, number in facts:
        if what in COUNTED:
            requirement = "IP-REQ-013" if ":" in function else REQUIREMENT[bench.way][COUNTED[what]]
            bench.equal(requirement, "{} of {} {}".format(what, function, where), number, counted(report, what, function, where))


def check_accounts(bench, report):
    """What the report checks by itself."""
    residues = [thread["balance"]["residue"] for trace in report["traces"] for thread in trace["threads"] if thread["balance"]]
    if residues:
        bench.equal("IP-REQ-033", "residue of the time balance", 0, max(map(abs, residues)))
    bench.equal("IP-REQ-014", "records lost of a run whose buffer is large enough", 0, report["lost"]["records"])


def check_times(bench, report, facts):
    """To the tick, by the clock."""
    for what, function, where, number in facts:
        found = function_of(report, function)
        if what in ("self", "inclusive", "handler"):
            time = found["inclusive" if what == "inclusive" else "self"]
            requirement = {"self": "IP-REQ-031", "inclusive": "IP-REQ-032", "handler": "IP-REQ-050"}[what]
            if bench.part == "interrupts":
                requirement = "IP-REQ-050"
            for figure in ("min", "mean", "max"):
                bench.equal(requirement, "{} time of {}, {}".format(what, function, figure), number, time["corrected"][figure])
        elif what == "block":
            bench.equal("IP-REQ-031", "time of {} {}".format(function, where), number,
                        member(found["blocks"], where)["time"]["corrected"]["mean"])
    bench.equal("IP-REQ-034", "ticks of a timed probe", 7, report["clock"]["probe_overhead"]["timed_mean"])


# --- Parts -----------------------------------------------------------------------------------------

def host_counts(bench, store, timed):
    facts = record_on_host(bench, ["counts", "names"], {"IPOINT_STORE": store, "IPOINT_TIMED": timed} if store else {})
    report = bench.report()
    check_counts(bench, report, facts)
    check_accounts(bench, report)
    never = [row["name"] for row in report["never_run"]["functions"]]
    bench.check("IP-REQ-038", "never" in never and "clamp" not in never, "functions that never ran: " + ", ".join(never))
    if store == "sums":
        bench.tool("ipoint-run", "--switches=no", "-o", "again", "--", "./program")
        for trace, name in (("trace", "one"), ("again", "two")):
            bench.tool("ipoint-report", "profile", trace, "-o", name + ".profile")
        bench.tool("ipoint-report", "merge", "one.profile", "two.profile", "-o", "sum.profile")
        added = bench.report("sum.profile")
        for what, function, where, number in facts:
            if what in COUNTED:
                bench.equal("IP-REQ-039", "{} of {} {} in twice the run".format(what, function, where), 2 * number,
                            counted(added, what, function, where))
    if store == "blocks":
        damage(bench)
        stale(bench)


def damage(bench):
    """A byte is changed, or the end is missing, in a copy of a trace: it is refused, or what is missing is named."""
    for name, spoil in (("changed", lambda data: data[:len(data) // 2] + bytes([data[len(data) // 2] ^ 0x55]) * 64 + data[len(data) // 2 + 64:]),
                        ("cut", lambda data: data[:len(data) // 2])):
        shutil.rmtree(bench.path(name), ignore_errors=True)
        shutil.copytree(bench.path("trace"), bench.path(name))
        streams = [os.path.join(at, file) for at, _, files in os.walk(bench.path(name)) for file in files if file.startswith("stream")]
        if not streams:
            raise Failed("the trace has no stream")
        with open(streams[0], "rb") as file:
            data = spoil(file.read())
        with open(streams[0], "wb") as file:
            file.write(data)
        bench.tool("ipoint-report", "json", name, "-o", "spoilt.json", status={0, 2})
        lost = []
        if bench.status == 0:
            with open(bench.path("spoilt.json"), encoding="utf-8") as file:
                report = json.load(file)
            lost = report["lost"]["damage"]
        bench.check("IP-REQ-036", lost or bench.status == 2 and len(bench.messages.splitlines()) >= 1,
                    "a {} trace: exit status {}, {}".format(name, bench.status, "; ".join(lost) or bench.messages.strip()))


def stale(bench):
    """A database that is not of the program."""
    bench.environment["IPOINT_DB"] = bench.path("other.db")
    bench.compile(["times"], ["-O1", "-DSELFTEST_HOST"])
    bench.tool("ipoint-report", "text", "--db", "other.db", "trace", status={0, 1, 2})
    bench.check("IP-REQ-037", bench.status == 2, "the database of another build: exit status {}: {}".format(bench.status, bench.messages.strip()))


def host_plain(bench):
    """The instrumented program does what the plain one does, recorded or not."""
    facts = record_on_host(bench, ["counts", "names"])
    flags = ["-O1", "-DSELFTEST_HOST"]
    objects = bench.compile(["counts", "names", "host"], flags, instrumented=False)
    bench.execute(*bench.compiler, *objects, "-o", "plain")
    bench.check("IP-REQ-001", facts_of(bench.execute("./plain")) == facts, "the recorded program prints what the plain one prints")
    before = sorted(os.listdir(bench.folder))
    bench.check("IP-REQ-016", facts_of(bench.execute("./program")) == facts and sorted(os.listdir(bench.folder)) == before,
                "so does the program that is not recorded, and it writes no file")


def host_times(bench):
    facts = record_on_host(bench, ["times"], {"IPOINT_STORE": "blocks", "IPOINT_TIMED": "functions"})
    report = bench.report("trace", "--unit", "ns", "--filter=none")
    check_counts(bench, report, [fact for fact in facts if fact[1] == "calls_three"])
    for what, function, _, number in facts:
        if what == "nanoseconds":
            seen = function_of(report, function)["inclusive"]["raw"]["min"]
            bench.equal("IP-REQ-035", "least time of {} by the program's clock, ns".format(function), number, seen, number * 0.02 + 2000)
        elif what == "self":
            seen = function_of(report, function)["self"]["raw"]["min"]
            bench.equal("IP-REQ-035", "least time of {}, which waits as long by the program's clock, ns".format(function), number * 1000, seen,
                        number * 20 + 20000)


def host_interrupts(bench):
    facts = record_on_host(bench, ["interrupts"], {"IPOINT_STORE": "blocks", "IPOINT_TIMED": "functions"})
    report = bench.report("trace", "--unit", "ns", "--filter=none")
    check_counts(bench, report, facts)
    check_handled(bench, report, facts, 1000, "IP-REQ-018")


def check_handled(bench, report, facts, step, requirement):
    """A handler's time is no part of what it interrupts; by the least of several calls, as other things interrupt, too."""
    handler = next(number for what, _, _, number in facts if what == "handler")
    least = {(name, time): function_of(report, name)[time]["raw"]["min"]
             for name in ("on_strike", "interrupted", "not_interrupted") for time in ("self", "inclusive")}
    longest = least["on_strike", "self"]
    bench.check(requirement, longest >= 0.98 * handler * step, "least time of the handler: known at least {:g}, reported {:g}".format(
        handler * step, longest))
    for time in ("self", "inclusive"):
        added = least["interrupted", time] - least["not_interrupted", time]
        bench.check(requirement, abs(added) < 0.25 * handler * step, "{} time that an interrupt adds to a call: less than a quarter of the "
                    "handler's {:g}, reported {:g}".format(time, handler * step, added))


def host_threads(bench):
    facts = record_on_host(bench, ["threads"], {"IPOINT_STORE": "blocks", "IPOINT_TIMED": "functions"}, link=["-pthread"])
    report = bench.report()
    check_counts(bench, report, facts)
    rows = function_of(report, "in_a_thread").get("by_thread") or []
    # A name that a thread gives itself may come too late to be seen.
    seen = sorted(row["calls"] for row in rows)
    known = sorted(number for what, _, _, number in facts if what == "thread")
    bench.check("IP-REQ-017", seen == known, "calls by thread: known {}, reported {}".format(known, seen))


def host_losses(bench):
    facts = record_on_host(bench, ["losses"], {"IPOINT_STORE": "blocks", "IPOINT_TIMED": "blocks", "IPOINT_RING_SIZE": "16K"},
                           ["--policy=overwrite"])
    report = bench.report()
    lost = report["lost"]
    # Marks of where the ring was read are among them.
    known, seen = facts[0][3], report["totals"]["records"] + lost["records"] + lost["overwritten"]
    bench.check("IP-REQ-014", known <= seen <= known * 1.01, "records kept and overwritten: known {}, reported {}".format(known, seen))
    bench.check("IP-REQ-014", lost["overwritten"] > 0, "records that were overwritten: {}".format(lost["overwritten"]))
    text = bench.tool("ipoint-report", "text", "trace")
    bench.check("IP-REQ-014", "{:,}".format(lost["overwritten"]) in text and lost["overwritten"], "the text has that number")


def clock_counts(bench):
    facts = record_by_clock(bench, ["counts", "names"])
    report = bench.report()
    check_counts(bench, report, facts)
    check_accounts(bench, report)


def clock_times(bench):
    facts = record_by_clock(bench, ["times"])
    report = bench.report()
    check_counts(bench, report, facts)
    check_times(bench, report, facts)
    check_accounts(bench, report)
    estimate = json.loads(bench.tool("ipoint-report", "worst", "branches", "trace", "--to=json"))["estimate"]["corrected"]
    bench.equal("IP-REQ-070", "longest path of branches, never taken", next(f[3] for f in facts if f[0] == "worst"), estimate)
    for limit, status in ((1600, 0), (1598, 1)):
        with open(bench.path("budgets.yaml"), "w", encoding="utf-8") as file:
            file.write("budgets:\n  - functions: calls_three\n    time: {} ticks\n".format(limit))
        printed = bench.tool("ipoint-report", "check", "trace", "--config", "budgets.yaml", status={0, 1, 2})
        bench.check("IP-REQ-065" if status == 0 else "IP-REQ-066", bench.status == status and (status == 0 or "calls_three" in printed),
                    "calls_three takes 1599 ticks with probes; a budget of {}: exit status {}".format(limit, bench.status))
    bench.tool("ipoint-report", "tail", "calls_three", "trace", status={0, 1, 2})
    bench.check("IP-REQ-076", bench.status == 1, "the tail of ten times that are alike: exit status {}".format(bench.status))
    spoil_dump(bench)
    compare(bench)


def spoil_dump(bench):
    with open(bench.path("memory.img"), "rb") as file:
        data = file.read()
    for what, spoilt in (("cut", data[:len(data) // 2]), ("of another format", b"x" * 16 + data[16:])):
        with open(bench.path("spoilt.img"), "wb") as file:
            file.write(spoilt)
        bench.tool("ipoint-import", "-o", "spoilt", "spoilt.img", status={0, 1, 2})
        bench.check("IP-REQ-024", bench.status == 2 and not os.path.exists(bench.path("spoilt")),
                    "a memory dump that is {}: exit status {}: {}".format(what, bench.status, bench.messages.strip()))


def compare(bench):
    """The same build three times, and one in which a function takes 300 ticks more."""
    for run in (1, 2, 3):
        for name in ("before", "same"):
            shutil.copytree(bench.path("trace"), bench.path("{}/run-00{}".format(name, run)), dirs_exist_ok=True)
    bench.environment["IPOINT_DB"] = bench.path("slower.db")
    record_by_clock(bench, ["times"], ["-DSLOWER"], trace="slower/run-001")
    for run in (2, 3):
        shutil.copytree(bench.path("slower/run-001"), bench.path("slower/run-00{}".format(run)), dirs_exist_ok=True)
    bench.tool("ipoint-report", "compare", "before", "same", "--db", "ipoint.db", status={0, 1, 2})
    bench.check("IP-REQ-060", bench.status == 0, "runs that do not differ: exit status {}".format(bench.status))
    printed = bench.tool("ipoint-report", "compare", "before", "slower", "--db", "ipoint.db", "--db", "slower.db", status={0, 1, 2})
    bench.check("IP-REQ-061", bench.status == 1 and "wait_1100" in printed, "wait_1100 takes 300 ticks more: exit status {}".format(bench.status))


def clock_interrupts(bench):
    facts = record_by_clock(bench, ["interrupts"])
    report = bench.report()
    check_times(bench, report, facts)
    check_accounts(bench, report)
    bench.check("IP-REQ-050", function_of(report, "on_strike")["role"] == "isr", "on_strike is a handler")


def clock_losses(bench):
    facts = record_by_clock(bench, ["losses"], slots=64)
    report = bench.report()
    lost = report["lost"]["records"]
    bench.equal("IP-REQ-014", "records lost of a ring of 60", facts[0][3] - 60, lost)
    bench.check("IP-REQ-014", lost > 0 and "{:,}".format(lost) in bench.tool("ipoint-report", "text", "trace"), "the text has that number")


def clock_thresholds(bench):
    facts = record_by_clock(bench, ["thresholds"])
    report = bench.report("trace", "--filter-all-blocks", "--low", "50", "--high", "150")
    for what, function, where, number in facts:
        found = function_of(report, function)
        block = member(found["blocks"], "entry")
        if what == "excluded":
            bench.equal("IP-REQ-051", "visits of {} excluded by 50 and 150".format(function), number, block["excluded"]["count"])
        elif what == "filtered":
            filtered = block["time"]["filtered"]
            bench.equal("IP-REQ-051", "mean of {} without them".format(function), number, filtered and filtered["mean"])
        elif what == "refused":
            bench.check("IP-REQ-052", block["filter"] == "refused" and block["filter_reason"],
                        "{}: {}: {}".format(function, block["filter"], block["filter_reason"]))
        elif what == "longest":
            bench.equal("IP-REQ-053", "high-water mark of {}, raw".format(function), number, found["self"]["raw"]["max"])


def board_counts(bench, target, store):
    facts = record_on_board(bench, ["counts", "names"], target, store, "none" if store == "sums" else "blocks", 0 if store == "sums" else 8192)
    report = bench.report()
    check_counts(bench, report, facts)
    check_accounts(bench, report)


def board_times(bench, target):
    facts = record_on_board(bench, ["times"], target)
    report = bench.report("trace", "--filter=none")
    check_counts(bench, report, facts)
    check_accounts(bench, report)
    steps = {function: number for what, function, _, number in facts if what == "self" and function.startswith("wait")}
    ticks = {function: function_of(report, function)["self"]["raw"] for function in steps}
    for name in ("wait_300", "wait_1100"):
        known = (steps[name] - steps["wait_100"])
        for figure in ("min", "mean", "max"):
            more = ticks[name][figure] - ticks["wait_100"][figure]
            if target.get("ticks_of_a_step"):
                bench.equal("IP-REQ-021", "{} takes longer than wait_100, {}, ticks".format(name, figure), known * target["ticks_of_a_step"], more,
                            target["tolerance"])
    ratio = (ticks["wait_1100"]["min"] - ticks["wait_100"]["min"]) / max(1, ticks["wait_300"]["min"] - ticks["wait_100"]["min"])
    bench.equal("IP-REQ-021", "ratio of a thousand steps to two hundred", 5, ratio, 0.15)


def board_interrupts(bench, target):
    facts = record_on_board(bench, ["interrupts"], target)
    report = bench.report("trace", "--filter=none")
    check_counts(bench, report, facts)
    check_handled(bench, report, facts, target.get("ticks_of_a_step") or 0.25, "IP-REQ-022")
    bench.check("IP-REQ-022", function_of(report, "on_strike")["role"] == "isr", "on_strike is a handler")


def board_losses(bench, target):
    facts = record_on_board(bench, ["losses"], target, slots=64)
    bench.equal("IP-REQ-023", "records lost of a ring of 60", facts[0][3] - 60, bench.report()["lost"]["records"])


PARTS = {
    "host": {"counts-blocks": lambda b, t: host_counts(b, "blocks", "none"), "counts-paths": lambda b, t: host_counts(b, "paths", "none"),
             "counts-sums": lambda b, t: host_counts(b, "sums", "none"), "counts-default": lambda b, t: host_counts(b, None, None),
             "plain": lambda b, t: host_plain(b), "times": lambda b, t: host_times(b), "interrupts": lambda b, t: host_interrupts(b),
             "threads": lambda b, t: host_threads(b), "losses": lambda b, t: host_losses(b)},
    "clock": {"counts": lambda b, t: clock_counts(b), "times": lambda b, t: clock_times(b), "interrupts": lambda b, t: clock_interrupts(b), "losses": lambda b, t: clock_losses(b),
              "thresholds": lambda b, t: clock_thresholds(b)},
    "board": {"counts-blocks": lambda b, t: board_counts(b, t, "blocks"), "counts-sums": lambda b, t: board_counts(b, t, "sums"),
              "times": board_times, "interrupts": board_interrupts, "losses": board_losses}}
