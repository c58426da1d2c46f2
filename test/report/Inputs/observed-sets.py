# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints two sets of times, of 100 and of 300 ticks, that interrupts of 2,000 lengthen once in 20,000 ticks. The first has also
a slow path, + 600. Standard error gets the number of interrupted values of each set. Argument: what is added to each value."""
import random
import sys

random.seed(19)
more = float(sys.argv[1]) if len(sys.argv) > 1 else 0
for name, usual, spread in (("f", 100, 4), ("g", 300, 8)):
    values, interrupted = [], 0
    for index in range(20000):
        value = usual + random.randint(-spread, spread)
        if name == "f" and index % 333 == 5:
            value += 600
        if random.random() < usual / 20000:
            value += 2000 + random.randint(-20, 20)
            interrupted += 1
        values.append(value + more if more else value)
    print("observations", name, "ticks:", *values)
    print(name, interrupted, "interrupted", file=sys.stderr)
