# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The parts whose clock only the program advances: times are known to the tick."""
import csv
import json
import os
import re
import shutil
import struct

from facts import check_accounts, check_counts, check_times, function_of, member
from record import record_by_clock


def counts(bench):
    facts = record_by_clock(bench, ["counts", "names"])
    report = bench.report()
    check_counts(bench, report, facts)
    check_accounts(bench, report)


def times(bench):
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
    printed = bench.tool("ipoint-report", "tail", "calls_three", "trace", status={0, 1, 2})
    reasons = [line.strip() for line in printed.splitlines() if line.startswith("  - ")]
    bench.check("IP-REQ-076", bench.status == 1 and "no bound" in printed and reasons,
                "the tail of ten times that are alike: exit status {}, {}".format(bench.status, "; ".join(reasons)))
    merge(bench, report)
    unmeasured(bench)
    outputs(bench, report)
    facts_of_flow(bench)
    spoil_dump(bench)
    impossible(bench)
    compare(bench)


def merge(bench, report):
    """The profile of the run twice has twice the counts and times, and the same extremes."""
    bench.execute("./program", "later")
    bench.tool("ipoint-import", "-o", "again", "--program", "program", "memory.img")
    for trace in ("trace", "again"):
        bench.tool("ipoint-report", "profile", trace, "-o", trace + ".profile")
    bench.tool("ipoint-report", "merge", "trace.profile", "again.profile", "-o", "sum.profile")
    added = bench.report("sum.profile")
    for name, time in (("wait_300", "self"), ("calls_three", "inclusive")):
        one, two = (function_of(each, name)[time]["raw"] for each in (report, added))
        known = [2 * one["count"], 2 * one["total"], one["min"], one["max"]]
        seen = [two[key] for key in ("count", "total", "min", "max")]
        bench.check("IP-REQ-039", seen == known, "{} times of {} in twice the run: count, sum, minimum and maximum: known {}, reported {}".format(
            time, name, known, seen))


def unmeasured(bench):
    """What was not measured, or is too short to be."""
    below = function_of(bench.report(), "selftest_work")["self"]
    bench.check("IP-REQ-041", below["below_resolution"] and not function_of(bench.report(), "wait_300")["self"]["below_resolution"],
                "a mean of 0, and one of 300: the first is marked as below the resolution")
    bench.write("budgets.yaml", "budgets:\n  - functions: selftest_facts\n    time: 1 ms\n")
    for strict, status in ((), 0), (("--strict",), 1):
        printed = bench.tool("ipoint-report", "check", "trace", "--config", "budgets.yaml", *strict, status={0, 1, 2})
        bench.check("IP-REQ-067", bench.status == status and "selftest_facts: never ran" in printed and ("not judged: " in printed) != bool(strict),
                    "a budget of a function that never ran{}: exit status {}".format(", --strict" if strict else "", bench.status))


def numbers(words):
    return {float(word.replace(",", "")) for word in words if re.fullmatch(r"[\d,]+(\.\d+)?", word)}


def outputs(bench, report):
    """Counts, means and longest times of functions in JSON, CSV, text and the first page."""
    bench.tool("ipoint-report", "csv", "trace", "-o", "report.csv")
    with open(bench.path("report.csv"), encoding="utf-8") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    text = bench.tool("ipoint-report", "text", "trace")
    bench.tool("ipoint-report", "html", "trace", "-o", "pages")
    page = bench.read_text("pages/index.html")
    for name in ("wait_100", "wait_300", "wait_1100", "calls_three"):
        times = function_of(report, name)["self"]
        known = {times["raw"]["count"], times["raw"]["max"], times["corrected"]["mean"]}
        of_csv = [row for row in rows if row["function"] == name and row["times"] == "self"]
        seen = {sum(int(row["count"]) for row in of_csv), max(int(row["high"]) for row in of_csv)}
        line = next((line.split() for line in text.splitlines() if line.startswith(name + " ")), ())
        row = next((row for row in page.split("<tr") if ">" + name + "<" in row), "")
        bench.check("IP-REQ-042", seen == known - {times["corrected"]["mean"]} and known <= numbers(line) and known <= numbers(re.findall(">([^<>]+)<", row)),
                    "{}: {} calls, the longest {}, in JSON, CSV, text and the page; the mean {:g}, in all but CSV".format(
                        name, times["raw"]["count"], times["raw"]["max"], times["corrected"]["mean"]))


