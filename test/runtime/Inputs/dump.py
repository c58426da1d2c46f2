#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""dump.py TRACE: one line for each stream, in the order of their names, with what was recorded:

    main: start 300x5 301 pause gap1 resume 302 end2

PAUSE and RESUME without anything between are left out. By docs/formats.md alone; times may not run backwards."""
import os
import struct
import sys

NAMES = {1: "pause", 2: "resume", 3: "lost", 5: "gap", 6: "end"}


def records(path):
    with open(path, "rb") as file:
        data = file.read()
    at, last = 0, 0
    while at < len(data):
        begin, end, bits = struct.unpack_from("<3Q", data, at + 24)
        if begin < last:
            sys.exit(f"{path}: packets out of order")
        last = begin
        for (word,) in struct.iter_unpack("<Q", data[at + 80:at + bits // 8]):
            value = word >> 1 & (1 << 40) - 1
            if word & 1:
                delta = (value - last) & (1 << 40) - 1
                if delta >> 39:
                    sys.exit(f"{path}: time runs backwards")
                last += delta
            yield word >> 41, value
        if last != end:
            sys.exit(f"{path}: timestamp_end is not the last record's")
        at += bits // 8


def words(path):
    found = []      # [word, times]
    for number, value in records(path):
        word = NAMES.get(number, str(number)) + (str(value) if number in (3, 5, 6) else "")
        if word == "resume" and found and found[-1][0] == "pause":
            found.pop()
        elif found and found[-1][0] == word:
            found[-1][1] += 1
        else:
            found.append([word, 1])
    merged = []
    for word, times in found:
        if merged and merged[-1][0] == word:
            merged[-1][1] += times
        else:
            merged.append([word, times])
    return [word if times == 1 else f"{word}x{times}" for word, times in merged]


def main():
    folder = sys.argv[1]
    for name in sorted(os.listdir(folder), key=lambda n: (len(n), n)):
        if name.startswith("stream-") and not name.endswith("-switches"):
            kind = name.split("-", 3)[3] + ":" if name.count("-") > 2 else "thread:"
            print(kind, *words(os.path.join(folder, name)))


main()
