# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the verdict of a report's JSON, which is read from standard input: a line for each sentence, `!` where a conclusion is affected."""
import json
import sys

for item in json.load(sys.stdin)["verdict"]:
    print(item["about"] + ("!" if item["affected"] else ""), f"({item['function'] or '-'})", item["text"], *([f"$ {item['command']}"] if item["command"] else []))
