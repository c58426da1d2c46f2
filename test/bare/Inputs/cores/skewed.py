"""skewed.py FOLDER CORES BITS SKEW: whether what the target has compared is right: counters of skewed.h at both ends."""
import re
import struct
import sys

FOLDER, CORES, BITS, SKEW = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4], 0)
SPAN = 1 << BITS
with open(FOLDER + "/memory.img", "rb") as file:
    image = file.read()
end = struct.unpack_from("<I", image, 32)[0]
metadata = open(FOLDER + "/trace/metadata", encoding="utf-8").read()


def apart(one, other):
    return (one - other + SPAN // 2) % SPAN - SPAN // 2


for core in range(1, CORES):
    words = struct.unpack_from("<16I", image, core * (end + 64) + end)
    pairs = []
    for here_low, here_high, low, high, trip, trips in (words[4:10], words[10:]):
        there, here = high << 32 | low, here_high << 32 | here_low
        true = there + (there // 8 + SKEW) * core
        assert trips and abs(apart(here, true)) <= (trip + 1) // 2 + 1, (core, here, true, trip)
        pairs.append((here, there, trip))
    # So far it has gone ahead, which was more than what is not known.
    drift = int(re.search(r"core_{}_drift = (-?\d+);".format(core), metadata)[1])
    true = (pairs[1][1] - pairs[0][1]) % SPAN // 8 * core
    assert abs(-drift - true) <= (pairs[0][2] + pairs[1][2]) // 2 + 4 and drift, (drift, true)
print("compared: within half of a round trip at both ends, and by how much they have drifted")
