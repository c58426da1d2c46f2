#!/usr/bin/env python3
"""Holds the report of the message handler against what the program itself counted.

Usage: check-message-handler.py REPORT PROGRAM_OUTPUT
"""
import json
import re
import sys


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        report = json.load(file)
    with open(sys.argv[2], encoding="utf-8") as file:
        handled, rejected, _, sent, dropped = map(int, re.findall(r"\d+", file.read()))
    functions = {f["name"]: f for f in report["functions"]}
    blocks = {(f["name"], b["name"]): b for f in report["functions"] for b in f["blocks"]}
    assert functions["main"]["calls"] == 1
    assert functions["make_frame"]["calls"] == 2000
    assert functions["dispatch"]["calls"] == handled + rejected
    assert functions["queue_put"]["calls"] == sent + dropped
    assert blocks["dispatch", "switch.1/default"]["visits"] == rejected
    assert blocks["parse_byte", "entry"]["visits"] == functions["parse_byte"]["calls"]
    # Eight turns for each byte, and one look more at the condition.
    turns = blocks["crc16", "while.1/body/for.1/body"]["visits"]
    assert turns == 8 * blocks["crc16", "while.1/body"]["visits"]
    # Each tick of main belongs to one function: one thread, no recursion, all of it instrumented.
    selves = sum(f["self"]["raw"]["total"] for f in functions.values())
    inclusive = functions["main"]["inclusive"]["raw"]["total"]
    assert selves == inclusive, (selves, inclusive)
    # Both places report the visits that the filter excluded.
    excluded = sum(row["count"] for row in report["excluded"])
    assert excluded == report["totals"]["excluded"] == sum(b["excluded"]["count"] for b in blocks.values())


main()
