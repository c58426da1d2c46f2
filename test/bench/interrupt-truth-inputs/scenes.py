# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The scenes of interrupt-truth: a program's work, and when interrupts come and how long their handlers last.

All times here are in ticks of 25 MHz. An instruction takes 2^shift ns: 0.8 ticks with the usual shift of 5.
"""
import bisect
import math

# How each program of programs.c reads its streams: values that one iteration may take of each.
PROGRAMS = ("control", "loops", "single", "masked", "paced", "phases", "turns")
IN_PHASES = {0: 3, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 7: 1, 8: 1, 10: 1, 11: 1}
READS = {"control": {0: 2, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 7: 1, 8: 1}, "loops": {1: 28, 2: 1}, "single": {1: 1},
         "masked": {0: 1, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 9: 1}, "paced": {0: 2, 1: 1, 2: 1, 3: 1, 7: 1, 8: 1},
         "phases": IN_PHASES, "turns": IN_PHASES}
# The phase of a program that has some, by function.
PHASES = {"sample": 0, "limit": 0, "smooth": 1, "send": 2, "store": 2}
# Streams of plain numbers: bits, and counts of a loop's rounds with the stream of its body.
PLAIN = {"control": {0: None, 4: 6}, "loops": {2: 3}, "single": {}, "masked": {0: None, 4: 6},
         "paced": {0: None}, "phases": {0: None, 4: 6}, "turns": {0: None, 4: 6}}


# Work: functions that draw one visit's ticks. `part` is how much of the run is over, from 0 to 1.

def around(mean, spread=0.04):
    return lambda rng, part: rng.gauss(mean, mean * spread)


def constant(ticks):
    return lambda rng, part: ticks


def uniform(low, high):
    return lambda rng, part: rng.uniform(low, high)


def mostly(usual, other, share):
    return lambda rng, part: (other if rng.random() < share else usual)(rng, part)


def lognormal(median, sigma):
    return lambda rng, part: median * math.exp(rng.gauss(0, sigma))


def correlated(mean, spread=0.12, keep=0.97):
    state = [0.0]

    def work(rng, part):
        state[0] = keep * state[0] + rng.gauss(0, spread) * math.sqrt(1 - keep * keep)
        return mean * (1 + state[0] + 0.1 * part)
    return work


def each(number, usual, other):
    """By count: every nth visit takes the other path."""
    count = [0]

    def work(rng, part):
        count[0] += 1
        return (usual if count[0] % number else other)(rng, part)
    return work


def faster_and_slower(work, factor, slow):
    """`slow` says of a part of the run whether all takes `factor` times as long there."""
    return lambda rng, part: work(rng, part) * (factor if slow(part) else 1)


# Interrupts: functions of (rng, Elapsed: the run without any) that give (at, length) in the order of time, or (at, length, how
# many classes behind this one it is of).

class Elapsed(float):
    """The ticks of a run without interrupts, and when its phases begin: (ticks, phase), ascending."""

    def __new__(cls, ticks, phases):
        self = super().__new__(cls, ticks)
        self.begins, self.phases = [at for at, _ in phases], [phase for _, phase in phases]
        return self

    def phase(self, ticks):
        return self.phases[max(0, bisect.bisect(self.begins, ticks) - 1)]


def periodic(period, length, start=0.37, drift=0.0):
    """From `start` periods on; with a drift each period is by that share longer than the one before, summed over the run."""
    def times(rng, end):
        at = start * period
        while at < 3 * end:
            yield at, length(rng, 0)
            at += period * (1 + drift * at / end)
    return times


def poisson(gap, length, begin=0.0):
    """Gaps from the end of one handler to the next interrupt; none before the part `begin` of the run."""
    def times(rng, end):
        at = begin * end
        while at < 3 * end:
            at += rng.expovariate(1 / gap)
            ticks = length(rng, 0)
            yield at, ticks
            at += ticks
    return times


def arrivals(gap, length, begin=0.0, until=3.0):
    """At random, also while a handler runs; between two parts of the run."""
    def times(rng, end):
        at = begin * end
        while (at := at + rng.expovariate(1 / gap)) < until * end:
            yield at, length(rng, 0)
    return times


def behind(period, offset, share, length):
    """One in each period: with the probability `share` at `offset` ticks from its beginning, else at random in it."""
    def times(rng, end):
        for number in range(1, int(3 * end / period)):
            yield period * number + (offset if rng.random() < share else rng.uniform(0, 0.9 * period)), length(rng, 0)
    return times


def pairs(period, apart, length):
    """Two in each period, `apart` ticks from each other."""
    def times(rng, end):
        for number in range(1, int(3 * end / period)):
            yield from ((period * number + behind, length(rng, 0)) for behind in (0, apart))
    return times


def by_phase(gap, *lengths, classes=None):
    """Handler lengths by the program's phase. `classes` has the class of each phase, so that phases may share one."""
    classes = classes or range(len(lengths))

    def times(rng, end):
        at = spent = 0.0    # ticks without handlers, and in them
        while at < end:
            at += rng.expovariate(1 / gap)
            phase = end.phase(at)
            ticks = lengths[phase](rng, 0)
            yield at + spent, ticks, classes[phase]
            spent += ticks
    return [Interrupts(times), *(Interrupts(lambda rng, end: ()) for _ in range(max(classes)))]


