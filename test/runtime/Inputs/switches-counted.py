"""switches-counted.py METADATA NAPS: switches recorded and lost, against what getrusage(2) counts of the program and of its naps."""
import re
import sys

metadata = open(sys.argv[1]).read()


def number(key):
    return int(re.search(rf"^\t{key} = (\d+);", metadata, re.M)[1])


counted = number("voluntary_switches") + number("involuntary_switches")
recorded = number("switches_recorded") + number("switches_lost")
naps = int(open(sys.argv[2]).read())
assert naps >= 900, naps
# Of those beside the naps any may lie before the first instruction or behind the last: on a busy machine many do.
assert 2 * naps <= recorded <= 2 * counted + 2, (naps, recorded, counted)
