#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Damages a file: alter.py FILE cut BYTES | set OFFSET BYTE | insert OFFSET COUNT | append COUNT | sub OLD NEW"""
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
elif what == "sub":
    assert rest[0].encode() in data, rest[0]
    data = data.replace(rest[0].encode(), rest[1].encode())
with open(path, "wb") as file:
    file.write(data)