def by_length(limit, times, source=0, period=None):
    """Two classes of one source, as a class is what lasts alike: what lasts up to `limit` ticks, and the rest."""
    return [Interrupts(lambda rng, end: ((at, ticks, int(ticks > limit)) for at, ticks in times(rng, end)), source, period),
            Interrupts(lambda rng, end: (), source, period)]


def bursts(gap, sizes, within, length):
    def times(rng, end):
        at = 0.0
        while at < 3 * end:
            at += rng.expovariate(1 / gap)
            for _ in range(sizes(rng)):
                yield at, length(rng, 0)
                at += rng.uniform(*within)
    return times


def anywhere(number, length):
    """`number` interrupts, at random times."""
    def times(rng, end):
        for at in sorted(rng.uniform(0.02, 0.9) * end for _ in range(number)):
            yield at, length(rng, 0)
    return times


class Scene:
    """kind: what may be asked of a report (interrupt-truth's GOALS). classes: (times, source), source 1 interrupts the
    handlers of source 0. period: of each class, or None. rounds: of the program's inner loop, lowest and highest."""

    def __init__(self, kind, classes=(), work=None, program="control", iterations=5000, shift=5, prescale=0, rounds=(2, 6),
                 scale=None, held_out=False):
        self.kind, self.classes, self.program, self.iterations = kind, classes, program, iterations
        self.shift, self.prescale, self.rounds, self.held_out = shift, prescale, rounds, held_out
        self.speeds = scale is not None         # the program takes its time by more than one speed
        self.work = {1: around(120), 2: around(200), 3: around(90), 5: around(40), 6: around(60), 7: around(150),
                     8: around(300), 9: around(260), 10: around(110), 11: around(180)}
        if program == "loops":
            self.work = {1: constant(56), 3: constant(80)}
        if scale:
            self.work = {stream: scale(work) for stream, work in self.work.items()}
        self.work.update(work or {})


class Interrupts:
    """How the times of some come, and their period if they have one. They are a class, unless they last as long as those of the
    class `alike`, and are of that one: a class is what lasts alike."""

    def __init__(self, times, source=0, period=None, alike=None):
        self.times, self.source, self.period, self.alike = times, source, period, alike


def every(period, length, source=0, **more):
    return Interrupts(periodic(period, length, **more), source, None if more.get("drift") else period)


def at_random(gap, length, source=0, **more):
    return Interrupts(poisson(gap, length, **more), source)


CONSTANT = {1: constant(120), 2: constant(200), 3: constant(90), 5: constant(40), 6: constant(60), 7: constant(150),
            8: constant(300)}

