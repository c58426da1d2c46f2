# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sentences of a verdict, and documents that have little to say: nothing timed, few samples."""


def item(about, text, function=None, command=None, affected=False):
    return {"about": about, "text": text, "function": function and function["name"], "page": function and function["page"], "command": command, "affected": affected}


def verdict_of(functions):
    by_name = {f["name"].split("<")[0]: f for f in functions}
    evil = by_name["evil"]
    return [
        item("time", "crc16 takes 45 ± 2 % of the plain program's time, 2,294.7 ± 137.7 ticks a call; 10 % is outside of functions with counts.", by_name["crc16"]),
        item("longest", f"Longest observed call of {evil['name']}: 9,101 ticks raw, with callees, 1 visit of it interrupted.", evil),
        item("budgets", "2 of 5 budgets hold, 1 not judged; exceeded: deadline, crc16: inclusive time, raw HWM 5,200 ticks, of 2,000; and 1 more.", by_name["crc16"], affected=True),
        item("figures", "Means may be quoted (80 % of the time with mean within ± 10 %); p99 and HWM are of the program with probes (12.3 × plain), and 17 records were "
             "lost, about 13 undetected interrupts are expected in them; there is no WCET estimate.", affected=True),
        item("next", "For ± 10 % on 90 % of the time in functions, record 10 runs.",
             command="ipoint-run -n 10 --baseline ./message-handler.plain -o trace -- ./message-handler --messages 200000 'it'\\''s < & >'"),
    ]


ASSUMED = "Assumed: each call of the function takes 10 % less, and nothing else changes. Mean time: a share of the self time of all functions < & >."


def gains_of(functions):
    """Of functions and blocks; a group of blocks, a hostile name, what has no time but is on the longest path, and more than are shown at first."""
    def gain(name, block, mean, p99, worst=None):
        f = next(f for f in functions if f["name"].startswith(name))
        return {"function": f["name"], "page": f["page"], "block": block, "mean": mean, "p99": p99, "worst": worst}
    return [gain("crc16", None, 0.05, 320.4, 12_345), gain("crc16", "for.1/body", 0.031, 4.25), gain("evil", None, 0.02, None, 20_000),
            gain("count_bits", "entry + exit", 0.0102, 0.5), *(gain("parse_message", b["name"], 0.0004, None) for b in next(f for f in functions if f["name"] == "parse_message")["blocks"][:8]),
            gain("count_bits", None, None, None, 77)]


def without_times(doc):
    """Nothing but counts."""
    for f in doc["functions"]:
        f.update(self=None, inclusive=None)
        for key in ("longest_call", "longest_inclusive_call"):
            f.pop(key, None)
        for block in f["blocks"]:
            block.update(time=None, timed=False)
        for path in f.get("paths", []):
            path["self"] = None
        for line in f.get("lines", []):
            line.update(self=None, share=None)
        for caller in [*f.get("callers", []), *f.get("callees", [])]:
            caller.update(inclusive=None, share=None)
    doc["call_paths"] = [dict(p, self=dict.fromkeys(p["self"]), inclusive=dict.fromkeys(p["inclusive"])) for p in doc["call_paths"]]
    doc.update(excluded=[], interrupts=None, budgets=[], gains=[], verdict=[
        item("time", "count_bits has the most calls, 31,364 of 37,820; nothing was timed.", doc["functions"][1], affected=True),
        item("next", "For means without what probes change, sample the plain program (IPOINT_TWIN=1 builds it).", command="ipoint-run -n 10 -o trace -- ./message-handler")])
    return doc


def with_few_samples(doc):
    """31 samples in all, 15 of them in crc16."""
    for f in doc["functions"]:
        if f["sampled"]:
            f["sampled"]["samples"] = f["sampled"]["share"] * 31
    doc["sampling"]["inputs"][0]["samples"] = 31
    return doc


def with_interrupts(functions):
    """crc16 and its longest block have interrupts that nothing shows; of parse_message another call is the longest that none hit."""
    crc = next(f for f in functions if f["name"] == "crc16")
    parse = next(f for f in functions if f["name"] == "parse_message")
    for time in (crc["self"], crc["inclusive"], next(b for b in crc["blocks"] if b["name"] == "for.1/body")["time"]):
        time["undetected"] = {"expected": 12.25, "added": 376_737}
    place = dict(parse["self"]["max_at"], call=12, run=0, start=80_000_000, end=80_476_000, call_path=[[functions.index(f), 1] for f in functions if f["name"] in ("dispatch", "parse_message")])
    parse["self"]["uninterrupted"] = {"max": 7_777, "at": place}
    parse["uninterrupted_call"] = [{"blocks": ["entry", "while.1"], "rounds": None, "count": 1}]
