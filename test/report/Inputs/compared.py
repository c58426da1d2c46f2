#!/usr/bin/env python3
"""compared.py JSON BLOCK FIGURE...: by how much figures of a block differ in a comparison, as `BLOCK FIGURE +TICKS`."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    items = json.load(file)["comparisons"][0]["items"]
item = next(i for i in items if i["block"] == sys.argv[2])
for figure in sys.argv[3:]:
    print("{} {} {:+.3g}".format(sys.argv[2], figure, item[figure]["b"] - item[figure]["a"]))
