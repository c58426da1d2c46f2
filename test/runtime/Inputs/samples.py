"""samples.py FOLDER: the sampled runs of `ipoint-run --baseline` in FOLDER, as docs/formats.md has them.

Runs of odd numbers have the rate that was asked for, 2000, the others half of it; where the kernel permits no sampling, all
have the rate of the program's timer.
"""
import json
import os
import struct
import sys

folder = sys.argv[1]
with open(os.path.join(folder, "baseline"), encoding="utf-8") as file:
    document = json.load(file)
for number, pair in enumerate(document["pairs"], 1):
    name = "samples-{:03}".format(number)
    (sampled,) = pair["sampled"]
    assert sampled["samples"] == name and sampled["run"]["wall_ns"] > 0, sampled
    assert sampled["rate"] == (2000 if number % 2 else 1000), sampled
    wanted = 10**9 // sampled["rate"]
    assert sampled["sampler"] == "timer signal" or sampled["period_ns"] == wanted, sampled
    with open(os.path.join(folder, name), "rb") as file:
        data = file.read()
    magic, size, attribute_size, attributes, _, begin, length = struct.unpack_from("<8sQQQQQQ", data)
    assert magic == b"PERFILE2" and size == attributes == 104 and begin + length == len(data), (magic, size, begin, length)
    kind, _, event, period = struct.unpack_from("<IIQQ", data, attributes)
    assert (kind, event, period) == (1, 0, wanted), (kind, event, period)
    # The kernel's records, one behind another.
    at, kinds = begin, {}
    while at < len(data):
        record, _, record_size = struct.unpack_from("<IHH", data, at)
        kinds[record] = kinds.get(record, 0) + 1
        at += record_size
    assert at == len(data) and kinds.get(9, 0) == sampled["taken"], (at, kinds)
    assert kinds.get(10), "no map of a module"
