# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Scenes of interrupt-truth that were not thought out but drawn: what the program does, and how one to three sources of interrupts
come and how long they last. Some are held out: when these have been looked at, others are drawn in their place, by another name."""
import math
import random

import scenes
from scenes import (CONSTANT, Interrupts, Scene, SHORT, around, arrivals, bursts, constant, each, every, lognormal, mostly, pairs,
                    poisson, uniform)

APART = 1.6     # the least ratio of two sources' lengths
TOUCHING = 1.1  # the ratio of the longest of one class and the shortest of another up to which they are one: what lasts alike
MOST_LOAD = 0.2
WAYS = ("every", "every", "poisson", "poisson", "arrivals", "arrivals", "pairs", "bursts", "part")
TOGETHER = ("arrivals", "pairs", "pairs", "bursts", "part")     # two or more are often in one visit, and their lengths differ


def draw_work(rng):
    """Work of the control program's streams; empty: as usual."""
    return rng.choice([
        {}, {}, CONSTANT, SHORT,
        {1: uniform(60, 250), 7: uniform(100, 300)},
        {6: lognormal(60, 0.4), 8: lognormal(300, 0.3)},
        {1: mostly(around(120), around(120 * rng.uniform(1.5, 4)), rng.uniform(0.1, 0.4))},
        {7: each(rng.randrange(80, 400), around(150), around(150 * rng.uniform(4, 30)))},
        {8: mostly(around(300), around(300 * rng.uniform(3, 20)), 1 / rng.randrange(100, 1000))}])


def draw_length(rng, ticks, ways):
    """How long handlers last, and by what factor nearly all of them are longer or shorter than `ticks` at most."""
    sigma = rng.uniform(0.05, 0.2)
    alike = [] if ways is TOGETHER else 3 * [(constant(ticks), 1)]
    return rng.choice([*alike, (uniform(0.9 * ticks, 1.1 * ticks), 1.1), (uniform(0.75 * ticks, 1.25 * ticks), 1.3),
                       (lognormal(ticks, sigma), math.exp(2 * sigma))])


def draw_source(rng, source, ticks, gap, ways, length):
    """Interrupts of about as many `ticks`, `gap` ticks apart on average."""
    how = rng.choice(ways)
    if how == "every":
        return every(gap, length, source, start=rng.random())
    return Interrupts({
        "poisson": lambda: poisson(gap, length),
        "arrivals": lambda: arrivals(gap, length),
        "pairs": lambda: pairs(2 * gap, rng.uniform(0.3, 3) * ticks, length),
        "bursts": lambda: bursts(4 * gap, lambda rng: rng.randint(1, 7), (1.2 * ticks, 4 * ticks), length),
        "part": lambda: arrivals(gap / 3, length, *sorted((rng.uniform(0, 0.3), rng.uniform(0.5, 0.7)))),
    }[how](), source)


def draw(seed, ways=WAYS, held_out=False):
    rng = random.Random(seed)
    lengths, spreads, classes = [], [], []
    for source in range(rng.choice((1, 1, 2))):
        for _ in range(rng.choice((1, 1, 2))):
            while True:
                ticks = 10 ** rng.uniform(2.2, 3.7)
                if all(max(ticks / other, other / ticks) > APART for other in lengths):
                    break
            gap = max(10 ** rng.uniform(3.8, 4.7), (len(lengths) + 1) * ticks / MOST_LOAD)
            length, spread = draw_length(rng, ticks, ways)
            classes.append(draw_source(rng, source, ticks, gap, ways, length))
            touching = [number for number, other in enumerate(lengths)
                        if max(ticks / other, other / ticks) <= TOUCHING * spread * spreads[number]]
            if touching:
                first = classes[touching[0]]
                classes[-1].alike, first.period = touching[0] if first.alike is None else first.alike, None
            lengths.append(ticks)
            spreads.append(spread)
    return Scene("drawn", classes, work=draw_work(rng), iterations=rng.randrange(4000, 12000), prescale=rng.choice((0, 0, 0, 1)),
                 held_out=held_out)


def drawn(name, number, **more):
    return {f"{name} {each}": lambda seed=f"{name} {each}": draw(seed, **more) for each in range(1, number + 1)}


SCENES = {**scenes.SCENES, **drawn("drawn", 30), **drawn("together", 16, ways=TOGETHER),
          **drawn("kept", 36, held_out=True), **drawn("kept together", 14, ways=TOGETHER, held_out=True)}
# Its handlers are shorter than two steps of its clock, so that the bench cannot match visits.
del SCENES["drawn 18"]
