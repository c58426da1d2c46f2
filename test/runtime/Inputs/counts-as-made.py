"""counts-as-made.py REPORT MADE OPEN: calls and visits of the JSON against the program's own counts in the file MADE, a line each:

    FUNCTION COUNT
    FUNCTION:BLOCK COUNT

They may differ by OPEN: of each call that was open at the end, the last path may be missing, or the count behind its record."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    report = json.load(file)
reported = {}
for function in report["functions"]:
    reported[function["name"]] = function["calls"]
    for block in function["blocks"]:
        reported["{}:{}".format(function["name"], block["name"])] = block["visits"]
with open(sys.argv[2], encoding="utf-8") as file:
    made = {name: int(count) for name, count in map(str.split, file)}
wrong = ["{}: {} made, {} in the report".format(name, count, reported.get(name)) for name, count in made.items()
         if name not in reported or abs(reported[name] - count) > int(sys.argv[3])]
if wrong or not made or not any(made.values()):
    sys.exit("\n".join(wrong) or "nothing was counted")