def facts_of_flow(bench):
    """A bound that a run violates; and the estimate against what was observed."""
    found = bench.tool("ipoint-report", "worst", "selftest_work", "trace", "--to=json")
    for root, words in ("selftest_work", found), ("branches", bench.tool("ipoint-report", "worst", "branches", "trace", "--to=json")):
        worst = json.loads(words)
        bench.check("IP-REQ-072", worst["estimate"]["raw"] >= worst["hwm"]["raw"] and worst["facts"],
                    "{}: estimate {:g}, longest observed call {:g}, bounds that it rests on: {}".format(
                        root, worst["estimate"]["raw"], worst["hwm"]["raw"], len(worst["facts"])))
    bench.write("flow.yaml", "flow:\n  - loop: branches/for.1\n    iterations: 3\n")
    printed = bench.tool("ipoint-report", "worst", "branches", "trace", "--facts", "flow.yaml", status={0, 1, 2})
    bench.check("IP-REQ-071", bench.status == 1 and "flow.yaml" in printed, "a loop of 4 iterations with a bound of 3: exit status {}".format(bench.status))


def impossible(bench):
    """One record of the dump has the number of another ipoint."""
    with open(bench.path("memory.img"), "rb") as file:
        data = bytearray(file.read())
    # Slots of eight bytes behind the header and the four that hold what a probe costs: docs/formats.md.
    words = struct.unpack_from("<40Q", data, 96)
    ids = [word >> 41 for word in words]
    struct.pack_into("<Q", data, 96 + 8 * 20, max(ids) << 41 | words[20] & (1 << 41) - 1)
    with open(bench.path("other.img"), "wb") as file:
        file.write(data)
    bench.tool("ipoint-import", "-o", "impossible", "--program", "program", "other.img")
    bench.tool("ipoint-report", "text", "impossible", status={0, 1, 2})
    places = bench.messages.count("times.c:")
    bench.check("IP-REQ-040", bench.status == 2 and "impossible transition" in bench.messages and places >= 2,
                "a record with the number of another ipoint: exit status {}: {}".format(bench.status, bench.messages.strip()))


