"""shares.py FOLDER SAMPLER MODULE: in each sampled run of `ipoint-run --baseline` in FOLDER, three() of Inputs/shares.c has
three quarters of the samples, which come as often as the file says. MODULE has it.

By what lies in the file alone: maps, forks and samples, in the order of their times.
"""
import json
import os
import struct
import subprocess
import sys

folder, sampler, module = sys.argv[1], sys.argv[2], os.path.realpath(sys.argv[3])
MMAP2, FORK, SAMPLE = 10, 7, 9


def three_of(path):
    """Where three() lies in the file: beginning and end."""
    symbols = subprocess.run(["nm", "-S", path], stdout=subprocess.PIPE, check=True, text=True).stdout.split("\n")
    (begin, size), = [(int(s.split()[0], 16), int(s.split()[1], 16)) for s in symbols if s.endswith(" three")]
    for line in subprocess.run(["readelf", "-lW", path], stdout=subprocess.PIPE, check=True, text=True).stdout.split("\n"):
        words = line.split()
        if words[:1] == ["LOAD"] and int(words[2], 16) <= begin < int(words[2], 16) + int(words[4], 16):
            begin += int(words[1], 16) - int(words[2], 16)
            return begin, begin + size
    raise AssertionError("no three() in " + path)


def records_of(data):
    """(time, type, body) of each record."""
    begin, length = struct.unpack_from("<QQ", data, 40)
    assert length and begin + length == len(data), (begin, length, len(data))
    at, records = begin, []
    while at < len(data):
        kind, _, size = struct.unpack_from("<IHH", data, at)
        body = data[at + 8:at + size]
        records.append((struct.unpack_from("<Q", body, 16 if kind == SAMPLE else len(body) - 8)[0], kind, body))
        at += size
    return sorted(records, key=lambda record: record[0])


def shares_of(data, begin, end):
    """Periods of three(), and of all samples; how many these are."""
    maps, in_three, total, count = {}, 0, 0, 0
    for _, kind, body in records_of(data):
        pid, = struct.unpack_from("<I", body, 8 if kind == SAMPLE else 0)
        if kind == MMAP2:
            first, length, offset = struct.unpack_from("<QQQ", body, 8)
            maps.setdefault(pid, []).append((first, first + length, offset, body[64:body.index(b"\0", 64)].decode()))
        elif kind == FORK:
            parent, = struct.unpack_from("<I", body, 4)
            if parent != pid:
                maps[pid] = list(maps.get(parent, []))
        elif kind == SAMPLE:
            address, period = struct.unpack_from("<Q16xQ", body)
            total, count = total + period, count + 1
            for first, last, offset, name in maps.get(pid, [])[::-1]:
                if first <= address < last:
                    in_three += period if name == module and begin <= address - first + offset < end else 0
                    break
    return in_three, total, count


with open(os.path.join(folder, "baseline"), encoding="utf-8") as file:
    document = json.load(file)
for pair in document["pairs"]:
    (sampled,) = pair["sampled"]
    assert sampled["sampler"] == sampler and sampled["lost"] == 0, sampled
    with open(os.path.join(folder, sampled["samples"]), "rb") as file:
        in_three, total, count = shares_of(file.read(), *three_of(module))
    assert count == sampled["taken"] > 20, sampled
    assert 0.5 < in_three / total < 0.95, (in_three / total, sampled)
    # What the samples stand for is the time that the program took.
    assert 0.5 < total / 1e3 / sampled["run"]["user_us"] < 2, (total, sampled)
    assert 0.5 < count * sampled["period_ns"] / total < 2, (count, total, sampled)
