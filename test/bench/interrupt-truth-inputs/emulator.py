# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds the firmware of interrupt-truth, runs scenes on it, and has ipoint report on them."""
import csv
import json
import os
import random
import shutil
import struct
import subprocess
import sys

from scenes import PHASES, PLAIN, PROGRAMS, READS, Elapsed

HERE = os.path.dirname(os.path.abspath(__file__))
TABLES, STREAMS, SOURCES = 0x21800000, 16, 2   # scene.h
TICK = 40                                       # ns
FAR = 1 << 30                                   # ticks: behind the end of any run
HANDLER = 26                                    # instructions of a handler beside those that its entry asks for
DIVIDER = (1, 16, 256)
BINS = ("-DIPOINT_TIME_BITS=3", "-DIPOINT_TIME_BINS=128")   # as docs/bare-metal.md recommends for detection


def build(options, folder, in_place=False):
    """The firmware that runs all scenes, and its database; with times in place or with records. What the folder has already is taken."""
    def path(*parts):
        return os.path.join(options.prefix, *parts)
    database, firmware = os.path.join(folder, "ipoint.db"), os.path.join(folder, "firmware.elf")
    if os.path.exists(firmware):
        return firmware, database
    os.makedirs(folder, exist_ok=True)
    environment = dict(os.environ, IPOINT_DB=database, IPOINT_CONFIG=os.path.join(HERE, "ipoint.yaml"),
                       IPOINT_STORE="sums" if in_place else "paths")
    gcc = ["arm-none-eabi-gcc", "-mcpu=cortex-m3", "-mthumb", "-O1", "-ffreestanding", "-Wall", "-Wextra", "-I" + path("include"),
           "-I" + path("share/ipoint"), "-I" + HERE, *(BINS if in_place else ())]

    def compile_one(compiler, source, name):
        subprocess.run([*compiler, "-c", source, "-o", os.path.join(folder, name)], check=True, env=environment)
        return os.path.join(folder, name)
    recorder = ["-DIPOINT_TIMES", "-DIPOINT_DETECTION", "-DIPOINT_RING_SLOTS=0"] if in_place else ["-DIPOINT_RING_SLOTS=900000"]
    objects = [compile_one([*gcc, *recorder], path("share/ipoint/bare/bare.c"), "bare.o"),
               compile_one(gcc, os.path.join(HERE, "board.c"), "board.o"),
               compile_one([path("bin/ipoint-cc"), *gcc], os.path.join(HERE, "programs.c"), "programs.o")]
    subprocess.run([*gcc, "-nostdlib", "-T", os.path.join(HERE, "board.ld"), *objects, "-lgcc", "-o", firmware], check=True)
    return firmware, database


class Tables:
    """A scene's memory, struct scene first."""

    def __init__(self, scene, name):
        self.scene, self.name = scene, name
        self.tick = 2 ** scene.shift / TICK     # of an instruction
        self.streams = self.make_streams()

    def instructions(self, ticks):
        return min(65535, max(2, round(ticks / self.tick)))

    def make_streams(self):
        scene, rng, streams = self.scene, random.Random(self.name), {}
        counts = {n: each * scene.iterations for n, each in READS[scene.program].items()}
        for stream, body in PLAIN[scene.program].items():
            low, high = (0, 1) if body is None else scene.rounds
            streams[stream] = [rng.randint(low, high) for _ in range(counts.pop(stream))]
            if body is not None:
                counts[body] = sum(streams[stream]) + scene.iterations
        for stream, count in sorted(counts.items()):
            work = scene.work[stream]
            streams[stream] = [self.instructions(work(rng, i / count)) for i in range(count)]
        return streams

    def make_entries(self, quiet):
        """By source: (at, instructions, class), for a run that is `quiet` without interrupts."""
        sources, end = [[] for _ in range(SOURCES)], Elapsed(quiet.elapsed, quiet.phases())
        for number, one in enumerate(self.scene.classes):
            rng = random.Random(f"{self.name} {number}")
            sources[one.source] += [(round(at), max(2, self.instructions(ticks) - HANDLER), number + sum(behind))
                                    for at, ticks, *behind in one.times(rng, end)]
        return [sorted(entries) for entries in sources]

    def memory(self, entries):
        scene, body = self.scene, bytearray()
        start = TABLES + 4 * (4 + 2 * SOURCES + STREAMS)

        def place(data):
            body.extend(b"\0" * (-len(body) % 4))
            at = start + len(body)
            body.extend(data)
            return at
        sources = [place(b"".join(struct.pack("<2I", at, n) for at, n, _ in each) + struct.pack("<4I", FAR, 2, FAR, 2))
                   for each in entries]
        values = [self.streams.get(n, []) for n in range(STREAMS)]
        streams = [place(struct.pack(f"<{len(each)}H", *each)) for each in values]
        head = (PROGRAMS.index(scene.program), scene.iterations, scene.prescale << 2, 25000000 // DIVIDER[scene.prescale],
                *(int(bool(each)) for each in entries), *sources, *streams)
        return struct.pack(f"<{len(head)}I", *head) + bytes(body)


