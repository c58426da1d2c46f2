#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes reports from made-up data, by filling the templates the way ipoint-report does.

  small   8 functions: hostile names and source, never run, not instrumented, untimed, filtered, refused
  sampled the same with samples of the plain program
  large   3,000 functions, one of them with 600 blocks
  clean   one function, nothing lost, everything instrumented, no filter, ns
  micro   the same in µs; boards: small as a sum over forty boards
  empty   a database without functions

Each becomes a folder under --out. The same options give the same bytes.
"""
import base64
import hashlib
import random
import re
import fixture_boards
import fixture_order as order
import fixture_pages
import fixture_verdict
import fixture_times
import fixture_values
import make_worst
from fixture_sources import BITS, CRC, DISPATCH, EVIL, HOSTILE, ISR, LONG, MACHINE, PARSE, RESET
from fixture_times import OVERHEAD_MEAN, OVERHEAD_MIN, RATE, RESOLUTION, figures, sample, shape_of, time_of

SAMPLES = 40_000  # drawn for a block or function; counts beyond are multiplied


# --- Functions --------------------------------------------------------------------------------

def parse(text, line):
    """Source lines, and [(line, kind, name, per call, typical, flag)]."""
    source, blocks = [], []
    for i, row in enumerate(text.split("\n")):
        code, _, notes = row.partition(" § ")
        source.append(code)
        for note in filter(None, notes.split("; ")):
            kind, rest = note.split(" ", 1)
            name, per_call, typical = rest.rsplit(" ", 2)
            flag = typical[-1] if typical[-1] in "!?~" else ""
            blocks.append((line + i, kind, name, float(per_call), int(typical.rstrip("!?~")), flag))
    return source, blocks


def block_of(rng, spec, calls, with_filter, end_line):
    line, kind, name, per_call, typical, flag = spec
    visits = round(calls * per_call)
    timed = not (per_call and typical == 0)
    n = min(visits, SAMPLES) if timed else 0
    raw = sample(rng, n, typical) if n else []
    excluded = []
    if flag == "!" and with_filter and raw:
        excluded = [rng.randrange(24_000, 61_000) for _ in range(max(2, n // 400))]
        raw = raw[len(excluded):] + excluded
    applied = with_filter and timed and raw and flag not in "?~" or bool(excluded)
    reason = "12 of 3,911 visits lie between low 4,000 and high 20,000 raw ticks (4,082 to 11,986)" if flag == "?" else None
    state = ("off" if not with_filter else "not timed" if not raw else "not linear" if flag == "~"
             else "refused" if flag == "?" else "applied" if excluded else "nothing to exclude")
    largest = sorted(excluded, reverse=True)
    return {
        "name": name, "kind": kind, "line": line, "column": 5 + len(name) % 30 if len(name) % 3 else None,
        "end_line": min(end_line, line + (2 if kind in ("then", "body", "join") else 0)), "timed": timed, "linear": flag != "~",
        "visits": visits, "time": time_of(raw, excluded, bool(applied), times=max(1, visits // max(1, n)) if n else 1),
        "filter": state, "filter_reason": reason,
        "excluded": {"count": len(excluded), "values": largest[:100], "values_cut": max(0, len(excluded) - 100)},
        "next": [],
    }


def function_of(rng, name, file, line, text, calls, page, with_filter=True, status="run", reason=None, inclusive=1.0):
    source, specs = parse(text, line)
    end_line = line + len(source) - 1
    blocks = [block_of(rng, spec, calls, with_filter, end_line) for spec in specs]
    for i, block in enumerate(blocks):
        if block["kind"] == "exit":
            continue
        left = block["visits"]
        for j in range(i + 1, min(i + 4, len(blocks))):
            count = min(left, blocks[j]["visits"])
            block["next"].append({"block": blocks[j]["name"], "count": count})
            left -= count
    own = inclusive_time = None
    if calls and status == "run":
        blocks_take = sum(b["time"]["raw"]["total"] for b in blocks if b["time"]) / calls
        n = min(calls, SAMPLES)
        raw = sample(rng, n, blocks_take * 0.96 + 40, 0.25)
        excluded = [rng.randrange(24_000, 90_000) + round(blocks_take) for _ in range(8)] if with_filter and n > 400 else []
        own = time_of(raw[len(excluded):] + excluded, excluded, with_filter, times=max(1, calls // n))
        inclusive_time = time_of([round(v * inclusive) for v in raw[len(excluded):] + excluded], (), with_filter, times=max(1, calls // n))
    return {
        "name": name, "file": file, "line": line, "end_line": end_line, "page": page, "status": status, "reason": reason,
        "ipoints": len(blocks), "calls": calls, "threads": 2 if calls else 0, "inferred_exits": 3 if name == "dispatch" else 0,
        "self": own, "inclusive": inclusive_time, "blocks": blocks, "loops": loops_of(blocks), "source": source,
    }


def lines_of(f):
    """What the blocks that begin in each line take, as the report does it where nothing was sampled."""
    def total(time):
        return (time.get("filtered") or time["corrected"])["total"] if time else None
    whole = total(f["self"])
    lines = []
    for line in sorted({b["line"] for b in f["blocks"]}):
        parts = [0 if not b["visits"] else total(b["time"]) for b in f["blocks"] if b["line"] == line]
        known = [part for part in parts if part is not None]
        lines.append({"line": line, "self": sum(known) if known else None,
                      "share": sum(known) / whole if known and whole else None})
    return lines


def loops_of(blocks):
    """A loop for each block that begins a body: one without a bound, one over it, one that was not counted."""
    loops = []
    for b in blocks:
        if b["kind"] == "body":
            i = len(loops) % 3
            loops.append({"name": b["name"], "line": b["line"], "end_line": b["line"] + 2, "head": None,
                          "body": None if i == 2 else b["name"], "bound": [None, 7, 9][i],
                          "bound_from": [None, "IPOINT_LOOP_BOUND", "ipoint.yaml: line 9"][i],
                          "entered": None if i == 2 else 3, "iterations": None if i == 2 else b["visits"],
                          "max_iterations": None if i == 2 else 8, "iteration": b["time"] if i == 0 else None})
    return loops


# --- Documents --------------------------------------------------------------------------------

def document(functions, with_filter=True, unit="ticks", traces=1, **changes):
    blocks = [b for f in functions for b in f["blocks"]]
    run = [f for f in functions if f["status"] == "run"]
    without_probes = [f for f in functions if f["status"] == "not instrumented"]
    records = sum(b["visits"] for b in blocks)
    doc = {
        "schema": "ipoint-report/5",
        "tool": {"name": "ipoint-report", "version": "0.1.0",
                 "command_line": ["ipoint-report", "html", "message-handler.trace", "--low", "4000", "--high", "20000"]},
        "unit": unit,
        "clock": {"source": "x86 TSC", "rate_hz": RATE, "resolution": RESOLUTION, "waits": True,
                  "probe_overhead": {"timed_mean": OVERHEAD_MEAN, "timed_min": OVERHEAD_MIN, "untimed_mean": 1.7}},
        "traces": [{
            "path": f"build/message-handler.trace/{i}", "program": "./message-handler", "arguments": "--messages 200000 'it'\\''s < & >'",
            "host": "bench-3", "machine": "x86_64", "cpu": "AMD EPYC 7B13 64-Core Processor", "policy": "stream",
            "exit_status": 0 if i == 0 else None, "exit_signal": None if i == 0 else 9, "wall_ns": 1_284_113_442 + i,
            "user_us": 1_190_220, "system_us": 41_007, "voluntary_switches": 12, "involuntary_switches": 187, "streams": 2,
            "minor_faults": 2162, "major_faults": 0, "migrations": None, "peak_memory": 10_002_432, "niceness": 5, "load": "cache:3",
            "warm_up": 2, "accounts": {"cpu_ns": 1_231_227_000, "recorded_ns": 1_180_000_000, "off_cpu_ns": 40_000_000,
                                       "differs": "not-recorded" if i == 0 else None},
            "packets": 611, "records": records // traces, "timed": records // traces * 3 // 4, "untimed": records // traces // 4,
            "complete": i == 0} for i in range(traces)],
        "database": {"path": "build/ipoint.db", "identity": "9f2c41d07be35a16c0d44e82aa317f05", "units": 5, "functions": {"all": len(functions) + 14, "other_programs": 9, "other_builds": 0, "copies": 5},
                     "builds": [{"compiler": "gcc", "flags": "-std=gnu99 -O2 -Wall", "level": "blocks", "timed": "blocks", "units": 4},
                                {"compiler": "gcc", "flags": "-O0", "level": "functions", "timed": "functions", "units": 1}]},
        "filter": {"low": 4000, "high": 20000, "majority": 0.9, "linear_only": True, "by": "rule", "from": "--low and --high", "rules": [
            {"functions": "*", "blocks": "*", "low": 4000, "high": 20000, "from": "--low and --high"},
            {"functions": "crc16", "blocks": "for.1/*", "low": 300, "high": 900, "from": "filter.yaml: line 7"}]} if with_filter else None,
        "root": "/home/someone/firmware/message-handler",
        "totals": {"functions": len(functions), "functions_run": len(run), "functions_not_instrumented": len(without_probes),
                   "ipoints": len(blocks), "ipoints_run": sum(1 for b in blocks if b["visits"]), "records": records,
                   "calls": sum(f["calls"] for f in functions), "inferred_exits": sum(f["inferred_exits"] for f in functions),
                   "excluded": sum(b["excluded"]["count"] for b in blocks)},
        "functions": functions,
        "series": order.grid(),
        "marks": [{"name": HOSTILE if i == 0 else b["name"], "function": f["name"], "file": f["file"], "block": b["name"],
                   "line": b["line"], "count": b["visits"],
                   "values": {"count": b["visits"], "min": -1, "mean": 12345.678, "max": 1099511627775} if i % 2 and b["visits"] else None}
                  for i, (f, b) in enumerate([(f, b) for f in functions for b in f["blocks"] if b["kind"] == "case"][:150])],
        "lost": {"records": 0, "overwritten": 0, "repaired": 0, "buffer_waits": 0, "buffer_wait_ticks": 0, "impossible_transitions": [],
                 "gaps": 0, "gap_ticks": 0, "cut_calls": 0, "ended": [], "unknown_records": 0, "damage": [],
                 "unfinished_calls": 0, "started_in_the_middle": 0, "callers_unsure": False,
                 "left_out": []},
        "excluded": [{"function": f["name"], "file": f["file"], "block": b["name"], "count": b["excluded"]["count"],
                       "min": min(b["excluded"]["values"]), "max": max(b["excluded"]["values"]),
                       "added": sum(b["excluded"]["values"])}
                      for f in functions for b in f["blocks"] if b["excluded"]["count"]],
        "not_instrumented": [{"file": f["file"], "line": f["line"], "function": f["name"], "reason": f["reason"]} for f in without_probes],
        "never_run": {
            "functions": [{"name": f["name"], "file": f["file"], "line": f["line"]} for f in functions if f["status"] == "never run"],
            "blocks": [{"function": f["name"], "file": f["file"], "block": b["name"], "line": b["line"]}
                       for f in run for b in f["blocks"] if not b["visits"]]},
    }
    doc["lost"].update(changes.pop("lost", {}))
    doc["not_instrumented"] += changes.pop("places", [])
    doc.update(changes)
    return doc


def call_paths_of(functions, ways):
    """PATHs from ("caller/callee/…", share of the last one's calls); depth first as written. Times of a function are shared out likewise."""
    names = {f["name"].split("<")[0]: i for i, f in enumerate(functions)}
    paths, index = [], {}

    def parts(time, share):
        kinds = {kind: time[kind]["total"] * share if time[kind] else None for kind in ("raw", "corrected", "filtered")}
        return dict(count=round(time["raw"]["count"] * share), max=round(time["raw"]["max"] * (1 + share) / 2), **kinds)
    for way, share in ways:
        caller, _, name = way.rpartition("/")
        f = functions[names[name]]
        index[way] = len(paths)
        paths.append({"parent": index[caller] if caller else None, "function": names[name], "calls": round(f["calls"] * share),
                      "self": parts(f["self"], share), "inclusive": parts(f["inclusive"], share)})
    return paths


def class_of(count, switched, length, one_in, period=None, alone=False):
    """A class of `count` interrupts of a median `length`, one interrupt in `one_in` ticks."""
    rate = {"rate": 1 / one_in, "low": 0.94 / one_in, "high": 1.06 / one_in,
            "one_in": one_in, "one_in_low": one_in / 1.06, "one_in_high": one_in / 0.94}
    return {"count": count, "switched": switched, "recorded": 0,
            "length": {"min": length / 2, "median": length, "median_low": length * 0.99 if count > 5 else None,
                       "median_high": length * 1.01 if count > 5 else None, "mean": length * 1.1,
                       "mean_low": length * 1.08 if count > 300 else None, "mean_high": length * 1.12 if count > 300 else None,
                       "p99": length * 5, "max": length * 9},
            "per_execution_tick": rate, "per_elapsed_tick": rate, "dispersion": 1,
            "periodic": period and {"period": period, "uncertainty": 1, "strength": 0.99}, "alone": alone,
            "blocks": [{"function": "crc16", "block": "for.1/body", "count": count, "expected": count, "agrees": True}]}


def budgets_of(functions):
    """One that is broken, one that is kept and one that is not judged, of functions; and one of a block, hostile by name."""
    by_name = {f["name"]: f for f in functions}

    def budget(of, state, observed, limit, **more):
        f = by_name[of]
        return dict({"name": None, "from": "ipoint.yaml: line 3", "subject": of, "kind": "time", "measure": "inclusive time, raw HWM",
                     "times": "inclusive", "by_mark": True, "function": of, "file": f["file"], "page": f["page"], "block": None,
                     "line": f["line"], "limit": limit, "observed": observed, "state": state, "reason": None, "max_at": None,
                     "in_words": f"{of}: {state}"}, **more)
    crc, parse = by_name["crc16"], by_name["parse_message"]
    join = next(b for b in parse["blocks"] if b["name"] == "while.1/join")
    return [
        budget("count_bits", "kept", by_name["count_bits"]["inclusive"]["raw"]["max"], 9_000_000),
        budget("handle_reset", "not judged", None, 20_000, reason="never ran"),
        budget("crc16", "broken", crc["inclusive"]["raw"]["max"], 2_000, name="deadline " + HOSTILE),
        budget("parse_message", "broken", join["time"]["raw"]["max"], 150, subject="parse_message/while.1/join", times="block",
               measure="self time, raw HWM", block="while.1/join", line=34),
        budget("dispatch", "kept", 0.125, 0.25, kind="share", measure="share of the run, self time", times="self", by_mark=False),
    ]


def small():
    rng = random.Random(1)
    functions = [
        function_of(rng, "crc16", "src/crc.c", 12, CRC, 1_961, "crc16.html"),
        function_of(rng, "count_bits", "src/crc.c", 40, BITS, 31_364, "count_bits.html"),
        function_of(rng, "dispatch", "src/dispatch.c", 88, DISPATCH, 1_943, "dispatch.html", inclusive=3.1),
        function_of(rng, "evil" + HOSTILE, "src/<evil>&'\".c", 7, EVIL, 500, "evil.html"),
        function_of(rng, "handle_reset", "src/dispatch.c", 131, RESET, 0, "handle_reset.html", status="never run"),
        function_of(rng, LONG.split("(")[0].split(" ")[1], "src/generated/state-machines/controller_model_autogenerated_transitions.c", 90_417,
                    LONG, 52, "long.html", inclusive=1.4),
        function_of(rng, "legacy_isr", "src/isr.c", 30, ISR, 0, "legacy_isr.html", status="not instrumented",
                    reason="the function is naked: it has no frame in which a probe could run"),
        function_of(rng, "parse_message", "src/parse.c", 21, PARSE, 2_000, "parse_message.html", inclusive=1.9),
    ]
    for block in functions[2]["blocks"]:
        if block["name"] == "switch.1/case.3":
            block.update(column=1, included={"file": "src/reset.inc", "line": 4, "column": 1, "text": f"case KIND_RESET: /* {HOSTILE} */"})
    parse = functions[-1]
    order.add_paths(parse, [
        (["entry", "while.1", "while.1/join", "for.1"], 1_800, []),
        (["entry", "if.1/then", "if.1/then/exit"], 40, sample(rng, 40, 900)),
        (["entry", "while.1", "while.1/body"], 3_900, []), (["for.1", "for.1/body", "for.1/step"], 32_000, []),
        (["for.1", "for.1/join", "exit"], 1_940, sample(rng, 1_940, 2_400)), (["for.1", "for.1/join", "if.3/then", "if.3/then/exit"], 20, [])],
        time_of)
    order.add_call_paths(functions, [["dispatch", "crc16", "count_bits"], ["parse_message", "crc16"]])
    long = functions[5]["name"]
    ways = [("parse_message", 1), ("parse_message/crc16", 0.75), ("parse_message/crc16/count_bits", 0.5), ("dispatch", 1),
            ("dispatch/crc16", 0.25), ("dispatch/crc16/count_bits", 0.25), ("dispatch/evil", 1), ("dispatch/evil/count_bits", 0.25), (long, 1)]
    call_paths = call_paths_of(functions, ways)
    order.add_callers(functions, call_paths)
    fixture_verdict.with_interrupts(functions)
    return fixture_values.add(document(functions, traces=2, call_paths=call_paths,
                    interrupts={"classes": [class_of(123_456, 0, 30_754, 1_241_706), class_of(3, 3, 394_095_123, 2_076_212_017, 2_500_000_000, True)],
                                "unseen": [{"function": "crc16", "block": "for.1/body", "expected": 12.25, "added": 376_737}],
                                "without_time": 0, "known_switches": {"beyond": 3, "within": 0, "undecided": 0, "unrecorded": 1},
                                "known_handlers": {"beyond": 2, "within": 1, "undecided": 4, "unrecorded": 5},
                                "known_interrupts": {"beyond": 7, "within": 1, "undecided": 0, "unrecorded": 2},
                                "recorded": {"excluded": 8, "by_record_alone": 1, "left": 3, "untimed": 5, "untimed_ticks": 122_000,
                                             "length": {"min": 16_800, "median": 58_000, "mean": 61_234.5, "p99": None, "max": 191_318}}},
                    lost={"records": 17, "overwritten": 0, "repaired": 2, "buffer_waits": 41, "buffer_wait_ticks": 9_120_337,
                          "impossible_transitions": [{"function": "parse_message", "from": "if.1/then", "from_line": 27, "to": "for.1",
                                                     "to_line": 41, "count": 2}],
                          "damage": ["build/message-handler.trace/1/stream_0: the last packet is cut after 1,024 of 4,096 bytes"],
                          "unfinished_calls": 1},
                    budgets=budgets_of(functions), verdict=fixture_verdict.verdict_of(functions), gains=fixture_verdict.gains_of(functions), gains_p99_of="parse<byte>", gains_in_words=fixture_verdict.ASSUMED,
                    places=[{"file": "src/dispatch.c", "line": 97, "function": "dispatch",
                             "reason": f"the statement comes from a macro {HOSTILE}"}]))


def sampled():
    """As small, with samples of the plain program, a tenth of its time outside of functions; one hostile library."""
    doc = small()
    cpu, shares = 10_000_000, {"parse_message": 0.2, "crc16": 0.45, "count_bits": 0.15, "dispatch": 0.08, "evil": 0.02}
    for f in doc["functions"]:
        share = shares.get(f["name"].split("<")[0], 0)
        if not f["calls"]:
            f["best"], f["sampled"] = {which: dict({"from": "not known"}, mean=None, low=None, high=None) for which in ("self", "inclusive")}, None
            continue
        f.update({"code": MACHINE} if f["name"] == "parse_message" else {})
        f["change"] = {"before": 1000.0, "after": 1500.0 if f["name"] == "crc16" else 1000.0, "differs": f["name"] == "crc16"}
        mean = share * cpu / f["calls"]
        of = {"from": "sampled", "mean": mean, "low": mean * 0.95, "high": mean * 1.06} if share > 0.1 else \
            {"from": "bounded", "mean": None, "low": 0, "high": mean * 1.5 + 90}
        f["best"] = {"self": of, "inclusive": of}
        f["sampled"] = {"samples": 20 if share == 0.02 else share * 4000, "share": share, "share_low": share * 0.95, "share_high": share * 1.06,
                        "self": {k: mean for k in ("mean", "low", "high")}, "inclusive": None,
                        "direct_error": f["self"]["corrected"]["mean"] / mean - 1 if mean else None}
    doc["sampling"] = {
        "inputs": [{"file": "baseline", "program": "./message-handler.plain", "arguments": "", "sampler": "perf", "rounds": 4, "runs": 4, "samples": 4000,
                    "cpu": cpu, "system": 9000, "cpu_slowdown": 12.34, "slowdown": 0.06, "rates": None, "halves": None}],
        "in_functions": 0.9, "in_functions_known": 0.8, "known_to": 0.1, "in_blocks_known": 0, "blocks_known_to": 0.2, "more_samples": 2.5,
        "not_joined": 0, "only_symbols": False, "problems": [],
        "others": [{"what": "library", "name": "/lib/libc.so.6", "file": None, "samples": 320, "share": 0.08, "share_low": 0.07, "share_high": 0.09},
                   {"what": "not instrumented", "name": HOSTILE, "file": "x.c", "samples": 80, "share": 0.02, "share_low": 0.01, "share_high": 0.03}]}
    doc["closure"] = [{"file": "baseline", "program": "./message-handler.plain", "arguments": "", "pairs": 12, "fitted": None,
                       "unfitted": {"timed_overhead": 25, "untimed_overhead": 2, "error": -0.034, "interval": [-0.05, -0.018]}}]
    doc["clock"]["probe_overhead"].update(timed_uncertainty=0.6, untimed_uncertainty=0.1)
    return doc


def large():
    global SAMPLES
    SAMPLES, fixture_times.ORDERED = 600, False
    rng = random.Random(2)
    functions = []
    kinds = ["then", "else", "body", "join", "case"]
    shared = [function_of(rng, "x", "x.c", 1, CRC, calls, "x.html", inclusive=g) for calls, g in ((900, 1), (40_000, 2), (7, 1.2), (2, 1))]
    for i in range(3000):
        file = f"src/module_{i // 60:02}/{rng.choice(['btree', 'pager', 'vdbe', 'parse', 'util'])}{i // 60}.c"
        name = f"{rng.choice(['sqlite3', 'vdbe', 'btree', 'pager', 'fts5', 'where'])}{rng.choice(['Open', 'Close', 'Step', 'Alloc', 'Seek', 'Expr', 'Code'])}{i:04}"
        f = dict(rng.choice(shared), name=name, file=file, line=1 + i % 60 * 30, end_line=9 + i % 60 * 30, page=f"{name}.html")
        if i % 5 == 3:
            f.update(status="never run", calls=0, threads=0, self=None, inclusive=None,
                     blocks=[dict(b, visits=0, time=None, next=[], excluded={"count": 0, "values": [], "values_cut": 0}) for b in f["blocks"]])
        elif i % 97 == 5:
            f.update(status="not instrumented", reason="an error lies in its body: use of undeclared identifier", calls=0, threads=0,
                     self=None, inclusive=None, blocks=[])
        functions.append(f)
    rows = ["int sqlite3VdbeExec(Vdbe *p) § entry entry 1 200", "{"]
    for i in range(598):
        per_call, typical = rng.choice([(0, 0), (0.2, 40), (1, 90), (3, 14), (9, 0), (12, 300)])
        flag = rng.choice("!?~   ").strip() if typical else ""
        rows.append(f"  case OP_{i:03}: pOut = &aMem[pOp->p{i % 5}]; if( pOut->flags & MEM_Dyn ) goto too_big; "
                    f"§ {rng.choice(kinds)} switch.1/case.{i}/if.1/{rng.choice(kinds)}.{i} {per_call} {typical}{flag}")
        rows += [f"    sqlite3VdbeMemSetInt64(pOut, (i64)iArg * {i}); /* what an opcode does, in some words */"] * (i % 3)
    rows.append("} § exit exit 1 30")
    fixture_times.ORDERED = True
    functions[0] = function_of(rng, "sqlite3VdbeExec", functions[0]["file"], 812, "\n".join(rows), 600, "sqlite3VdbeExec.html")
    return document(functions)


def clean(unit="ns"):
    global SAMPLES
    SAMPLES = 1000
    rng = random.Random(3)
    calls = BITS.replace("6; exit", "900; exit")
    return document([function_of(rng, "count_bits", "bits.c", 4, calls, 1000, "count_bits.html", with_filter=False)],
                    with_filter=False, unit=unit)


# --- Pages ------------------------------------------------------------------------------------

def without_histogram(time):
    return time and {k: v for k, v in time.items() if k not in ("histogram", "series", "record_marks", "max_at")}


def write(folder, doc, longest):
    """`unit` of the document is the one that the page begins with; its times are in ticks."""
    unit, doc["unit"] = doc["unit"], "ticks"
    left_out = ("blocks", "loops", "by_value", "source", "paths", "longest_call", "longest_inclusive_call", "callers", "callees", "code")
    index = dict(doc, functions=[
        dict({k: v for k, v in f.items() if k not in left_out}, shape=shape_of(f["self"]), self=without_histogram(f["self"]), inclusive=without_histogram(f["inclusive"]))
        for f in doc["functions"]])
    write_single_file(folder, fixture_pages.write(folder, "index.html", "message-handler", index, [dict(f, lines=lines_of(f)) for f in doc["functions"]], unit, longest))


def write_single_file(folder, page):
    """As --single-file has it: all in one, with the hash of each script and style in the policy."""
    hashes = {"script": "", "style": ""}

    def taken_in(tag):
        def element(match):
            text = (folder / "assets" / match[1]).read_text().replace("</" + tag, "<\\/" + tag)
            hashes[tag] += " 'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"
            return f"<{tag}>{text}</{tag}>"
        return element
    page = re.sub(r'<link rel="stylesheet" href="assets/([^"]+)">', taken_in("style"), page)
    page = re.sub(r'<script src="assets/([^"]+)"></script>', taken_in("script"), page)
    page = page.replace("script-src 'self' file:; style-src 'self' file:", f"script-src{hashes['script']}; style-src{hashes['style']}")
    pieces = "".join('<script type="application/x-ipoint" id="piece-{}">{}</script>\n'.format(*re.findall(r"'([^']*)'", piece.read_text()))
                     for piece in sorted((folder / "data").glob("*.js")))
    (folder / "single.html").write_text(page.replace("<!-- pieces -->", pieces))


if __name__ == "__main__":
    longest = [("count_bits.html", make_worst.longest()), ("handle_reset.html", "handle_reset: no call of it ended")]
    makers = {"small": small, "sampled": sampled, "counted": lambda: fixture_verdict.without_times(small()), "boards": lambda: fixture_boards.over_boards(small()), "few": lambda: fixture_verdict.with_few_samples(sampled()), "large": large, "clean": clean, "micro": lambda: clean("us"), "empty": lambda: document([], with_filter=False, traces=0)}
    fixture_pages.main(__doc__, {name: lambda folder, name=name, make=make: write(folder, make(), longest if name == "small" else []) for name, make in makers.items()})
