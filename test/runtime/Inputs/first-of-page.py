#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints whether the first record of each page of the ring takes longer than others, in a trace of one thread:
first-of-page.py STREAM"""
import statistics
import struct
import sys

PAGE = 512  # records
times = [[] for _ in range(PAGE)]
with open(sys.argv[1], "rb") as file:
    data = file.read()
at, number, last = 0, 0, None
while at < len(data):
    size, = struct.unpack_from("<Q", data, at + 48)  # content_size, bits
    for word, in struct.iter_unpack("<Q", data[at + 80:at + size // 8]):
        if word & 1:
            now = word >> 1 & (1 << 40) - 1
            if last is not None:
                times[number % PAGE].append(now - last)
            last = now
        number += 1
    at += size // 8
medians = [statistics.median(some) for some in times]
usual = statistics.median(medians)
longest = max(medians)
print(f"{number} records; one takes {usual:.0f} ticks, at the place in a page where it takes longest {longest:.0f}",
      file=sys.stderr)
print("alike" if longest <= 10 * usual else "one place in each page takes longer")