def spoil_dump(bench):
    with open(bench.path("memory.img"), "rb") as file:
        data = file.read()
    for what, spoilt in (("cut", data[:len(data) // 2]), ("of another format", b"x" * 16 + data[16:])):
        with open(bench.path("spoilt.img"), "wb") as file:
            file.write(spoilt)
        bench.tool("ipoint-import", "-o", "spoilt", "spoilt.img", status={0, 1, 2})
        bench.check("IP-REQ-024", bench.status == 2 and len(bench.messages.splitlines()) == 1 and not os.path.exists(bench.path("spoilt")),
                    "a memory dump that is {}: exit status {}: {}".format(what, bench.status, bench.messages.strip()))


def checked_record(bench, program):
    """What `program` knows of itself, and the report on it, whose counts and accounts are right."""
    facts = record_by_clock(bench, [program])
    report = bench.report()
    check_counts(bench, report, facts)
    check_accounts(bench, report)
    return facts, report


def check_each_call(bench, requirement, words, number, time):
    """All calls took `number` ticks."""
    for figure in ("min", "mean", "max"):
        bench.equal(requirement, "{}: {}".format(words, figure), number, time["corrected"][figure])


def left(bench):
    facts, report = checked_record(bench, "left")
    for what, function, _, number in facts:
        if what in ("self", "inclusive"):
            check_each_call(bench, "IP-REQ-044", "{} time of {}".format(what, function), number, function_of(report, function)[what])


def tasks(bench):
    facts, report = checked_record(bench, "tasks")
    for what, function, _, number in facts:
        if what == "task":
            check_each_call(bench, "IP-REQ-026", "time of {} without the other task".format(function), number, function_of(report, function)["self"])


def noise(bench):
    facts = {what: number for what, _, _, number in record_by_clock(bench, ["noise"])}
    rows = bench.report()["excluded"]
    count = sum(row["count"] for row in rows)
    bench.equal("IP-REQ-055", "visits that detection excludes", facts["interrupts"], count)
    bench.equal("IP-REQ-055", "what they added, each", facts["length"], sum(row["added"] for row in rows) / max(1, count), 4)


def stream(bench):
    """A stream without losses, and with bytes that are changed or missing: all records are kept or counted."""
    facts = record_by_clock(bench, ["losses"], ["-DIPOINT_FRAMES"], stream=["--stream"])
    known = bench.report()["totals"]["records"]
    bench.equal("IP-REQ-025", "records of a whole stream", facts[0][3], known)
    with open(bench.path("memory.img"), "rb") as file:
        whole = file.read()
    middle = len(whole) // 2
    for what, data in (("a byte is changed", whole[:middle] + bytes([whole[middle] ^ 0x55 or 1]) + whole[middle + 1:]),
                       ("a byte is missing", whole[:middle] + whole[middle + 1:]),
                       ("a hundred bytes are missing", whole[:middle] + whole[middle + 100:])):
        with open(bench.path("spoilt.bytes"), "wb") as file:
            file.write(data)
        shutil.rmtree(bench.path("spoilt"), ignore_errors=True)
        bench.tool("ipoint-import", "-o", "spoilt", "--program", "program", "--stream", "spoilt.bytes")
        report = bench.report("spoilt")
        lost = report["lost"]["records"]
        # The mark where records are missing is among those that are kept.
        bench.equal("IP-REQ-025", "records of a stream in which {}, kept and lost".format(what), known, report["totals"]["records"] - 1 + lost)
        bench.check("IP-REQ-025", lost > 0, "{}: {} records are reported as lost".format(what, lost))


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
    bench.check("IP-REQ-061", bench.status == 1 and any({"wait_1100", "1,100", "1,400"} <= set(line.split()) for line in printed.splitlines()),
                "wait_1100 takes 1400 ticks where it took 1100: exit status {}".format(bench.status))


def interrupts(bench):
    facts = record_by_clock(bench, ["interrupts"])
    report = bench.report()
    check_times(bench, report, facts)
    check_accounts(bench, report)
    bench.check("IP-REQ-050", function_of(report, "on_strike")["role"] == "isr", "on_strike is a handler")


def losses(bench):
    facts = record_by_clock(bench, ["losses"], slots=64)
    report = bench.report()
    lost = report["lost"]["records"]
    bench.equal("IP-REQ-014", "records lost of a ring of 60", facts[0][3] - 60, lost)
    bench.tool("ipoint-report", "html", "trace", "-o", "pages")
    for what, words in (("text", bench.tool("ipoint-report", "text", "trace")), ("CSV", bench.tool("ipoint-report", "csv", "trace")),
                        ("page", bench.read_text("pages/index.html"))):
        bench.check("IP-REQ-014", lost > 0 and "{:,}".format(lost) in words, "the {} has that number".format(what))
    # The trace has its losses in three places. What describes the run may be incomplete: the stream knows them, too.
    metadata = bench.read_text("trace/metadata")
    bench.write("trace/metadata", metadata.replace("records_lost = {};".format(lost), "records_lost = 0;"))
    bench.check("IP-REQ-014", bench.read_text("trace/metadata") != metadata, "the description of the run has {} lost records".format(lost))
    bench.equal("IP-REQ-014", "records lost by the stream alone", lost, bench.report()["lost"]["records"])


def thresholds(bench):
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
    row = next((row for row in report["excluded"] if row["function"] == "now_and_then"), {})
    seen = [row.get(key) for key in ("count", "min", "max")]
    bench.check("IP-REQ-056", seen == [20, 517, 517] and "low 50, high 150" in row["by"], "the list of excluded visits: {} by {}".format(seen, row.get("by")))
    single = bench.report("trace", "--filter=rule", "--filter-all-blocks", "--threshold", "now_and_then/entry=50:150")
    bench.check("IP-REQ-054", [row["function"] for row in single["excluded"]] == ["now_and_then"],
                "thresholds of one block: excluded in {}".format(", ".join(row["function"] for row in single["excluded"])))
