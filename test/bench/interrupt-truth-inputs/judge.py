# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Judges what ipoint reports of a scene of interrupt-truth by what is true of it."""
import collections
import math
import os
import re
import sys

from drawn import SCENES
from emulator import DIVIDER, HANDLER, SOURCES, Run, Tables

# The most (of precision and recall: the least) for each kind of scene: shares, and numbers of visits. `rate` and `mean` are
# relative errors of reported classes; `classes`: as many are reported as there are; `left`: visits that are neither excluded
# nor named. Where no gap separates visits, only functions have goals; where there are few interrupts, the only goal is that
# nothing else is taken for one; where too much is interrupted, no figure is given that is wrong; of scenes that were drawn by
# chance, some cannot be judged better. In all scenes: no period
# where there is none, no mean outside of the minimum and maximum of its class, no clock of two speeds where there is one speed,
# and the same probe overhead as without interrupts.
GOALS = {
    "quiet": {"wrong": 0, "self": 0.001, "inclusive": 0.001},
    "clear": {"precision": 0.999, "recall": 0.99, "self": 0.01, "inclusive": 0.01, "rate": 0.10, "mean": 0.03, "classes": True},
    "one block": {"precision": 0.999, "left": 0, "rate": 0.10, "mean": 0.03},
    "overlap": {"self": 0.05, "inclusive": 0.05},
    "loaded": {"precision": 0.99, "recall": 0.9, "self": 0.05, "inclusive": 0.05, "rate": 0.10, "mean": 0.05},
    "few": {"wrong": 0},
    "drawn": {"precision": 0.99},
    "too much": {"self": 0.05, "inclusive": 0.05, "withheld": math.inf},
}
PROBE = 0.05        # ticks
CLOSE = 0.005       # of a function's mean: a figure is right that is as near to the truth, or as its uncertainty says
COVERAGE = 0.93     # of 95 % intervals, over all scenes


def blocks_of(report):
    return {(f["name"], b["name"]): b for f in report["functions"] for b in f["blocks"] or ()}


class Came:
    """Of each class how many came, and how long they lasted."""

    def __init__(self, scene, tables, quiet, run):
        divider = DIVIDER[scene.prescale]
        self.came = [entry for source, taken in zip(run.entries, run.taken) for entry in source[:taken]]
        lengths = collections.defaultdict(list)
        for _, instructions, number in self.came:
            alike = scene.classes[number].alike
            lengths[number if alike is None else alike].append((instructions + HANDLER) * tables.tick / divider)
        self.lengths = [lengths[number] for number in range(len(scene.classes))]
        self.execution, self.elapsed = (r.elapsed / divider for r in (quiet, run))


class Truth(Came):
    """And what interrupts added to each visit."""

    def __init__(self, scene, tables, quiet, run):
        super().__init__(scene, tables, quiet, run)
        if [place for place, _, _ in quiet.visits] != [place for place, _, _ in run.visits]:
            sys.exit("control flow depends on interrupts")
        # Each read is rounded to a tick, in both runs; that alone is no interrupt.
        shortest = min((entry[1] for source in run.entries for entry in source), default=math.inf)
        shortest = (shortest + HANDLER) * tables.tick / DIVIDER[scene.prescale] / 2
        differences = [(ticks - without, reads) for (_, ticks, reads), (_, without, _) in zip(run.visits, quiet.visits)]
        added = [added if abs(added) > min(reads, shortest) else 0 for added, reads in differences]
        self.interrupted = [(place, ticks) for (place, ticks, _), more in zip(run.visits, added) if more]
        self.visits, self.added = len(added), sum(added)
        self.check(self.came, added)

    def check(self, came, every):
        """Ends the program unless tables and differences agree."""
        lengths = [length for each in self.lengths for length in each]
        least = min(lengths, default=math.inf)
        if odd := [added for added in every if added and added < least - 8]:
            sys.exit(f"differences that no interrupt explains: {odd[:10]}")
        total, counted = sum(lengths), self.added
        outside = 2 * max(lengths, default=0)   # handlers before the first visit and behind the last
        if abs(total - counted) > outside + len(came) + 0.001 * total:
            sys.exit(f"handlers took {total:.0f} ticks, visits are longer by {counted}")


