"""switches.py TRACE OUTS: reads the streams of a trace by docs/formats.md. In each thread that has
records 300 and 301 in turn, each time from a 300 to its 301 must hold a switch out of the CPU by the
thread's own wish (16) and the return (18) behind it, and at least half of that time must lie between
the two: the program sleeps there. OUTS: how many such times there are in all."""
import collections
import glob
import os
import re
import struct
import sys

MASK = (1 << 40) - 1


def read(path):
    data, at, found = open(path, "rb").read(), 0, []
    while at < len(data):
        begin, end, bits = struct.unpack_from("<QQQ", data, at + 24)
        tid, pid = struct.unpack_from("<II", data, at + 72)
        time = begin
        for (word,) in struct.iter_unpack("<Q", data[at + 80 : at + bits // 8]):
            if word & 1:
                time += ((word >> 1) - time) & MASK
                found.append((time, word >> 41))
        assert time == end, path
        at += bits // 8
    return pid, tid, found


trace, expected = sys.argv[1], int(sys.argv[2])
metadata = open(os.path.join(trace, "metadata")).read()
slack = int(re.search(r"switches_uncertainty = (\d+);", metadata)[1])
assert 'switches = "perf";' in metadata and "switches_lost = 0;" in metadata, metadata
probes, switches = collections.defaultdict(list), {}
recorded = 0
for path in sorted(glob.glob(os.path.join(trace, "stream-*"))):
    pid, tid, found = read(path)
    if path.endswith("-switches"):
        assert os.path.basename(path) == f"stream-{pid}-{tid}-switches"
        assert (pid, tid) not in switches
        assert {ident for _, ident in found} <= {16, 17, 18}, path
        for (_, one), (_, two) in zip(found, found[1:]):
            assert (one == 18) != (two == 18), f"{path}: {one} is followed by {two}"
        switches[pid, tid] = found
        recorded += len(found)
    else:
        probes[pid, tid] += found
assert set(switches) <= set(probes), "switches of a thread that records nothing"
assert f"switches_recorded = {recorded};" in metadata, recorded
naps = short = 0
for thread, found in probes.items():
    found = [one for one in found if one[1] in (300, 301)]
    for (begin, _), (end, _) in zip(found[::2], found[1::2]):
        naps += 1
        inside = [s for s in switches[thread] if begin - slack <= s[0] <= end + slack]
        assert any(ident == 16 for _, ident in inside), f"{thread}: no switch in a sleep"
        # All that went out came back before the next probe, and nothing came that had not gone.
        assert inside[0][1] in (16, 17) and inside[-1][1] == 18, inside
        away = sum(t if ident == 18 else -t for t, ident in inside)
        # What a hypervisor takes of the time before and behind the sleep is in no switch.
        short += 2 * away < end - begin
        assert away <= end - begin + 2 * slack
assert naps == expected, naps
assert 10 * short <= naps, f"{short} of {naps} sleeps are mostly without a switch"
print(f"{naps} sleeps hold their switches")
