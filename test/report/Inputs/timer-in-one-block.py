#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a case for make-trace.py: a loop that a timer interrupts in one block only.

    timer-in-one-block.py SEED > CASE

Detection needs three rounds for it: the long visits are one block's, so they are watched; they keep to a clock, so it is asked
whether they keep to the number of visits too; they do not, so they are interrupts.
"""
import random
import sys

PROGRAM = """\
function f 1-9
block entry entry 1
block for.1/condition condition 2
block for.1/body body 3
block exit exit 5
next entry for.1/condition
next for.1/condition for.1/body exit
next for.1/body for.1/condition
loop for.1 2 for.1/condition for.1/body
thread 1
f entry @1000
"""
PERIOD = 10007


def main():
    rng = random.Random(int(sys.argv[1]))
    print(PROGRAM, end="")
    time, due = 1000, 4000
    for visit in range(12000):
        if visit % 100 == 0:
            print("packet")
        time += rng.randrange(18, 23)
        print(f"f for.1/condition @{time}")
        time += rng.randrange(100, 108)
        if time >= due:
            time += 3000 + rng.randrange(8)
            due += (time - due) // PERIOD * PERIOD + PERIOD
        print(f"f for.1/body @{time}")
    print(f"f for.1/condition @{time + 20}")
    print(f"f exit @{time + 40}")


main()
