"""hand-times.py BABELTRACE2 TRACE TIMES: the events' times are those in the file TIMES, a little later at most."""
import re
import subprocess
import sys

babeltrace2, trace, times = sys.argv[1:]
text = subprocess.run([babeltrace2, "--clock-cycles", trace], check=True, capture_output=True, text=True)
assert not text.stderr, text.stderr
seen = [int(m) for m in re.findall(r"^\[(\d+)\].*timed:.*ipoint = 300\b", text.stdout, re.M)]
meant = [int(line) for line in open(times)]
assert len(seen) == len(meant) > 0, (len(seen), len(meant))
for place, (a, b) in enumerate(zip(seen, meant)):
    assert 0 <= a - b < 1 << 20, f"event {place}: {a} instead of {b}, {(a - b) / 2**40} x 2^40 off"
