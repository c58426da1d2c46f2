# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a program knows about itself, held against a report."""

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