SHORT = {stream: constant(ticks) for stream, ticks in ((1, 30), (2, 50), (3, 22), (5, 10), (6, 15), (7, 37), (8, 75))}

LONG = {1: constant(1000), 2: constant(900), 3: constant(1100), 5: constant(400), 6: constant(950), 7: constant(1050),
        8: constant(2000)}

# One speed for most of the time, a slower one for a twentieth of it.
def now_and_then(work):
    return faster_and_slower(work, 1.5, lambda part: part * 40 % 1 > 0.95)


SLOWED = {n: now_and_then(around(mean)) for n, mean in ((1, 1000), (2, 900), (3, 1100), (5, 400), (6, 950), (7, 1050), (8, 2000))}

# Blocks that take long, of a program that is slower by more than half for a share of the time.
def at_two_speeds(share):
    slower = {n: around(mean, spread) for n, mean, spread in ((1, 1500, 0.003), (7, 4000, 0.003), (8, 4000, 0.03))}
    return {n: faster_and_slower(work, 1.6, lambda part: part * 20 % 1 > 1 - share) for n, work in slower.items()}


# A few visits that take a little more.
STRAYS = {**CONSTANT, 1: mostly(constant(120), uniform(128, 300), 1 / 2500), 6: mostly(constant(60), constant(75), 1 / 9000),
          8: mostly(constant(300), uniform(310, 900), 1 / 1200)}

