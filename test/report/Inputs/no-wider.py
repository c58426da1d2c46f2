#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""no-wider.py WIDTH FILE [words]: no line of the text is wider, but, without `words`, for one that is a single word."""
import sys

width = int(sys.argv[1])
wide = [line for line in open(sys.argv[2], encoding="utf-8").read().splitlines() if len(line) > width and (len(line.split()) > 2 or len(sys.argv) > 3)]
print(*wide, sep="\n", end="")
sys.exit(bool(wide))