# What `filter_reason` says of visits that were not excluded: no other place has it.
NAMED = re.compile(r"visits? of (\d+)(?: to (\d+))? ticks beyond a gap not excluded([^;]*)")


def ratio(part, whole):
    return part / whole if whole else None


def judge_visits(result, truth, run):
    """A histogram has how many visits of one value were excluded. Where that is neither all nor none, it is assumed that the
    interrupted ones were: `unclear` counts them."""
    blocks = blocks_of(run.report)
    rows = {place: (b["time"] or {"histogram": []})["histogram"] for place, b in blocks.items()}
    true_counts = {place: [0] * len(each) for place, each in rows.items()}
    for place, ticks in truth.interrupted:
        true_counts[place][find(rows[place], ticks)] += 1
    right = missed = wrong = unclear = missed_named = named = speeds = 0
    for place, each in rows.items():
        reason = blocks[place]["filter_reason"] or ""
        if "gap" in reason and not NAMED.search(reason):
            sys.exit(f"{reason}: not understood")
        ranges = [(int(low), int(high or low), "two speeds" in why) for low, high, why in NAMED.findall(reason)]
        for (value, _, count, excluded, *_), true in zip(each, true_counts[place]):
            whys = [why for low, high, why in ranges if low <= value <= high]
            if whys:
                missed_named += max(0, true - excluded)
                named += count - max(true, excluded)
                speeds += (count - max(true, excluded)) * any(whys)
            hits = min(excluded, true)
            if 0 < excluded < count and 0 < true < count:
                unclear += hits
            right, missed, wrong = right + hits, missed + true - hits, wrong + excluded - hits
    result.update(visits=truth.visits, interrupted=right + missed, right=right, wrong=wrong, missed=missed, unclear=unclear,
                  missed_named=missed_named, named=named, speeds=speeds,
                  precision=ratio(right, right + wrong), recall=ratio(right, right + missed))
    taken = sum(each["added"] for each in run.report["excluded"])
    result["taken"] = ratio(taken, truth.added)


def find(rows, ticks):
    low, high = 0, len(rows) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if rows[middle][0] <= ticks:
            low = middle
        else:
            high = middle - 1
    return low


def judge_functions(result, quiet, run):
    """How far filtered means are at most from those of the run without interrupts, of functions above the resolution."""
    true = {f["name"]: f for f in quiet.report["functions"]}
    result["probe"] = run.report["clock"]["probe_overhead"]["timed_mean"] - quiet.report["clock"]["probe_overhead"]["timed_mean"]
    result["withheld"] = 0
    for name, key in (("self", "self"), ("inclusive", "inclusive")):
        worst = (0.0, None)
        result[name + "_out"] = []
        for f in run.report["functions"]:
            time, without = f[key], true[f["name"]][key]
            if not time or without["below_resolution"]:
                continue
            if time["too_many_interrupts"]:
                result["withheld"] += 1
                continue
            figure = time["filtered"] or time["corrected"]
            mean, goal = figure["mean"], without["raw"]["mean"] - (time["raw"]["mean"] - time["corrected"]["mean"])
            off, rebuilt = abs(mean - goal), time["reconstructed"] and time["reconstructed"]["uncertainty"]
            # The run without interrupts is read by the same clock: where there is one call, its time is as unsure.
            clock = without["corrected"]["uncertainty"]["single"] / math.sqrt(figure["count"])
            sure = math.hypot(figure["uncertainty"]["mean"], 2 * (rebuilt or 0) / figure["count"], clock)
            if off > CLOSE * goal and off > sure:
                result[name + "_out"].append(f["name"])
            if abs(mean / goal - 1) > abs(worst[0]):
                worst = (mean / goal - 1, f["name"])
        result[name], result[name + "_function"] = worst


