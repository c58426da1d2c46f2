"""compare-sums.py [--excluded | --functions] RECORDS SUMS [FUNCTION,…]: the JSON reports of one run with records and with sums. Prints what is equal: counts; corrected times, to
the tick; and histograms, by the sums' bins, of times that have as many probes each, which records have in theirs."""
import json
import sys

BITS = 2


def bin_of(ticks):
    shift = max(ticks.bit_length() - BITS - 1, 0)
    return (ticks >> shift) + (shift << BITS)


def binned(rows, less):
    bins = {}
    for low, high, count, *_ in rows:
        assert low == high, "a test's times have buckets of one tick"
        bins[bin_of(low - less)] = bins.get(bin_of(low - less), 0) + count
    return bins


def read(name):
    with open(name, encoding="utf-8") as file:
        report = json.load(file)
    times, visits = {}, {}
    for function in report["functions"]:
        visits[function["name"]] = function["calls"]
        for kind in ("self", "inclusive"):
            times[function["name"], kind] = function[kind]
        for block in function["blocks"]:
            visits[function["name"], block["name"]] = (block["visits"], [(n["block"], n["count"]) for n in block["next"]])
            times[function["name"], block["name"]] = block["time"]
    return visits, {key: time for key, time in times.items() if time is not None}


def spin(name):
    with open(name, encoding="utf-8") as file:
        functions = json.load(file)["functions"]
    return next(b for f in functions if f["name"] == "spin" for b in f["blocks"] if b["name"] == "entry")


if sys.argv[1] == "--functions":
    was, mine = (read(name) for name in sys.argv[2:4])
    for name in sys.argv[4].split(","):
        if (name, "self") not in mine[1]:
            print("{}: {} calls, no time".format(name, mine[0][name]))
            continue
        pairs = [(was[1][name, kind]["corrected"], mine[1][name, kind]["corrected"]) for kind in ("self", "inclusive")]
        same = was[0][name] == mine[0][name] and all(abs(a[figure] - b[figure]) < 1e-6 for a, b in pairs for figure in ("count", "total", "min", "max"))
        print("{}: {} calls, {} with a time: {}".format(name, mine[0][name], mine[1][name, "self"]["corrected"]["count"], "the same" if same else pairs))
    sys.exit()
if sys.argv[1] == "--excluded":
    was, mine = map(spin, sys.argv[2:])
    print("visits excluded: {} of {} in spin/entry, {}".format(mine["excluded"]["count"], mine["visits"],
                                                              "the same" if mine["excluded"]["count"] == was["excluded"]["count"] else "others"))
    means = [block["time"]["filtered"]["mean"] for block in (was, mine)]
    print("filtered mean:", "the same to the tick" if abs(means[0] - means[1]) < 1e-6 else means)
    sys.exit()
records, sums = map(read, sys.argv[1:])
print("{} counts: {}".format(len(sums[0]), "the same" if records[0] == sums[0] else "others"))
other = compared = 0
for key, time in records[1].items():
    mine = sums[1].get(key)
    if mine is None:
        print("no time of", *key)
        continue
    for figure in ("count", "total", "min", "mean", "max"):
        if abs(time["corrected"][figure] - mine["corrected"][figure]) > 1e-6:
            print("other", figure, "of", *key, time["corrected"][figure], mine["corrected"][figure])
            other += 1
    less = time["raw"]["min"] - time["corrected"]["min"]
    if less == time["raw"]["max"] - time["corrected"]["max"] and time["raw"]["max"] < 2048:
        compared += 1
        if binned(time["histogram"], int(less)) != binned(mine["histogram"], 0):
            print("another histogram of", *key, time["histogram"], mine["histogram"])
            other += 1
print("{} times: {}".format(len(sums[1]), "others" if other or len(sums[1]) != len(records[1]) else "the same to the tick"))
print("{} of them with the same histogram".format(compared))
