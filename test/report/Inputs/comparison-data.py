#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints what a browser would find in a comparison: its document, or what it has of one function.

comparison-data.py index.html [FUNCTION]
"""
import base64
import json
import pathlib
import re
import sys
import zlib

path = pathlib.Path(sys.argv[1])
page = path.read_text(encoding="utf-8")


def unpack(base64_text):
    return json.loads(zlib.decompress(base64.b64decode(base64_text)))


def show_item(item):
    name = item["function"] + ("/" + item["block"] if item["block"] else "")
    mean = item["mean"]
    print(f"item: {item['what']} {name} {mean['a']:.1f} to {mean['b']:.1f}{', differs' if item['differs'] else ''}")


def show_function(function):
    for text in function["sets"]:
        if text is None:
            print("set: None")
            continue
        print("set:", text["line"], function["name"])
        for line in text["source"]:
            print("source:", line.strip())
        for block in text["blocks"]:
            print("block:", block["name"], block["kind"], block["line"])
    for time in function["times"]:
        print("times:", time["what"], time["block"])
        for of in time["sets"]:
            print(" ", of and ", ".join(f"{key} {value}" for key, value in (
                (k, float(v) if k in ("visits", "mean", "max") else v) for k, v in of.items())))
    for items in function["comparisons"]:
        for item in items:
            print("item:", item["what"], item["block"])


if len(sys.argv) > 2:
    for piece in sorted((path.parent / "data").iterdir()):
        packed = re.fullmatch(r"ipoint\.arrived\('[\w-]+', '([\w+/=]+)'\);\n", piece.read_text()).group(1)
        for function in unpack(packed):
            if function["name"] == sys.argv[2]:
                show_function(function)
    sys.exit()
print("title:", re.search("<title>(.*?)</title>", page).group(1))
data = unpack(re.search('id="data">([^<]*)<', page).group(1))
print("unit:", data["unit"])
report = data["report"]
print("document:", *report)
for paths in report["calls"]:
    print("calls:", ", ".join("{} {:.1f} {:.1f}".format(report["functions"][p["at"]]["name"], p["calls"], p["own"]) for p in paths))
for comparison in report["comparisons"]:
    print("times:", comparison["times"])
    for item in comparison["items"]:
        assert report["functions"][item["at"]]["name"] == item["function"]
        show_item(item)
    for key in ("appeared", "vanished", "changed", "ran_in_a_only", "ran_in_b_only"):
        print(f"{key}:", *(e["function"] + ("/" + e["block"] if e["block"] else "") for e in comparison[key]))
for function in report["functions"]:
    print("function:", function["page"], function["name"], *function["lines"])
