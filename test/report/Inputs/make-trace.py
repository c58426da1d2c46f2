#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes an ipoint database and a trace from a text that a test can hold.

    make-trace.py CASE OUT [N]      writes OUT/ipoint.db and OUT/trace/; N from 0 to 255 sets runs apart

Both follow docs/formats.md and share no code with what reads them. A line of CASE is one of

    unit PATH [absent]              what follows belongs to this source file (default: /src/main.c); a unit that was not traced
    called-probes                   its probes are calls
    window-probes                   its ipoints are timed in windows
    source                          lines up to a lone `end`: text of the unit's file
    function NAME LINE-LINE [isr]   a function of the unit; an interrupt handler
    skipped NAME LINE REASON        a function that is not instrumented
    block NAME KIND LINE[:COL] [untimed] [macro]   a block of the function before it
    next FROM TO [TO ...]           possible transitions of that function
    calls BLOCK CALLEE [TIMES]      a direct call in a block, `once` in a visit; `*` is one through a pointer
    included BLOCK LINE             the block's text comes from there, of its unit's file as if that were another one
    mark BLOCK VALUE NAME           what a user calls a block of kind `mark`; VALUE: none, signed or unsigned
    loop NAME LINE HEAD BODY [BOUND]   a loop of that function; `-` is no block
    budget LINE BLOCK TEXT          what IPOINT_BUDGET says in the function before it; `-` is no block
    skip LINE REASON                a place of the unit that got no probe
    env KEY = VALUE                 an entry of the trace's environment, over the defaults
    thread N [process P]            what follows is another stream, of process P (default: 1)
    handler N                       what follows is the stream of thread N's signal handlers
    packet [begin=T] [end=T] [seq=N] [lost=N]   what follows is another packet
    FUNCTION BLOCK @T               a timed record
    FUNCTION BLOCK [=VALUE]         an untimed record
    FUNCTION BLOCK @T +D xN         N records, D ticks apart
    repeat N +D / … / end           the records between, N times, each time D ticks later
    switches N                      what follows is the stream of thread N's context switches
    out @T | preempted @T | in @T   a context switch, in such a stream or among the records
    interrupt @T | handled @T       the kernel handles an interrupt, and has done so, in such a stream
    pause @T | resume @T | lost N | gap WHY | ended WHY | zero | id N @T   records of the runtime, and bad ones

A function without `block` lines has `entry` and `exit`, entry -> exit. Ids count up from 256 in the
order of the blocks. T may be written 0x… ; `#` begins a comment.
"""
import os
import shutil
import sqlite3
import struct
import sys

IDENTITY = "00112233445566778899aabbccddeeff"
UUID = bytes(range(16))
MAGIC = 0xC1FC1FC1
SCHEMA = """
PRAGMA application_id = 0x69706E74; PRAGMA user_version = 17;
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE files (id INTEGER PRIMARY KEY, path TEXT, hash TEXT, text TEXT);
CREATE TABLE units (id INTEGER PRIMARY KEY, path TEXT, text_hash TEXT, settings INTEGER, first INTEGER,
  count INTEGER, compiler TEXT, flags TEXT, whole INTEGER, reason TEXT, config TEXT,
  first_count INTEGER, counts INTEGER);
CREATE TABLE collected (path TEXT, text_hash TEXT, first INTEGER, count INTEGER);
CREATE TABLE patterns (config TEXT, line INTEGER, section TEXT, written TEXT, glob TEXT, of_files INTEGER);
CREATE TABLE functions (id INTEGER PRIMARY KEY, unit INTEGER, name TEXT, file INTEGER, line INTEGER,
  column INTEGER, end_line INTEGER, not_instrumented TEXT, level TEXT, timed TEXT, role TEXT,
  store TEXT, store_reason TEXT, stride INTEGER, type TEXT);
CREATE TABLE ipoints (id INTEGER PRIMARY KEY, function INTEGER, kind TEXT, name TEXT, timed INTEGER,
  line INTEGER, column INTEGER, end_line INTEGER, macro INTEGER, encoding TEXT,
  path_base INTEGER, count_at INTEGER, rounds_at INTEGER);