def nearest(truth, reported):
    """For each class that came the nearest reported class, if it is within 30 %; each is taken once."""
    pairs = sorted((abs(math.log(k["length"]["median"] / sorted(lengths)[len(lengths) // 2])), number, i)
                   for number, lengths in enumerate(truth.lengths) if lengths
                   for i, k in enumerate(reported) if k["length"]["median"] > 0)
    found = {}
    for distance, number, i in pairs:
        if distance < math.log(1.3) and number not in found and reported[i] not in found.values():
            found[number] = reported[i]
    return found


def figures(number, scene, truth, reported):
    """A class as it is, and as it is reported (or None)."""
    lengths = truth.lengths[number]
    period = scene.classes[number].period
    one = {"came": len(lengths), "one_in": ratio(truth.elapsed - sum(lengths), len(lengths)),
           "mean": ratio(sum(lengths), len(lengths)), "median": sorted(lengths)[len(lengths) // 2] if lengths else None,
           "period": period and period / DIVIDER[scene.prescale], "reported": None}
    if reported:
        rate, length, clock = reported["per_execution_tick"], reported["length"], reported["periodic"]
        one["reported"] = {"count": reported["count"], **{key: rate[key] for key in ("one_in", "one_in_low", "one_in_high")},
                           **{key: length[key] for key in ("min", "median", "median_low", "median_high", "mean", "mean_low",
                                                           "mean_high", "max")},
                           "period": clock and clock["period"], "period_uncertainty": clock and clock["uncertainty"]}
    return one


def add_classes(result, scene, truth, run):
    reported = (run.report["interrupts"] or {"classes": []})["classes"]
    found = nearest(truth, reported)
    result["classes"] = [figures(number, scene, truth, found.get(number)) for number, one in enumerate(scene.classes)
                         if one.alike is None]
    result["classes_reported"] = len(reported)
    result["outside"] = sum(not k["length"]["min"] <= k["length"]["mean"] <= k["length"]["max"] for k in reported)


def judge(name, scene, truth, quiet, run):
    result = {"scene": name, "kind": scene.kind, "held_out": scene.held_out, "prescale": scene.prescale}
    judge_visits(result, truth, run)
    judge_functions(result, quiet, run)
    add_classes(result, scene, truth, run)
    result["load"] = 1 - truth.execution / truth.elapsed
    result["fails"] = failures(result, scene.speeds)
    return result


def covers(low, high, value):
    """A rate may be known to be as low as can be: its interval has no end then."""
    return "-" if low is None else "in" if low <= value <= (math.inf if high is None else high) else "out"


def failures(result, speeds):
    goals, fails = GOALS[result["kind"]], []
    for key in ("precision", "recall"):
        if key in goals and result[key] is not None and result[key] < goals[key]:
            fails.append(f"{key} {number(result[key], 4)}")
    if result["wrong"] > goals.get("wrong", math.inf):
        fails.append(f"{result['wrong']} wrong")
    if result["missed"] - result["missed_named"] > goals.get("left", math.inf):
        fails.append(f"{result['missed'] - result['missed_named']} neither excluded nor named")
    if result["speeds"] and not speeds:
        fails.append(f"two speeds of {result['speeds']} visits")
    if result["withheld"] > goals.get("withheld", 0):
        fails.append(f"{result['withheld']} times withheld")
    if abs(result["probe"]) > PROBE:
        fails.append(f"probe {result['probe']:+.2f} ticks")
    for key in ("self", "inclusive"):
        if key in goals and result[key + "_out"] and abs(result[key]) > goals[key]:
            fails.append(f"{key} {100 * result[key]:+.2f} %")
    for one in result["classes"]:
        found = one["reported"]
        if found is None:
            continue
        for key, goal in (("one_in", "rate"), ("mean", "mean")):
            if goal in goals and found[key] is not None and abs(found[key] / one[key] - 1) > goals[goal] and covers(
                    found[key + "_low"], found[key + "_high"], one[key]) != "in":
                fails.append(f"{goal} {100 * (found[key] / one[key] - 1):+.1f} %")
        if found["period"] and not (one["period"] and abs(found["period"] / one["period"] - 1) < 0.01):
            fails.append("a period that is none")
    every, found = len(result["classes"]), sum(one["reported"] is not None for one in result["classes"])
    if goals.get("classes") and not result["classes_reported"] == found == every:
        fails.append(f"{result['classes_reported']} classes reported of {every}")
    if result["outside"]:
        fails.append("a mean beyond its minimum or maximum")
    return fails


def number(value, digits=1):
    return "-" if value is None else f"{value:,.{digits}f}"


def too_few(verdicts):
    """Whether intervals with a coverage of COVERAGE would cover so few in less than 2.5 % of all cases."""
    n, k = len(verdicts) - verdicts.count("-"), verdicts.count("in")
    return n > 0 and sum(math.comb(n, i) * COVERAGE ** i * (1 - COVERAGE) ** (n - i) for i in range(k + 1)) < 0.025


def total(results):
    """What all scenes have in common. Those in which too much is interrupted only count as reaching their goals or not: nearly
    all that is missed is there, and what is said of it is that."""
    given = [r for r in results if r["kind"] != "too much"] or results
    apart = [r for r in given if r["kind"] not in ("overlap", "one block", "few")] or given
    every = [one for r in given for one in r["classes"]]
    found = [(one, one["reported"]) for one in every if one["reported"]]
    return {**{key: sum(r[key] for r in given) for key in ("right", "wrong", "missed")},
            "classes": len(every), "found": len(found), "scenes": len(results),
            "at_goal": sum(not r["fails"] for r in results),
            "rates": [covers(each["one_in_low"], each["one_in_high"], one["one_in"]) for one, each in found],
            "means": [covers(each["mean_low"], each["mean_high"], one["mean"]) for one, each in found],
            "medians": [covers(each["median_low"], each["median_high"], one["median"]) for one, each in found],
            "close": sum(not r["self_out"] for r in given), "given": len(given),
            **{key: max(abs(r[key]) for r in apart) for key in ("self", "inclusive")}}


def record(options, built, name, folder):
    """A scene, what is true of it, and its runs without interrupts and with them."""
    scene = SCENES[name]()
    tables = Tables(scene, f"{name} {options.seed}")
    quiet = Run(options, built, os.path.join(folder, "quiet"), tables, [[]] * SOURCES, False)
    run = Run(options, built, os.path.join(folder, "run"), tables, tables.make_entries(quiet), True)
    truth = Truth(scene, tables, quiet, run)
    del quiet.visits, run.visits    # all that is asked of them is in `truth`
    return scene, truth, quiet, run


def judge_in_place(name, scene, options, built, folder):
    """The scene with times that the firmware adds up. Its probes take longer, so that interrupts fall into other visits; some fall
    into a probe, which masks them, and come behind it. So visits are not matched: what is excluded is held against how many
    interrupts came and what they took. The work of phases is at other times: such scenes are left out."""
    if scene.program in ("phases", "turns"):
        return None
    tables = Tables(scene, f"{name} {options.seed}")
    quiet = Run(options, built, os.path.join(folder, "quiet-in-place"), tables, [[]] * SOURCES, False, True)
    run = Run(options, built, os.path.join(folder, "run-in-place"), tables, tables.make_entries(quiet), True, True)
    truth = Came(scene, tables, quiet, run)
    result = {"scene": name, "kind": scene.kind, "came": sum(map(len, truth.lengths)),
              "excluded": sum(each["count"] for each in run.report["excluded"]),
              "taken": ratio(sum(each["added"] for each in run.report["excluded"]), sum(map(sum, truth.lengths)))}
    judge_functions(result, quiet, run)
    add_classes(result, scene, truth, run)
    result["fails"] = failures_in_place(result)
    return result


def failures_in_place(result):
    """What times in place let a report find: where nothing interrupts, nothing; where gaps separate visits, nearly all that came
    (some are two in a visit), and what they added together."""
    if result["kind"] == "quiet":
        return [f"in place {result['excluded']} are excluded"] if result["excluded"] else []
    if result["kind"] not in ("clear", "few"):
        return []
    fails = [] if 0.75 * result["came"] <= result["excluded"] <= 1.02 * result["came"] else [
        f"in place {result['excluded']} of {result['came']} are excluded"]
    if not 0.9 <= result["taken"] <= 1.1:
        fails.append(f"in place {100 * result['taken']:.1f} % is subtracted")
    return fails


def covered(verdicts):
    return f"{verdicts.count('in')} of {len(verdicts) - verdicts.count('-')}"
