"""compare-worst.py LONGEST PARTS: what the raw estimate of the calls PARTS exceeds the longest call by, and its executions."""
import json
import sys

longest, parts = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:])
print("longest: estimate - HWM = {:g}".format(longest["estimate"]["raw"] - longest["hwm"]["raw"]))
print("parts: estimate - longest call = {:g}".format(parts["estimate"]["raw"] - longest["hwm"]["raw"]))
for block in sorted(parts["path"], key=lambda block: (block["at"]["function"], block["at"]["block"] or "")):
    print("{function}/{block}".format(**block["at"]), "{:g}".format(block["count"]))
