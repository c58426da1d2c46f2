"""switches-counted.py METADATA: switches recorded and lost, against what getrusage(2) counts of the program."""
import re
import sys

metadata = open(sys.argv[1]).read()


def number(key):
    return int(re.search(rf"^\t{key} = (\d+);", metadata, re.M)[1])


counted = number("voluntary_switches") + number("involuntary_switches")
told = number("switches_recorded") + number("switches_lost")
assert counted >= 1000, counted
# Of those beside the naps any may lie before the first instruction or behind the last: on a busy machine many do.
assert 2 * 1000 <= told <= 2 * counted + 2, (told, counted)
