# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Made-up data on when and by which way times came: series, record marks, worst cases, paths and calls."""
import random

BUCKETS, WIDTH, RUNS = 240, 1 << 22, 2


def grid():
    """The document's series: buckets of all runs, one behind the other."""
    each = BUCKETS // RUNS
    return {"width_ticks": WIDTH, "width": WIDTH, "buckets": [[i // each, i % each * WIDTH] for i in range(BUCKETS)]}


def length_of(ticks):
    """The bin of a column's lengths."""
    shift = max(0, ticks.bit_length() - 4)
    return shift * 8 + (ticks >> shift)


def order_of(raw, excluded, times):
    """`series` and `record_marks` of raw times, in another order: the first tenth takes longer."""
    interrupted = sorted(excluded)
    rng = random.Random(len(raw))
    values = [v for v in raw if v not in set(excluded)] + interrupted
    rng.shuffle(values)
    n = len(values)
    columns = {"bucket": [], "count": [], "sum": [], "max": [], "lengths": []}
    if excluded:
        columns.update(excluded=[], max_kept=[])
    marks, largest = [], -1
    for i, v in enumerate(values):
        if v > largest:
            largest = v
            marks.append([i * times + 1, v])
        bucket = i * BUCKETS // n
        if not columns["bucket"] or columns["bucket"][-1] != bucket:
            for key in columns:
                columns[key].append(bucket if key == "bucket" else None if key == "max_kept" else {} if key == "lengths" else 0)
        lengths = columns["lengths"][-1]
        lengths[length_of(v)] = lengths.get(length_of(v), 0) + times
        columns["count"][-1] += times
        columns["sum"][-1] += v * times
        columns["max"][-1] = max(columns["max"][-1], v)
        if excluded:
            if v in interrupted:
                columns["excluded"][-1] += times
            else:
                columns["max_kept"][-1] = max(columns["max_kept"][-1] or 0, v)
    columns["lengths"] = [0 if len(some) < 2 or sum(some.values()) < 3 else sorted(some.items()) for some in columns["lengths"]]
    return {"series": columns, "record_marks": marks}


def by_class(bins, excluded):
    """Splits what is excluded of a bin between two classes; what is longest has none."""
    for entry in bins:
        if entry[3] > 0:
            shorter = sum(1 for v in excluded if entry[0] <= v <= entry[1] and v < 45_000)
            longer = sum(1 for v in excluded if entry[0] <= v <= entry[1] and 45_000 <= v < 60_000)
            entry.append([pair for pair in ([0, shorter], [1, longer]) if pair[1]])


def place_of(time, call, excluded, hit):
    """PLACE of the largest time; `hit`: it was interrupted."""
    end = 73 * WIDTH + 123_456
    return {"trace": "build/message-handler.trace/1", "pid": 4711, "tid": 4712, "handler": False, "since": end - 5_000, "call": call,
            "mark": "frame complete" if hit else None, "run": 1, "thread": "rx-worker", "start": end - time["raw"]["max"], "end": end,
            "start_ticks": end - time["raw"]["max"], "end_ticks": end, "call_path": [], "call_path_omitted": 0, "call_path_omitted_behind": 0,
            "interrupts": {"off_cpu": 91_000 if hit else 0, "in_handlers": 0, "in_kernel": 4_200 if hit else 0, "excluded": 1 if hit else 0,
                           "added": max(excluded) - 400 if hit else 0, "longest": max(excluded) - 400 if hit else 0, "class": 0 if hit else None}}


def add_call_paths(functions, chains):
    """Fills the call path of each worst case: `chains` are lists of names from the bottom of a stack; the last one with a
    function holds."""
    index = {f["name"]: i for i, f in enumerate(functions)}
    for chain in chains:
        for depth, name in enumerate(chain):
            f = functions[index[name]]
            for time in [f["self"], f["inclusive"], *(b["time"] for b in f["blocks"])]:
                if time and time.get("max_at"):
                    time["max_at"]["call_path"] = [[index[n], 3 if n == "parse_message" and depth else 1] for n in chain[:depth + 1]]


def add_callers(functions, paths):
    """`callers` and `callees` of functions, by call paths."""
    for index, f in enumerate(functions):
        tables = {"callers": {}, "callees": {}}
        for path in paths:
            above = paths[path["parent"]]["function"] if path["parent"] is not None else None
            for key, other in [("callers", above)] * (path["function"] == index) + [("callees", path["function"])] * (above == index):
                row = tables[key].setdefault(other, {"function": other, "calls": 0, "timed_calls": 0, "inclusive": 0})
                row["calls"] += path["calls"]
                row["timed_calls"] += path["inclusive"]["count"]
                row["inclusive"] += path["inclusive"]["corrected"] or 0
        for key, rows in tables.items():
            whole = sum(row["inclusive"] for row in rows.values())
            f[key] = sorted(({**row, "share": row["inclusive"] / whole if whole else None} for row in rows.values()), key=lambda row: -row["inclusive"])


def add_paths(f, ways, make_time):
    """Paths of a function: [(block names, how often, times or [])]; the last one is that of the longest call."""
    whole = sum(count for _, count, _ in ways)
    f["paths"] = [{"blocks": blocks, "count": count, "share": count / whole, "rounds": None, "self": make_time(times) if times else None}
                  for blocks, count, times in sorted(ways, key=lambda way: -way[1])]
    f["paths_omitted"] = 0
    for key in ("longest_call", "longest_inclusive_call"):
        f[key] = [{"blocks": ways[0][0], "count": 1}, *({"blocks": blocks, "count": 1 + i} for i, (blocks, _, _) in enumerate(ways[1:] * 3))]
        f[f"{key}_is_cut"] = False
