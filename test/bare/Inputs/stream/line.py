"""line.py IPOINT DAMAGES BYTES_PER_SECOND: a board's UART is a slow line that loses, doubles and changes bytes; ipoint-import reads its other
end, a terminal. Whatever is in the trace is what the board has recorded, at its place, and all that is missing is counted."""
import os
import random
import re
import subprocess
import sys
import threading
import time
import tty

from streams import LOST, build, emulate, frame, frames_of, record_frame, records_of, same, trace_records

PREFIX, DAMAGES, RATE = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])


def open_terminal():
    master, slave = os.openpty()
    tty.setraw(slave)
    return master, slave, os.ttyname(slave)


class Line:
    """Passes bytes on, with damages at random places, on average one each `every` bytes."""

    def __init__(self, every):
        self.random = random.Random(5)
        self.every, self.wait, self.done = every, every, {}
        self.whole = b""

    def damage(self, byte):
        kind = self.random.choice(["lost", "doubled", "changed", "inserted", "a bit", "zero", "run lost", "again"])
        self.done[kind] = self.done.get(kind, 0) + 1
        other = bytes([(byte[0] + self.random.randrange(1, 256)) % 256])
        if kind == "run lost":
            self.skip = self.random.randrange(2, 600)
        return {"lost": b"", "doubled": byte + byte, "changed": other, "inserted": byte + other, "zero": b"\0" if byte != b"\0" else b"\1",
                "a bit": bytes([byte[0] ^ 1 << self.random.randrange(8)]), "run lost": b"",
                "again": byte + self.whole[max(0, self.at - self.random.randrange(2, 600)):self.at]}[kind]

    skip = at = 0

    def through(self, data):
        self.whole += data
        out = []
        while data:
            if self.skip:
                cut = min(self.skip, len(data))
                data, self.skip = data[cut:], self.skip - cut
                continue
            clean = min(self.wait, len(data))
            out.append(data[:clean])
            data, self.wait = data[clean:], self.wait - clean
            if data:
                self.at = len(self.whole) - len(data) + 1
                out.append(self.damage(data[:1]))
                data = data[1:]
                self.wait = self.random.randrange(2 * self.every)
        return b"".join(out)


def pass_on(source, is_over, name):
    """From the descriptor `source` through a bad line to ipoint-import, which writes the trace `name`."""
    host_end, host_slave, host_name = open_terminal()
    line, begun = Line(230), time.monotonic()
    os.set_blocking(source, False)
    with subprocess.Popen([PREFIX + "/bin/ipoint-import", "-o", name, "--stream", host_name], stderr=subprocess.PIPE, text=True) as reader:
        while True:
            over = is_over()
            try:
                data = os.read(source, 2048)
            except BlockingIOError:
                data = b""
            if data:
                data = line.through(data)
                while data and reader.poll() is None:
                    data = data[os.write(host_end, data):]
                time.sleep(max(0, begun + len(line.whole) / RATE - time.monotonic()))
            elif over:
                break
            else:
                time.sleep(0.002)
        time.sleep(0.1)
        os.close(host_slave)
        os.close(host_end)
        said = reader.communicate(timeout=20)[1]
        assert reader.returncode == 0, said
        return line, said


def from_board(name):
    board_end, board_slave, board_name = open_terminal()
    board = build(PREFIX, "cortex-m3", "line", "-DROUNDS=2", "-DTIMES=70", "-DIPOINT_RING_SLOTS=400", "-DBYTES=1400")
    with emulate(board, "line", "-serial", board_name) as emulator:
        line, said = pass_on(board_end, lambda: emulator.poll() is not None, name)
    os.close(board_slave)
    return line, said


def from_more_of_it(stream, name):
    """As if the board had gone on for longer: the same records again and again."""
    records, made, lost = [record for record, _ in records_of(stream)], [], 0
    pieces = [content for content, _ in frames_of(stream) if content[0] == 0x81]
    random.seed(3)
    for count in range(DAMAGES):
        size = random.choice([30, 30, 30, 30, 7, 1])
        at = random.randrange(len(records) - size)
        taken = [ipoint << 41 | number << 1 | 1 for number, ipoint in enumerate([record >> 41 for record in records[at:at + size]],
                                                                            from_more_of_it.index)]
        lost += random.choice([0, 0, 0, 0, 0, 0, 0, 300])
        made.append(record_frame(from_more_of_it.index, lost, taken, 24))
        from_more_of_it.index += size
        if count % 32 == 0:
            made.append(frame(pieces[count // 32 % len(pieces)]))
    bytes_made = b"".join(made)
    read_end, write_end = os.pipe()
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=write_end) as cat:
        os.close(write_end)
        feeder = threading.Thread(target=lambda: (cat.stdin.write(bytes_made), cat.stdin.close()))
        feeder.start()
        line, said = pass_on(read_end, lambda: cat.poll() is not None, name)
        feeder.join()
    os.close(read_end)
    return line, said


from_more_of_it.index = 0


def check(line, said, name):
    truth = records_of(line.whole)
    first = re.search(r"behind (\d+) records", said)
    at, lost = int(first[1]) if first else 0, 0
    lost = truth[at][1]
    kept = missing = 0
    for record in trace_records(name):
        if record >> 41 == LOST:
            gap, before, was = record >> 1 & (1 << 40) - 1, at, lost
            missing += gap
            while at < len(truth) and at - before + truth[at][1] - was < gap:
                at += 1
            lost = truth[min(at, len(truth) - 1)][1]
            assert at == len(truth) or at - before + lost - was == gap, (gap, before, at)
            continue
        assert at < len(truth) and same(record, truth[at][0]), "a record that was not made there"
        assert truth[at][1] == lost, "a loss of the ring's that is not there"
        at += 1
        kept += 1
    return kept, missing, truth, at


def judge(line, said, name):
    print(said.replace(name, "trace"), end="")
    kept, missing, truth, at = check(line, said, name)
    damages = sum(line.done.values())
    assert len(line.done) == 8 and truth[-1][1] > 0, "the ring was never full"
    assert len(truth) - at < 400, "the end of {} is missing from {}".format(len(truth), at)
    print("{} damages in {} bytes: {} records of {} kept, all right, {} missing, all counted".format(
        damages, len(line.whole), kept, len(truth) + truth[-1][1], missing))


first, words = from_board("line")
judge(first, words, "line")
judge(*from_more_of_it(first.whole, "longer"), "longer")