CREATE TABLE transitions (source INTEGER, target INTEGER, increment INTEGER);
CREATE TABLE calls (ipoint INTEGER, number INTEGER, callee TEXT, type TEXT, times TEXT);
CREATE TABLE marks (ipoint INTEGER, name TEXT, value TEXT);
CREATE TABLE included_text (ipoint INTEGER, file INTEGER, line INTEGER, column INTEGER);
CREATE TABLE loops (id INTEGER PRIMARY KEY, function INTEGER, name TEXT, line INTEGER, end_line INTEGER,
  head INTEGER, body INTEGER, bound INTEGER, bound_from TEXT, derived INTEGER);
CREATE TABLE budgets (id INTEGER PRIMARY KEY, function INTEGER, ipoint INTEGER, line INTEGER, text TEXT);
CREATE TABLE places_not_instrumented (unit INTEGER, function INTEGER, file INTEGER, line INTEGER, reason TEXT);
"""
ENVIRONMENT = {
    "tracer_name": "ipoint", "tracer_major": 0, "tracer_minor": 1, "trace_format": 1,
    "program": "/src/program", "arguments": "", "hostname": "host", "kernel": "Linux 6.1",
    "machine": "x86_64", "cpu": "a processor", "policy": "stream", "clock_source": "dwt",
    "clock_resolution": 1, "clock_waits": 0, "overhead_timed_mean": 0, "overhead_untimed_mean": 0,
    "overhead_timed_min": 0, "exit_status": 0, "exit_signal": 0, "wall_ns": 1000, "user_us": 1,
    "system_us": 0, "voluntary_switches": 0, "involuntary_switches": 0, "records": 0,
    "records_lost": 0, "records_overwritten": 0, "records_repaired": 0, "complete": 1,
}


class Function:
    def __init__(self, name, line, end_line, skipped=None, role=None):
        self.name, self.line, self.end_line, self.skipped, self.role = name, line, end_line, skipped, role
        self.blocks = []        # (name, kind, line, column, timed, macro)
        self.transitions = []   # (from, to)
        self.calls = []         # (block, callee or None, times)
        self.marks = []         # (block, value, name)
        self.included = []      # (block, line)
        self.loops = []         # (name, line, head, body, bound)
        self.budgets = []       # (line, block or -, text)

    def complete(self):
        if not self.skipped and not self.blocks:
            self.blocks = [("entry", "entry", self.line, 0, 1, 0), ("exit", "exit", self.end_line, 0, 1, 0)]
            self.transitions = [("entry", "exit")]


class Unit:
    def __init__(self, path):
        self.path, self.text, self.functions, self.skips = path, "", [], []
        self.first = self.count = self.made = 0
        self.settings = 2 | 2 << 8  # level blocks, timed blocks
        self.absent = False


class Packet:
    def __init__(self, options):
        self.options, self.records = options, []   # records: (id, timed, value)


class Case:
    def __init__(self, lines):
        self.units, self.streams = [], []
        self.switches_of = {}   # index of a stream: the thread whose switches it has
        self.handlers_of = {}   # the same for signal handlers
        self.process_of = {}    # index of a stream: its process and thread, where these were named
        self.environment = dict(ENVIRONMENT)
        self.lines = iter(lines)
        for line in self.lines:
            words = line.split("#")[0].split()
            if words:
                self.directive(words, line)

    def unit(self):
        if not self.units:
            self.units.append(Unit("/src/main.c"))
        return self.units[-1]

    def directive(self, words, line):
        handler = getattr(self, "do_" + words[0].replace("-", "_"), None)
        if handler:
            handler(words[1:], line)
        else:
            self.record(words)

    def do_unit(self, words, line):
        self.units.append(Unit(words[0]))
        self.units[-1].absent = "absent" in words

    def do_called_probes(self, words, line):
        self.unit().made = 1 << 24

    def do_window_probes(self, words, line):
        self.unit().settings = 2 | 4 << 8  # timed auto

    def do_source(self, words, line):
        for text in self.lines:
            if text.strip() == "end":
                return
            self.unit().text += text

    def do_function(self, words, line):
        first, last = words[1].split("-")
        self.unit().functions.append(Function(words[0], int(first), int(last), role=words[2] if len(words) > 2 else None))

    def do_skipped(self, words, line):
        self.unit().functions.append(Function(words[0], int(words[1]), int(words[1]), " ".join(words[2:])))

    def do_block(self, words, line):
        place, _, column = words[2].partition(":")
        self.unit().functions[-1].blocks.append(
            (words[0], words[1], int(place), int(column or 0), 0 if "untimed" in words else 1,
             1 if "macro" in words else 0))

    def do_next(self, words, line):
        self.unit().functions[-1].transitions += [(words[0], to) for to in words[1:]]

    def do_calls(self, words, line):
        self.unit().functions[-1].calls.append(
            (words[0], None if words[1] == "*" else words[1], words[2] if len(words) > 2 else "once"))

    def do_included(self, words, line):
        self.unit().functions[-1].included.append((words[0], int(words[1])))

    def do_mark(self, words, line):
        self.unit().functions[-1].marks.append((words[0], words[1], " ".join(words[2:])))

    def do_loop(self, words, line):
        head, body = (None if w == "-" else w for w in words[2:4])
        self.unit().functions[-1].loops.append(
            (words[0], int(words[1]), head, body, int(words[4]) if len(words) > 4 else None))

    def do_budget(self, words, line):
        self.unit().functions[-1].budgets.append((int(words[0]), words[1], " ".join(words[2:])))

    def do_skip(self, words, line):
        self.unit().skips.append((int(words[0]), " ".join(words[1:])))

    def do_env(self, words, line):
        value = line.split("=", 1)[1].strip()
        self.environment[words[0]] = int(value) if value.lstrip("-").isdigit() else value

    def do_thread(self, words, line):
        self.streams.append([])
        if len(words) > 1:
            self.process_of[len(self.streams) - 1] = int(words[2]), int(words[0])

    def do_handler(self, words, line):
        self.streams.append([])
        self.handlers_of[len(self.streams) - 1] = int(words[0])

    def do_switches(self, words, line):
        self.streams.append([])
        self.switches_of[len(self.streams) - 1] = int(words[0])

    def do_out(self, words, line):
        self.add(16, 1, int(words[0][1:], 0))

    def do_preempted(self, words, line):
        self.add(17, 1, int(words[0][1:], 0))

    def do_in(self, words, line):
        self.add(18, 1, int(words[0][1:], 0))

    def do_interrupt(self, words, line):
        self.add(22, 1, int(words[0][1:], 0))

    def do_handled(self, words, line):
        self.add(23, 1, int(words[0][1:], 0))

    def do_packet(self, words, line):
        if not self.streams:
            self.streams.append([])
        self.streams[-1].append(Packet({k: int(v, 0) for k, v in (w.split("=") for w in words)}))

    def add(self, number, timed, value):
        if not self.streams:
            self.streams.append([])
        if not self.streams[-1]:
            self.streams[-1].append(Packet({}))
        self.streams[-1][-1].records.append((number, timed, value))

    def do_pause(self, words, line):
        self.add(1, 1, int(words[0][1:], 0))

    def do_resume(self, words, line):
        self.add(2, 1, int(words[0][1:], 0))

    def do_lost(self, words, line):
        self.add(3, 0, int(words[0], 0))

    def do_gap(self, words, line):
        self.add(5, 0, int(words[0], 0))

    def do_ended(self, words, line):
        self.add(6, 0, int(words[0], 0))

    def do_zero(self, words, line):
        self.add(0, 0, 0)

    def do_id(self, words, line):
        self.add(int(words[0]), 1, int(words[1][1:], 0))

    def do_repeat(self, words, line):
        times, step = int(words[0]), int(words[1][1:], 0)
        body = []
        for text in self.lines:
            if text.split("#")[0].strip() == "end":
                break
            body.append(text.split("#")[0].split())
        for i in range(times):
            for words in filter(None, body):
                self.record(words, i * step)

    def record(self, words, later=0):
        number = self.number(words[0], words[1])
        if len(words) < 3:
            return self.add(number, 0, 0)
        if words[2].startswith("="):
            return self.add(number, 0, int(words[2][1:], 0))
        time = int(words[2][1:], 0) + later
        step = int(words[3][1:], 0) if len(words) > 3 else 0
        for i in range(int(words[4][1:]) if len(words) > 4 else 1):
            self.add(number, 1, time + i * step)

    def lay_out(self):
        """Gives the units their ids; may be called again when nothing was added."""
        number = 256
        for unit in self.units:
            unit.first = number
            for function in unit.functions:
                function.complete()
                number += len(function.blocks)
            unit.count = number - unit.first

    def number(self, function, block):
        self.lay_out()
        for unit in self.units:
            number = unit.first
            for f in unit.functions:
                for b in f.blocks:
                    if (f.name, b[0]) == (function, block):
                        return number
                    number += 1
        sys.exit(f"make-trace.py: no block {function} {block}")


def write_database(case, path):
    db = sqlite3.connect(path)
    db.text_factory = bytes
    db.executescript(SCHEMA)
    db.execute("INSERT INTO meta VALUES ('identity', ?)", (IDENTITY,))
    for i, unit in enumerate(case.units, 1):
        text = unit.text.encode("utf-8", "surrogateescape")
        db.execute("INSERT INTO files VALUES (?, ?, 'f', CAST(? AS TEXT))", (i, unit.path, text))
        db.execute("INSERT INTO units VALUES (?, ?, ?, ?, ?, ?, 'gcc', '-O2', 1, NULL, NULL, 0, 0)",
                   (i, unit.path, f"{i:016x}", unit.settings, unit.first, unit.count))
        for line, reason in unit.skips:
            db.execute("INSERT INTO places_not_instrumented VALUES (?, NULL, ?, ?, ?)", (i, i, line, reason))
        number = unit.first
        for f in unit.functions:
            row = db.execute("INSERT INTO functions VALUES (NULL, ?, ?, ?, ?, 1, ?, ?, 'blocks', 'blocks', ?, 'blocks', NULL, NULL, NULL)",
                             (i, f.name, i, f.line, f.end_line, f.skipped, f.role)).lastrowid
            numbers = {}
            for name, kind, line, column, timed, macro in f.blocks:
                numbers[name] = number
                db.execute("INSERT INTO ipoints VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'record', NULL, NULL, NULL)",
                           (number, row, kind, name, timed, line, column, line, macro))
                number += 1
            db.executemany("INSERT INTO transitions VALUES (?, ?, 0)",
                           [(numbers[a], numbers[b]) for a, b in f.transitions])
            db.executemany("INSERT INTO included_text VALUES (?, ?, ?, 1)", [(numbers[b], i, line) for b, line in f.included])
            db.executemany("INSERT INTO marks VALUES (?, ?, ?)",
                           [(numbers[b], name, value) for b, value, name in f.marks])
            db.executemany("INSERT INTO loops VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, NULL)",
                           [(row, name, line, line, numbers.get(head), numbers.get(body), bound,
                             "IPOINT_LOOP_BOUND" if bound else "") for name, line, head, body, bound in f.loops])
            db.executemany("INSERT INTO budgets VALUES (NULL, ?, ?, ?, ?)",
                           [(row, numbers.get(block), line, text) for line, block, text in f.budgets])
            db.executemany("INSERT INTO calls VALUES (?, ?, ?, NULL, ?)",
                           [(numbers[b], i, c, t) for i, (b, c, t) in enumerate(f.calls)])
    db.commit()
    db.close()


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def metadata(case):
    environment = dict(case.environment)
    identity = [IDENTITY[i:i + 8] for i in range(0, 32, 8)]
    for i, unit in enumerate(case.units):
        words = [1, unit.first, unit.count, unit.settings | unit.made, i + 1, 0]
        if unit.count and not unit.absent:
            environment.setdefault(f"unit_{i}", " ".join([f"{w:08x}" for w in words] + identity))
    env = "".join(f"\t{k} = {v if isinstance(v, int) else quoted(v)};\n" for k, v in environment.items())
    uuid = UUID.hex()
    uuid = "-".join([uuid[:8], uuid[8:12], uuid[12:16], uuid[16:20], uuid[20:]])
    return f"""/* CTF 1.8 */

