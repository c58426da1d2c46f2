"""Compares the JSON of a profile with that of the traces that it was reduced from.

Usage: profile_agrees.py TRACES.json PROFILE.json [MORE]
  MORE  members that may differ as well, as a regular expression

Prints each member that differs and may not, and exits 1 if there is one; prints how many numbers were the same.
"""
import json
import math
import re
import sys

# What takes events in their order, or single runs (docs/formats.md).
LEFT_OUT = re.compile(
    r"/(max_at|largest_on|uninterrupted|undetected(/\w+)?|by_thread|by_value|record_marks|series|closure|calls_spread|left_out|command_line(\[\])?)$"
    r"|^/call_paths\[\]/(self|inclusive)/filtered$"
    r"|^/traces\[\]/functions$|^/threads$"
    # What takes interrupted visits one by one; classes are found anew, by excesses to the bucket of the histogram.
    r"|^/interrupts$|^/interrupts/(classes$|classes\[\]/|unseen|without_time|recorded|known_)"
    # What single calls consist of.
    r"|^/gains(\[\]/p99|_in_words|_p99_of)$"
    # Sentences about these.
    r"|^/verdict(\[\])?(/text|/command|$)"
    # To the bucket of the histogram.
    r"|/excluded/values\[\]$")


def agree(a, b):
    """Whether both are estimates that differ by how they are rounded in the file."""
    numbers = all(isinstance(v, (int, float)) for v in (a, b))
    return numbers and isinstance(a + b, float) and math.isclose(a, b, rel_tol=1e-8, abs_tol=1e-6)


def differences(a, b, path=""):
    if path.endswith("/histogram[]"):
        a, b = a[:4], b[:4]  # behind them, how many of a bucket each class has
    if isinstance(a, dict) and isinstance(b, dict):
        for key in sorted(a.keys() | b.keys()):
            yield from differences(a.get(key), b.get(key), f"{path}/{key}")
    elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for x, y in zip(a, b):
            yield from differences(x, y, path + "[]")
    else:
        yield path, a, b


def main():
    traces, profile = (json.load(open(path)) for path in sys.argv[1:3])
    more = re.compile(sys.argv[3]) if len(sys.argv) > 3 else LEFT_OUT
    same, wrong = 0, []
    for path, a, b in differences(traces, profile):
        if a == b or agree(a, b):
            same += 1
        elif not LEFT_OUT.search(path) and not more.search(path):
            wrong.append(f"{path}: {str(a)[:80]} in the traces, {str(b)[:80]} in the profile")
    print("\n".join(wrong[:50] + [f"same: {same}"]))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
