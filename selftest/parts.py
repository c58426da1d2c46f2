# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The parts of ipoint-selftest: what is recorded, and what its report is held against."""
import json
import os
import shutil

import builds
import clock
from facts import COUNTED, check_accounts, check_counts, counted, function_of
from record import Failed, facts_of, record_on_board, record_on_host


def host_counts(bench, store, timed):
    facts = record_on_host(bench, ["counts", "names"], {"IPOINT_STORE": store, "IPOINT_TIMED": timed} if store else {})
    report = bench.report()
    check_counts(bench, report, facts)
    check_accounts(bench, report)
    never = [*(row["name"] for row in report["never_run"]["functions"]), *(
        "{function}/{block}".format(**row) for row in report["never_run"]["blocks"]), *(
        "{function}/{from}>{to}".format(**row) for row in report["never_run"]["transitions"])]
    bench.check("IP-REQ-038", never == ["never", "selftest_work/if.1/then", "selftest_work/for.3/join>if.1/then"],
                "what never ran: the call of a function, in a block, behind a condition: " + ", ".join(never))
    if store == "sums":
        bench.check("IP-REQ-041", all(function["self"] is None and function["inclusive"] is None for function in report["functions"]),
                    "no function has a time, as none was measured")
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
        bench.check("IP-REQ-036", lost or bench.status == 2 and len(bench.messages.splitlines()) == 1,
                    "a {} trace: exit status {}, {}".format(name, bench.status, "; ".join(lost) or bench.messages.strip()))


def stale(bench):
    """A database that is not of the program."""
    bench.environment["IPOINT_DB"] = bench.path("other.db")
    bench.compile(["times"], ["-O1", "-DSELFTEST_HOST"])
    bench.tool("ipoint-report", "text", "--db", "other.db", "trace", status={0, 1, 2})
    bench.check("IP-REQ-037", bench.status == 2, "the database of another build: exit status {}: {}".format(bench.status, bench.messages.strip()))


# All blocks of functions of counts.c, and where control may go from each.
BLOCKS = {
    "clamp": {"entry": "if.1/join if.1/then", "if.1/then": "if.1/then/return.1/exit", "if.1/then/return.1/exit": "", "if.1/join": "if.2/else if.2/then",
              "if.2/then": "if.2/join", "if.2/else": "if.2/join", "if.2/join": "return.1/exit", "return.1/exit": ""},
    "choose": {"entry": "switch.1/case.1 switch.1/case.2 switch.1/case.3 switch.1/default", "switch.1/case.1": "switch.1/case.2",
               "switch.1/case.2": "switch.1/join", "switch.1/case.3": "switch.1/return.1/exit", "switch.1/return.1/exit": "",
               "switch.1/default": "switch.1/join", "switch.1/join": "end/exit", "end/exit": ""},
    "loops": {"entry": "for.1/condition", "for.1/condition": "for.1/body for.1/join", "for.1/body": "for.1/body/for.1/condition",
              "for.1/body/for.1/condition": "for.1/body/for.1/body for.1/body/for.1/join", "for.1/body/for.1/body": "for.1/body/for.1/condition",
              "for.1/body/for.1/join": "for.1/body/if.1/join for.1/body/if.1/then", "for.1/body/if.1/then": "for.1/join",
              "for.1/body/if.1/join": "for.1/condition", "for.1/join": "while.1/condition", "while.1/condition": "do.1/body while.1/body",
              "while.1/body": "while.1/body/if.1/join while.1/body/if.1/then", "while.1/body/if.1/then": "while.1/condition",
              "while.1/body/if.1/join": "while.1/condition", "do.1/body": "do.1/body end/exit", "end/exit": ""},
    "jump": {"entry": "label.again", "label.again": "if.1/join if.1/then", "if.1/then": "label.again", "if.1/join": "end/exit", "end/exit": ""}}


def host_plain(bench):
    """The instrumented program does what the plain one does, recorded or not."""
    record_on_host(bench, ["counts", "names"], status=builds.ANY)
    report = bench.report()
    for name, known in BLOCKS.items():
        seen = {block["name"]: " ".join(sorted(row["block"] for row in block["next"])) for block in function_of(report, name)["blocks"]}
        bench.check("IP-REQ-002", seen == known, "{}: blocks and possible transitions: known {}, reported {}".format(name, known, "the same" if seen == known else seen))
    trace = report["traces"][0]
    bench.check("IP-REQ-083", len(report["traces"]) == 1 and trace["path"] == "trace" and trace["program"] == bench.path("program") and trace["exit_status"] == 0 and report["clock"]["rate_hz"] > 0 and
                report["database"]["path"] == bench.path("ipoint.db") and report["database"]["builds"][0]["flags"].startswith("-O1") and report["filter"]["by"],
                "program {}, built by {} {}, clock {source} at {rate_hz} Hz, filter by {}".format(
                    trace["program"], report["database"]["builds"][0]["compiler"], report["database"]["builds"][0]["flags"], report["filter"]["by"], **report["clock"]))
    flags = ["-O1", "-DSELFTEST_HOST"]
    objects = bench.compile(["counts", "names", "host"], flags, instrumented=False)
    bench.execute(*bench.compiler, *objects, "-o", "plain")
    plain = bench.execute("./plain", status=builds.ANY), bench.status, bench.messages
    recorded = bench.tool("ipoint-run", "--switches=no", "-o", "again", "--", "./program", status=builds.ANY), bench.status
    bench.check("IP-REQ-001", facts_of(plain[0]) and recorded == plain[:2], "the recorded program prints what the plain one prints, and ends with {}".format(plain[1]))
    before = sorted(os.listdir(bench.folder))
    alone = bench.execute("./program", status=builds.ANY), bench.status, bench.messages
    bench.check("IP-REQ-016", alone == plain and sorted(os.listdir(bench.folder)) == before,
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
             "threads": lambda b, t: host_threads(b), "losses": lambda b, t: host_losses(b), "build": lambda b, t: builds.build(b),
             "ends": lambda b, t: builds.ends(b), "calls": lambda b, t: builds.calls(b)},
    "clock": {"counts": lambda b, t: clock.counts(b), "times": lambda b, t: clock.times(b), "interrupts": lambda b, t: clock.interrupts(b),
              "losses": lambda b, t: clock.losses(b), "thresholds": lambda b, t: clock.thresholds(b), "left": lambda b, t: clock.left(b),
              "tasks": lambda b, t: clock.tasks(b), "noise": lambda b, t: clock.noise(b), "stream": lambda b, t: clock.stream(b)},
    "board": {"counts-blocks": lambda b, t: board_counts(b, t, "blocks"), "counts-sums": lambda b, t: board_counts(b, t, "sums"),
              "times": board_times, "interrupts": board_interrupts, "losses": board_losses}}
