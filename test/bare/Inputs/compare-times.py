"""Prints calls of the functions nops_..., and how the raw times of the later ones differ from the first one's."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    report = json.load(file)
functions = [function for function in report["functions"] if function["name"].startswith("nops_")]
functions.sort(key=lambda function: int(function["name"].split("_")[1]))
first = functions[0]["self"]["raw"]
for function in functions:
    raw = function["self"]["raw"]
    more = "" if raw is first else ", more ticks: " + " ".join(
        "{} {:g}".format(key, raw[key] - first[key]) for key in ("min", "mean", "max"))
    print("{} {} calls{}".format(function["name"], function["calls"], more))
