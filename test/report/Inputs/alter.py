#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Damages a file: alter.py FILE cut BYTES | set OFFSET BYTE | insert OFFSET COUNT | append COUNT | zero OFFSET COUNT |
swap OFFSET COUNT | join FILE | sub OLD NEW

sub: \\n and \\t in NEW are a new line and a tab; swap: COUNT bytes from OFFSET on change places with as many behind them; join: puts FILE behind it"""
import sys

path, what, *rest = sys.argv[1:]
with open(path, "rb") as file:
    data = bytearray(file.read())
if what == "cut":
    data = data[:int(rest[0])]
elif what == "set":
    data[int(rest[0])] = int(rest[1])
elif what == "insert":
    data[int(rest[0]):int(rest[0])] = b"x" * int(rest[1])
elif what == "append":
    data += b"x" * int(rest[0])
elif what == "zero":
    at, count = map(int, rest)
    data[at:at + count] = bytes(count)
elif what == "swap":
    at, count = map(int, rest)
    data[at:at + 2 * count] = data[at + count:at + 2 * count] + data[at:at + count]
elif what == "join":
    with open(rest[0], "rb") as file:
        data += file.read()
elif what == "sub":
    assert rest[0].encode() in data, rest[0]
    data = data.replace(rest[0].encode(), rest[1].replace("\\n", "\n").replace("\\t", "\t").encode())
with open(path, "wb") as file:
    file.write(data)
