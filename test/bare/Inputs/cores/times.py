"""times.py FOLDER CORES IPOINT: times that the cores have added up: of all those of each, and as many as the program has calls."""
import os
import subprocess
import sys

import check


def read(trace):
    """By index: count, other count, minimum, maximum, sum, and the histogram."""
    entries = {}
    for line in open(trace + "/.times", encoding="utf-8"):
        words = line.split()
        if words[0] == "visits":
            break
        if not words[0].isdigit():
            continue
        bins = {word.split(":")[0]: int(word.split(":")[1]) for word in words if ":" in word}
        entries[int(words[0])] = [int(word) for word in words[1:6]] + [bins]
    return entries


def visits(trace):
    """Of each core, those that took long."""
    with open(trace + "/.times", encoding="utf-8") as file:
        lines = file.read().splitlines()
    at = next((i for i, line in enumerate(lines) if line.startswith("visits ")), len(lines))
    return [line.split() for line in lines[at + 1:-1]]


parts, kept = [], []
for core in range(check.CORES):
    subprocess.run([check.PREFIX + "/bin/ipoint-import", "-o", "core", "--program", "firmware.elf", "--core={}".format(core), "memory.img"],
                   check=True, stderr=subprocess.DEVNULL)
    parts.append(read("core"))
    kept += visits("core")
    assert all(visit[4] == str(core) for visit in visits("core"))
whole = read("trace")
assert len(whole) > 8 and set(whole) == set().union(*parts), (whole, parts)
for index, (count, _, least, most, total, bins) in whole.items():
    of = [part[index] for part in parts if index in part]
    timed = [part for part in of if part[0]]
    assert count == sum(part[0] for part in of) and total == sum(part[4] for part in of), (index, of)
    assert not timed or (least, most) == (min(part[2] for part in timed), max(part[3] for part in timed)), (index, of)
    assert all(bins[key] == sum(part[5].get(key, 0) for part in of) for key in bins) and sum(bins.values()) == count, (index, of)
print("times: in all those of each core")
assert visits("trace") == kept, (visits("trace"), kept)
print("long visits: in all those of each core, {} of {} cores".format(len(kept), len({visit[4] for visit in kept})))