typealias integer {{ size = 8; align = 8; signed = false; byte_order = le; }} := uint8_t;
typealias integer {{ size = 32; align = 8; signed = false; byte_order = le; }} := uint32_t;
typealias integer {{ size = 64; align = 8; signed = false; byte_order = le; }} := uint64_t;

trace {{
\tmajor = 1;
\tminor = 8;
\tuuid = "{uuid}";
\tbyte_order = le;
\tpacket.header := struct {{
\t\tuint32_t magic;
\t\tuint8_t uuid[16];
\t\tuint32_t stream_id;
\t}};
}};

env {{
{env}}};

clock {{
\tname = "counter";
\tfreq = 1000000000;
\toffset = 0;
}};

typealias integer {{ size = 40; align = 1; signed = false; byte_order = le; map = clock.counter.value; }} := counter40_t;
typealias integer {{ size = 64; align = 8; signed = false; byte_order = le; map = clock.counter.value; }} := counter64_t;

stream {{
\tid = 0;
\tpacket.context := struct {{
\t\tcounter64_t timestamp_begin;
\t\tcounter64_t timestamp_end;
\t\tuint64_t content_size;
\t\tuint64_t packet_size;
\t\tuint64_t events_discarded;
\t\tuint64_t packet_seq_num;
\t\tuint32_t tid;
\t\tuint32_t pid;
\t}};
\tevent.header := struct {{
\t\tenum : integer {{ size = 1; align = 1; signed = false; byte_order = le; }} {{ untimed, timed }} id;
\t\tvariant <id> {{
\t\t\tstruct {{ }} untimed;
\t\t\tstruct {{ counter40_t timestamp; }} timed;
\t\t}} v;
\t}};
}};

