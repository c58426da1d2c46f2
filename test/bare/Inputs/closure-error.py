"""closure-error.py REPORT PLAIN: the corrected inclusive time of work() less the plain program's in the file PLAIN."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    report = json.load(file)
with open(sys.argv[2], encoding="utf-8") as file:
    plain = int(file.read())
functions = {function["name"]: function for function in report["functions"]}
corrected = functions["work"]["inclusive"]["corrected"]["total"]
print("closure error of work: {:g} of {} ticks".format(corrected - plain, plain))
print("blocks clipped or below 0: {}".format(
    sum(block["time"] is not None and block["time"]["corrected"]["clipped"] is not None
        for function in functions.values() for block in function["blocks"])))
