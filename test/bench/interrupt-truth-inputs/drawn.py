# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Scenes of interrupt-truth that were not thought out but drawn: what the program does, and how one to three sources of interrupts
come and how long they last. Every third one is held out."""
import random

import scenes
from scenes import (CONSTANT, Interrupts, Scene, SHORT, around, arrivals, bursts, constant, each, every, lognormal, mostly, pairs,
                    poisson, uniform)

NUMBER = 30
APART = 1.6     # the least ratio of two sources' lengths: what lasts alike is one class
MOST_LOAD = 0.2


def draw_work(rng):
    """Work of the control program's streams; empty: as usual."""
    return rng.choice([
        {}, {}, CONSTANT, SHORT,
        {1: uniform(60, 250), 7: uniform(100, 300)},
        {6: lognormal(60, 0.4), 8: lognormal(300, 0.3)},
        {1: mostly(around(120), around(120 * rng.uniform(1.5, 4)), rng.uniform(0.1, 0.4))},
        {7: each(rng.randrange(80, 400), around(150), around(150 * rng.uniform(4, 30)))},
        {8: mostly(around(300), around(300 * rng.uniform(3, 20)), 1 / rng.randrange(100, 1000))}])


def draw_length(rng, ticks):
    return rng.choice([constant(ticks), constant(ticks), constant(ticks), uniform(0.9 * ticks, 1.1 * ticks),
                       uniform(0.75 * ticks, 1.25 * ticks), lognormal(ticks, rng.uniform(0.05, 0.2))])


def draw_source(rng, source, ticks, gap):
    """Interrupts of about as many `ticks`, `gap` ticks apart on average."""
    length = draw_length(rng, ticks)
    how = rng.choice(["every", "every", "poisson", "poisson", "arrivals", "arrivals", "pairs", "bursts", "part"])
    if how == "every":
        return every(gap, length, source, start=rng.random())
    return Interrupts({
        "poisson": lambda: poisson(gap, length),
        "arrivals": lambda: arrivals(gap, length),
        "pairs": lambda: pairs(2 * gap, rng.uniform(0.3, 3) * ticks, length),
        "bursts": lambda: bursts(4 * gap, lambda rng: rng.randint(1, 7), (1.2 * ticks, 4 * ticks), length),
        "part": lambda: arrivals(gap / 3, length, *sorted((rng.uniform(0, 0.3), rng.uniform(0.5, 0.7)))),
    }[how](), source)


def draw(number):
    rng = random.Random(f"drawn {number}")
    lengths, classes = [], []
    for source in range(rng.choice((1, 1, 2))):
        for _ in range(rng.choice((1, 1, 2))):
            while True:
                ticks = 10 ** rng.uniform(2.2, 3.7)
                if all(max(ticks / other, other / ticks) > APART for other in lengths):
                    break
            lengths.append(ticks)
            classes.append(draw_source(rng, source, ticks, max(10 ** rng.uniform(3.8, 4.7), len(lengths) * ticks / MOST_LOAD)))
    return Scene("drawn", classes, work=draw_work(rng), iterations=rng.randrange(4000, 12000), prescale=rng.choice((0, 0, 0, 1)),
                 held_out=number % 3 == 0)


NONE = {18}     # its handlers are shorter than two steps of its clock, so that the bench cannot match visits
SCENES = {**scenes.SCENES,
          **{f"drawn {number}": lambda number=number: draw(number) for number in range(1, NUMBER + 1) if number not in NONE}}