class Run:
    """One run of the firmware, and what ipoint makes of it. A folder that has the same run already is not made anew."""

    def __init__(self, options, built, folder, tables, entries, filtered, in_place=False):
        self.in_place = in_place
        self.firmware, self.database = built
        self.options, self.folder, self.entries = options, folder, entries
        memory, image = tables.memory(entries), self.path("tables.img")
        if not os.path.exists(self.path("facts.img")) or open(image, "rb").read() != memory:
            shutil.rmtree(folder, ignore_errors=True)
            os.makedirs(folder)
            with open(image, "wb") as file:
                file.write(memory)
            self.record(tables.scene.shift)
        with open(self.path("facts.img"), "rb") as file:
            *self.taken, self.elapsed = struct.unpack(f"<{SOURCES + 1}I", file.read())
        self.analyse("report.json", *(() if filtered else ("--filter=none",)))
        if self.report["lost"]["records"]:
            sys.exit("the ring is too short: records are lost")
        self.visits = [] if in_place else self.read_visits()

    def phases(self):
        """When the program's phases begin: (ticks, phase)."""
        begins, at = [(0, 0)], 0
        for (function, _), ticks, _ in self.visits:
            if (phase := PHASES.get(function, begins[-1][1])) != begins[-1][1]:
                begins.append((at, phase))
            at += ticks
        return begins

    def analyse(self, name, *arguments):
        """What is reported with these arguments; it is written to the file of that name."""
        self.call(self.options.report, "json", "--all", "--db", self.database, *arguments, "-o", name, "trace")
        with open(self.path(name), encoding="utf-8") as file:
            self.report = json.load(file)

    def path(self, name):
        return os.path.join(self.folder, name)

    def call(self, *command):
        done = subprocess.run(command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            sys.exit(f"{' '.join(command)}: exit status {done.returncode}\n{done.stdout}")

    def record(self, shift):
        self.call("qemu-system-arm", "-M", "mps2-an385", "-nographic", "-monitor", "none", "-serial", "none", "-semihosting-config",
                  "enable=on,target=native", "-icount", f"shift={shift}", "-kernel", self.firmware,
                  "-device", f"loader,file=tables.img,addr={TABLES:#x},force-raw=on")
        self.call(os.path.join(self.options.prefix, "bin/ipoint-import"), "-o", "trace", "--program", self.firmware, "memory.img")
        os.remove(self.path("memory.img"))
        if self.in_place:
            return
        self.call(self.options.report, "export", "--to=observations", "--db", self.database, "-o", "observations.csv", "trace")

    def read_visits(self):
        """(function, block), ticks, reads of the clock."""
        with open(self.path("observations.csv"), encoding="utf-8", newline="") as file:
            rows = csv.reader(line for line in file if not line.startswith("#"))
            at = {name: i for i, name in enumerate(next(rows))}
            function, times, block, ticks, probes = (at[name] for name in ("function", "times", "block", "ticks", "timed_probes"))
            return [((row[function], row[block]), int(row[ticks]), int(row[probes]))
                    for row in rows if row[times] == "block"]
