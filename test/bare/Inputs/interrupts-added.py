"""interrupts-added.py QUIET BUSY: how much longer work() took in a run with interrupts, for each of them."""
import json
import sys


def functions(name):
    with open(name, encoding="utf-8") as file:
        return {function["name"]: function for function in json.load(file)["functions"]}


quiet, busy = map(functions, sys.argv[1:])
handler = busy["timer_isr"]
print("{} interrupts of {:g} ticks each".format(handler["calls"], handler["inclusive"]["corrected"]["mean"]))
more = busy["work"]["inclusive"]["corrected"]["total"] - quiet["work"]["inclusive"]["corrected"]["total"]
each = more // handler["calls"]
print("each adds {:g} ticks to work, and {:g} are left over".format(each, more - each * handler["calls"]))