event {{
\tname = "untimed";
\tid = 0;
\tstream_id = 0;
\tfields := struct {{
\t\tinteger {{ size = 40; align = 1; signed = false; byte_order = le; }} value;
\t\tinteger {{ size = 23; align = 1; signed = false; byte_order = le; }} ipoint;
\t}};
}};

event {{
\tname = "timed";
\tid = 1;
\tstream_id = 0;
\tfields := struct {{
\t\tinteger {{ size = 23; align = 1; signed = false; byte_order = le; }} ipoint;
\t}};
}};
"""


def packet_bytes(packet, sequence, thread, last, process=1):
    times = [value for _, timed, value in packet.records if timed]
    begin = packet.options.get("begin", times[0] if times else last)
    end = packet.options.get("end", times[-1] if times else begin)
    words = b"".join(struct.pack("<Q", number << 41 | (value & (1 << 40) - 1) << 1 | timed)
                     for number, timed, value in packet.records)
    size = 8 * (80 + len(words))
    header = struct.pack("<I16sI", MAGIC, UUID, 0)
    context = struct.pack("<6Q2I", begin, end, size, size, packet.options.get("lost", 0),
                          packet.options.get("seq", sequence), thread, process)
    return header + context + words, end


def main():
    global UUID
    if len(sys.argv) > 3:
        UUID = UUID[:15] + bytes([int(sys.argv[3])])
    with open(sys.argv[1], encoding="utf-8", errors="surrogateescape") as file:
        case = Case(list(file))
    case.lay_out()
    out = sys.argv[2]
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out + "/trace")
    write_database(case, out + "/ipoint.db")
    with open(out + "/trace/metadata", "w") as file:
        file.write(metadata(case))
    for thread, packets in enumerate(case.streams, 1):
        last, process = 0, 1
        name = f"stream-{thread}"
        if thread - 1 in case.handlers_of:
            thread = case.handlers_of[thread - 1]
            name = f"stream-{thread}-handler1"
        elif thread - 1 in case.process_of:
            process, thread = case.process_of[thread - 1]
            name = f"stream-{process}-{thread}"
        if thread - 1 in case.switches_of:
            thread = case.switches_of[thread - 1]
            name = f"stream-{thread}-switches"
        with open(f"{out}/trace/{name}", "wb") as file:
            for sequence, packet in enumerate(packets):
                data, last = packet_bytes(packet, sequence, thread, last, process)
                file.write(data)


if __name__ == "__main__":
    main()
