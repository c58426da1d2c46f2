#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a case for make-trace.py: what random threads might have recorded.

    random-streams.py SEED > CASE

Calls, recursion, loops, marks, untimed records, signal handlers with a separate stream (for even seeds) and interrupt handlers
without, jumps out of functions, context switches, pauses, and records that are missing or damaged, in many packets.
"""
import random
import sys

PROGRAM = """\
env switches = perf
env switches_uncertainty = 2
function f 1-9
block entry entry 1
block for.1/condition condition 2
block for.1/body body 3
block for.1/tick body 3 untimed
block mark mark 4
block exit exit 5
next entry for.1/condition
next for.1/condition for.1/body mark
next for.1/body for.1/tick for.1/condition
next for.1/tick for.1/condition
next mark exit
mark mark signed value
loop for.1 2 for.1/condition for.1/body
function r 20-29
block entry entry 20
block do.1/body body 21
block exit exit 22
next entry do.1/body exit
next do.1/body do.1/body exit
loop do.1 21 - do.1/body 7
calls do.1/body *
function g 30-31
function isr 40-41 isr
"""
NEXT = {
    "f": {"entry": ["for.1/condition"], "for.1/condition": ["for.1/body"] * 5 + ["mark"],
          "for.1/body": ["for.1/condition", "for.1/condition", "for.1/tick"], "for.1/tick": ["for.1/condition"],
          "mark": ["exit"]},
    "r": {"entry": ["do.1/body", "exit"], "do.1/body": ["do.1/body", "exit"]},
    "g": {"entry": ["exit"]},
    "isr": {"entry": ["exit"]},
}


class Thread:
    def __init__(self, rng, number, records):
        self.rng, self.time, self.stack, self.lines = rng, rng.randrange(100, 10000), [], [f"thread {number}"]
        self.switches, self.handler = [f"switches {number}"], [f"handler {number}"]
        for _ in range(records):
            if rng.random() < 0.04:
                self.lines.append("packet")
            self.step()

    def tick(self):
        self.time += self.rng.choice([1, 2, 3, 7, 20, 20, 100, self.rng.randrange(2000)])
        return self.time

    def record(self, function, block):
        if self.rng.random() < 0.003:      # it is missing
            return
        if block == "for.1/tick":
            self.lines.append(f"{function} {block}")
        elif block == "mark":
            self.lines.append(f"{function} {block} ={self.rng.randrange(-9, 9)}")
            self.lines.append(f"{function} {block} @{self.tick()}")
        else:
            self.lines.append(f"{function} {block} @{self.tick()}")

    def call(self):
        function = self.rng.choice(["f", "r", "r", "g", "isr"] if self.rng.random() < 0.1 else ["f", "r", "r", "g"])
        self.stack.append([function, "entry"])
        self.record(function, "entry")

    def step(self):
        chance = self.rng.random()
        if chance < 0.02:
            self.disturb()
        elif chance < 0.03 and len(self.stack) > 2:     # a jump out of functions
            del self.stack[self.rng.randrange(1, len(self.stack)):]
        elif not self.stack or (len(self.stack) < 12 and chance < 0.25):
            self.call()
        else:
            top = self.stack[-1]
            top[1] = self.rng.choice(NEXT[top[0]][top[1]])
            self.record(*top)
            if top[1] == "exit":
                self.stack.pop()

    def disturb(self):
        kind = self.rng.randrange(8)
        if kind == 0:
            self.lines += [f"pause @{self.tick()}", f"resume @{self.tick()}"]
        elif kind == 1:
            self.lines.append(f"lost {self.rng.randrange(1, 9)}")
        elif kind == 2:
            self.lines += [f"pause @{self.tick()}", "gap 0", f"resume @{self.tick()}"]
        elif kind == 3:
            self.lines.append("zero")
        elif kind < 6:
            out = self.rng.choice(["out", "preempted"])
            self.switches += [f"{out} @{self.tick()}", f"in @{self.tick()}"]
        else:
            self.handler += [f"g entry @{self.tick()}", f"g exit @{self.tick()}"]


def main():
    seed = int(sys.argv[1])
    rng = random.Random(seed)
    print(PROGRAM, end="")
    for number in range(1, rng.randrange(2, 4)):
        thread = Thread(rng, number, rng.randrange(200, 6000))
        for lines in (thread.lines, thread.switches, thread.handler):
            if len(lines) > 1 and (lines is not thread.handler or seed % 2 == 0):
                print("\n".join(lines))


main()