SCENES = {
    # No interrupt at all: whatever is excluded is wrong.
    "quiet, constant blocks": lambda: Scene("quiet", work=CONSTANT),
    "quiet, rare slow paths": lambda: Scene("quiet", work={
        1: mostly(around(120), around(1920), 1 / 300), 6: mostly(around(60), uniform(950, 1100), 1 / 800)}),
    "quiet, loops that leave later": lambda: Scene("quiet", program="loops", iterations=2500),
    "quiet, long loops that leave later": lambda: Scene("quiet", program="loops", iterations=1500, rounds=(20, 90)),
    "quiet, strays": lambda: Scene("quiet", work=STRAYS),
    "quiet, lattice of 6.4 ticks": lambda: Scene("quiet", shift=8, iterations=2500),
    "quiet, long tails": lambda: Scene("quiet", work={1: lognormal(90, 0.8), 6: lognormal(45, 0.9), 7: lognormal(200, 0.6)}),
    "quiet, slow path by count": lambda: Scene("quiet", program="single", iterations=30000, work={
        1: each(300, around(120), uniform(1000, 1200))}),
    "quiet, paced, slow path by count": lambda: Scene("quiet", program="paced", iterations=2000, work={
        1: each(20, around(120), uniform(1000, 1200))}),
    "quiet, paced, constant slow path by count": lambda: Scene("quiet", program="paced", iterations=2000, work={
        **CONSTANT, 7: each(16, constant(150), constant(1350))}),
    "quiet, now and then half as slow": lambda: Scene("quiet", iterations=4000, work=SLOWED, scale=now_and_then),
    # Handlers that stand out.
    "periodic, short": lambda: Scene("clear", [every(9973, constant(45))], work=CONSTANT),
    "periodic, long": lambda: Scene("clear", [every(60013, constant(7000))], iterations=10000),
    "at random": lambda: Scene("clear", [at_random(21000, constant(650))]),
    "bursts of three to nine": lambda: Scene("clear", [Interrupts(bursts(
        150000, lambda rng: rng.randint(3, 9), (2000, 2400), constant(400)))], iterations=12000),
    "trains of four": lambda: Scene("clear", [Interrupts(bursts(
        120000, lambda rng: 4, (1700, 1700), constant(350)))], iterations=10000),
    "trains of ten, wide": lambda: Scene("clear", [Interrupts(bursts(
        250000, lambda rng: 10, (4100, 4100), constant(350)))], iterations=15000),
    "two lengths": lambda: Scene("clear", [at_random(30000, constant(320)), every(90001, constant(4000), 1)], iterations=10000),
    "three near lengths": lambda: Scene("clear", [at_random(60000, constant(ticks)) for ticks in (500, 640, 820)],
                                        iterations=10000),
    "varying length": lambda: Scene("clear", [at_random(18000, uniform(300, 1500))]),
    "many visits": lambda: Scene("clear", [at_random(60000, constant(500))], iterations=25000),
    "loops that leave later": lambda: Scene("clear", [at_random(12000, constant(300))], program="loops", iterations=3000),
    "long loops that leave later": lambda: Scene("clear", [every(21001, constant(160))], program="loops", iterations=2000,
                                                 rounds=(20, 90)),
    "strays": lambda: Scene("clear", [at_random(25000, constant(500))], work=STRAYS),
    "a dozen slow visits": lambda: Scene("clear", [every(23003, constant(1000))], work={
        1: mostly(around(120), around(2220), 1 / 400)}),
    "slow path of another length": lambda: Scene("clear", [at_random(25000, constant(800))], work={
        1: mostly(around(120), around(2720), 1 / 250)}),
    "lattice of 6.4 ticks": lambda: Scene("clear", [at_random(40000, constant(900))], shift=8, iterations=2500),
    "clock 16 times coarser": lambda: Scene("clear", [at_random(40000, constant(1600))], prescale=1, iterations=8000),
    "a third slower at half time": lambda: Scene("clear", [every(20011, constant(600))], scale=lambda work: faster_and_slower(
        work, 1.35, lambda part: part > 0.5)),
    "now and then half as slow": lambda: Scene("clear", [every(60013, uniform(9000, 10000))], iterations=6000, work=SLOWED,
                                               scale=now_and_then),
    "long blocks, slower at times": lambda: Scene("clear", [at_random(60000, uniform(9000, 10000))], iterations=4000,
                                                  work=at_two_speeds(0.3), scale=lambda work: work),
    "nested": lambda: Scene("clear", [every(40009, constant(3000)), at_random(9000, constant(250), 1)]),
    "steady blocks beside varying ones": lambda: Scene("clear", [at_random(20000, uniform(2000, 2300))], iterations=8000, work={
        1: constant(120), 3: constant(90), 6: lognormal(60, 0.5), 7: lognormal(150, 0.5), 8: lognormal(300, 0.4)}),
    "constant length in varying blocks": lambda: Scene("clear", [at_random(20000, constant(1500))], iterations=8000, work={
        1: uniform(100, 600), 2: uniform(200, 800), 3: uniform(50, 300), 6: constant(60), 7: uniform(100, 500),
        8: uniform(200, 900)}),
    # Lengths that depend on what the program does.
    "lengths by phase, three": lambda: Scene("clear", by_phase(15000, constant(300), constant(700), constant(1500)),
                                             program="phases", iterations=12000),
    "lengths by phase, two of three alike": lambda: Scene("clear", by_phase(
        16000, constant(400), constant(950), constant(400), classes=(0, 1, 0)), program="phases", iterations=12000),
    "lengths by phase, in turns": lambda: Scene("clear", by_phase(12000, constant(350), constant(1200), constant(600)),
                                                program="turns", iterations=12000),
    # What is nearly as long as a class, or made of several.
    "slow visits near a class": lambda: Scene("clear", [at_random(14000, constant(1000))], iterations=6000, work={
        8: mostly(around(300), around(1000), 1 / 600)}),
    "slow visits near a long class": lambda: Scene("clear", [every(15013, constant(2400))], iterations=8000, work={
        1: mostly(constant(120), constant(1620), 1 / 1500)}),
    "one pending behind another": lambda: Scene("clear", [
        every(10007, constant(355), start=1.0), Interrupts(behind(10007, 60, 0.6, constant(1346)), 1)], iterations=8000),
    "one often due with another": lambda: Scene("clear", [
        every(9001, constant(420), start=1.0), every(4.5 * 9001, constant(1500), 1, start=1.0),
        at_random(50000, constant(700), 1)], iterations=8000),
    "in their own handler": lambda: Scene("clear", [Interrupts(arrivals(9000, constant(2500)))], iterations=10000),
    "in their own handler, varying": lambda: Scene("clear", [Interrupts(arrivals(9000, uniform(1500, 3500)))], iterations=10000),
    "periodic, in pairs": lambda: Scene("clear", [Interrupts(pairs(12007, 400, constant(300)))], iterations=8000),
    "a path longer than the period": lambda: Scene("loaded", [every(7001, constant(600))], iterations=8000, work={
        8: mostly(around(300), around(9000, 0.01), 1 / 60)}),
    "nested, often": lambda: Scene("loaded", [every(40009, constant(3000)), Interrupts(arrivals(900, constant(100)), 1)]),
    # Not all the time.
    "a storm": lambda: Scene("clear", [Interrupts(arrivals(2500, constant(300), 0.5, 0.55))], iterations=20000),
    "a storm beside a timer": lambda: Scene("clear", [
        every(20011, constant(1750)), Interrupts(arrivals(2000, constant(400), 0.3, 0.36), 1)], iterations=12000),
    "a cycle stealer": lambda: Scene("loaded", [every(211, constant(6))], shift=3, work=SHORT),
    # What lies in one block.
    "masked but in one block": lambda: Scene("one block", [at_random(20000, constant(450))], program="masked"),
    "a single block": lambda: Scene("one block", [every(17011, constant(900))], program="single", iterations=30000),
    "masked but in one block, periodic": lambda: Scene("clear", [every(20011, constant(450))], program="masked"),
    "a single long block": lambda: Scene("clear", [every(60013, constant(900))], program="single", iterations=3000,
                                         work={1: around(4000, 0.01)}),
    # Where no gap parts what was interrupted from the rest.
    "slow path of the same length": lambda: Scene("overlap", [at_random(20000, uniform(500, 700))], work={
        1: mostly(around(120), uniform(620, 820), 1 / 200)}),
    "bimodal blocks": lambda: Scene("overlap", [at_random(15000, constant(380))], work={
        1: mostly(around(120), around(520), 0.3), 6: mostly(around(60), around(180), 0.5)}),
    "short among noise": lambda: Scene("overlap", [every(9001, constant(48))]),
    "long blocks, slower mostly": lambda: Scene("overlap", [every(60013, uniform(2000, 2500))], iterations=4000,
                                                work=at_two_speeds(0.55), scale=lambda work: work),
    # Much.
    "load of 12 %, long": lambda: Scene("loaded", [at_random(22000, constant(3000))], iterations=8000),
    "load of 20 %, at random": lambda: Scene("loaded", [at_random(1600, constant(400))], iterations=4000),
    "load of 40 %, periodic": lambda: Scene("loaded", [every(1250, constant(500))], iterations=4000),
    # Too much: visits take as long as passes between interrupts.
    "load of 39 %, in long visits": lambda: Scene("too much", [every(1009, constant(390))], work=LONG, iterations=1500),
    "load of 21 %, in long visits": lambda: Scene("too much", [at_random(1500, constant(390))], work=LONG, iterations=1500),
    "load of 18 %, in long visits": lambda: Scene("too much", [every(1801, uniform(200, 450))], work=LONG, iterations=1500),
    "load of 14 %, in long visits": lambda: Scene("too much", [every(3001, uniform(300, 550))], work=LONG, iterations=1500),
    # Little.
    "nine interrupts": lambda: Scene("few", [Interrupts(anywhere(9, constant(1100)))]),
    "thirty iterations": lambda: Scene("few", [at_random(6000, constant(700))], iterations=30),

    # Held out once, until they were looked at.
    "once held out 1": lambda: Scene("quiet", work={n: correlated(m) for n, m in ((1, 120), (2, 200), (3, 90), (6, 60), (7, 150))}),
    "once held out 2": lambda: Scene("quiet", work={1: each(150, constant(120), constant(1620))}),
    "once held out 3": lambda: Scene("clear", [every(25013, constant(1300))], work={
        6: mostly(around(60), around(150), 0.4), 7: mostly(around(150), around(450), 0.2)}),
    "once held out 4": lambda: Scene("clear", [Interrupts(bursts(
        200000, lambda rng: 1 + int(rng.expovariate(0.3)), (900, 1500), constant(260)))], iterations=12000),
    "once held out 5": lambda: Scene("clear", [at_random(16000, lognormal(600, 0.5))]),
    "once held out 6": lambda: Scene("clear", by_length(
        1000, periodic(14009, mostly(constant(400), constant(5000), 0.04)), period=14009), iterations=8000),
    "once held out 7": lambda: Scene("clear", [every(10000, constant(300), drift=0.1)]),
    "once held out 8": lambda: Scene("clear", [at_random(8000, constant(500), begin=0.7)], iterations=8000),
    "once held out 9": lambda: Scene("clear", [at_random(200000, constant(20000))], prescale=2, iterations=20000),
    "once held out 10": lambda: Scene("clear", [Interrupts(periodic(30011, constant(600))), Interrupts(
        poisson(12000, constant(600)), 1, alike=0)]),
    "once held out 11": lambda: Scene("loaded", [at_random(700, constant(300))], iterations=4000),
    "once held out 12": lambda: Scene("clear", [at_random(24000, constant(700))], scale=lambda work: faster_and_slower(
        work, 1.6, lambda part: int(part * 6) % 2 == 1)),
    "once held out 13": lambda: Scene("few", [at_random(9000, constant(850))], iterations=60),
    "once held out 14": lambda: Scene("quiet", scale=lambda work: faster_and_slower(work, 1.5, lambda part: part > 0.6)),
    "once held out 15": lambda: Scene("clear", [Interrupts(bursts(
        70000, lambda rng: 2, (2600, 2600), uniform(500, 900)))], iterations=9000),
    "once held out 16": lambda: Scene("clear", [every(32003, constant(2500))], work={
        6: mostly(around(60), around(4060), 1 / 900)}, iterations=8000),
    "once held out 17": lambda: Scene("too much", [at_random(900, constant(320))], work=LONG, iterations=1500),
    "once held out 18": lambda: Scene("too much", [every(2203, uniform(250, 600))], work=LONG, iterations=1500),
    "once held out 19": lambda: Scene("quiet", work={n: correlated(m) for n, m in ((1, 1100), (2, 1900), (6, 700), (7, 1500))},
                                      iterations=2000),
    "once held out 20": lambda: Scene("loaded", [every(913, constant(300))], iterations=4000),
    "once held out 21": lambda: Scene("clear", by_phase(13000, uniform(250, 300), constant(1100), uniform(480, 520)),
                                      program="turns", iterations=10000),
    "once held out 22": lambda: Scene("clear", by_phase(20000, constant(900), constant(500), constant(2600)), program="phases",
                                      iterations=15000),
    "once held out 23": lambda: Scene("clear", [at_random(18000, constant(640))], iterations=7000, work={
        1: mostly(around(120), constant(560), 1 / 700), 6: mostly(around(60), around(980), 1 / 2500)}),
    "once held out 24": lambda: Scene("clear", [every(8009, constant(510), start=1.0), Interrupts(behind(
        3 * 8009, 100, 0.5, constant(2000)), 1)], iterations=8000),
    "once held out 25": lambda: Scene("clear", by_length(
        2000, arrivals(6000, mostly(constant(900), constant(3600), 0.1))), iterations=8000),
    "once held out 26": lambda: Scene("clear", [every(5003, uniform(280, 330))], iterations=4000, work={
        7: uniform(200, 4000), 8: uniform(3000, 12000)}),
    "once held out 27": lambda: Scene("clear", [Interrupts(arrivals(1800, constant(350), 0.2, 0.22)), at_random(
        90000, constant(1100), 1)], iterations=20000),
    "once held out 28": lambda: Scene("loaded", [every(397, constant(9))], shift=3, work=SHORT),
}
