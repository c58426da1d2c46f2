"""check-times-of-tasks.py REPORT: the times of examples/freertos as the target has added them up. One instruction is 1.6 ticks; `control` mixes
300 rounds each time that it preempts a step of 2,000, and the tick's hook 20."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    functions = {function["name"]: function for function in json.load(file)["functions"]}
step = functions["step"]["inclusive"]["raw"]
round_ticks = step["min"] / 2000
print("step: {} calls, each {:.0f} to {:.0f} ticks: {}".format(
    functions["step"]["calls"], step["min"], step["max"],
    "nothing of the other task" if step["count"] == 50 and step["max"] - step["min"] < 100 * round_ticks else "more than its work"))
timer = functions["Timer1_Handler"]["inclusive"]["raw"]
print("Timer1_Handler: {} calls, {}".format(functions["Timer1_Handler"]["calls"], "alike" if timer["max"] - timer["min"] <= 4 else timer))
mix = functions["mix"]["inclusive"]["raw"]
print("mix: {} calls, the longest {}".format(functions["mix"]["calls"], "within a step" if 0 < mix["max"] <= step["max"] else mix))
