"""rtt.py IPOINT TARGET: reads a board's RTT channel as OpenOCD's `rtt server` does, with the commands of a debugger alone: searches RAM for
the id, reads the control block, and what lies between the two offsets, again and again, and serves the bytes by TCP, where ipoint-import
reads them. Everything is over QEMU's gdb stub, which stops the board for each look."""
import os
import shutil
import socket
import struct
import subprocess
import sys
import time

from streams import LOST, build, trace_records

RAM_SIZE = 0x10000


class Debugger:
    """The gdb remote protocol, as far as memory needs it."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        while True:
            try:
                self.socket.connect(path)
                break
            except (FileNotFoundError, ConnectionRefusedError):
                time.sleep(0.02)
        self.buffer = b""
        self.runs = False

    def receive(self):
        while True:
            begin = self.buffer.find(b"$")
            end = self.buffer.find(b"#", begin)
            if begin >= 0 and end >= 0 and len(self.buffer) >= end + 3:
                reply, self.buffer = self.buffer[begin + 1:end], self.buffer[end + 3:]
                self.socket.sendall(b"+")
                return reply
            self.buffer += self.socket.recv(65536)

    def ask(self, command):
        self.send(command)
        return self.receive()

    def send(self, command):
        self.socket.sendall(b"$" + command + b"#%02x" % (sum(command) % 256))

    def halt(self):
        if self.runs:
            self.socket.sendall(b"\x03")
            self.receive()
        self.runs = False

    def go(self):
        self.send(b"c")
        self.runs = True

    def read(self, address, size):
        data = b""
        while len(data) < size:
            step = min(size - len(data), 1024)
            data += bytes.fromhex(self.ask(b"m%x,%x" % (address + len(data), step)).decode())
        return data

    def write_word(self, address, value):
        assert self.ask(b"M%x,4:%s" % (address, struct.pack("<I", value).hex().encode())) == b"OK"


class Channel:
    """rtt_find_control_block() and what follows it in OpenOCD's src/rtt and src/target/rtt.c."""

    def __init__(self, debugger, ram):
        self.debugger, self.at = debugger, None
        self.ram = ram

    def find(self):
        place = self.debugger.read(self.ram, RAM_SIZE).find(b"SEGGER RTT\0\0\0\0\0\0")
        if place < 0:
            return False
        self.at = self.ram + place
        up, down = struct.unpack("<II", self.debugger.read(self.at + 16, 8))
        assert (up, down) == (1, 0), (up, down)
        name, self.buffer, self.size, _, _, flags = struct.unpack("<6I", self.debugger.read(self.at + 24, 24))
        text = self.debugger.read(name, 16)
        print("channel {} of {} bytes, flags {}".format(text[:text.index(b"\0")].decode(), self.size, flags))
        return True

    def take(self):
        written, read = struct.unpack("<II", self.debugger.read(self.at + 36, 8))
        assert written < self.size and read < self.size
        if written == read:
            return b""
        end = written if written > read else self.size
        data = self.debugger.read(self.buffer + read, end - read)
        self.debugger.write_word(self.at + 40, end % self.size)
        return data


def serve(board, name, server, pause, *flags):
    gdb = os.path.abspath("gdb.socket")
    if os.path.exists(gdb):
        os.remove(gdb)
    with subprocess.Popen([*board.qemu, "-nographic", "-monitor", "none", "-serial", "none", *flags, "-S", "-chardev",
                           "socket,id=gdb,server=on,wait=off,path=" + gdb, "-gdb", "chardev:gdb", "-kernel", name + ".elf"],
                          stdin=subprocess.DEVNULL) as emulator:
        debugger = Debugger(gdb)
        channel, idle_before = Channel(debugger, board.ram), 0
        symbols = subprocess.run([board.tools + "nm", name + ".elf"], check=True, stdout=subprocess.PIPE, text=True).stdout
        idle_at = next(int(line.split()[0], 16) for line in symbols.splitlines() if line.endswith(" idle"))
        client = server.accept()[0]
        while True:
            debugger.go()
            time.sleep(pause)
            debugger.halt()
            if channel.at is None and not channel.find():
                continue
            data = channel.take()
            client.sendall(data)
            # The board has looked for more twice since, and there was none.
            idle, = struct.unpack("<I", debugger.read(idle_at, 4))
            if not data and idle_before and idle > idle_before + 2:
                break
            idle_before = idle if not data else 0
        client.close()
        emulator.kill()


def receive(prefix, board, name, pause, *flags):
    """What ipoint-import said of what NAME.elf sends. The trace is NAME."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        with subprocess.Popen([prefix + "/bin/ipoint-import", "-o", name, "--stream", "localhost:{}".format(server.getsockname()[1])],
                              stderr=subprocess.PIPE, text=True) as reader:
            serve(board, name, server, pause, *flags)
            said = reader.communicate(timeout=30)[1]
            assert reader.returncode == 0, said
    return said


def run(prefix, target, name, *flags):
    board = build(prefix, target, name, "-DRTT", "-DIPOINT_RTT=512", *flags)
    shutil.rmtree("trace", ignore_errors=True)
    print(receive(prefix, board, name, 0.005, "-icount", "shift=6"), end="")
    records = trace_records(name)
    return [record for record in records if record >> 41 != LOST], sum(record >> 1 for record in records if record >> 41 == LOST)


def main(prefix, target):
    kept, lost = run(prefix, target, "roomy", "-DROUNDS=1", "-DTIMES=20", "-DIPOINT_RING_SLOTS=3000")
    print("{}: {} records, {} lost".format(target, len(kept), lost))
    less, more_lost = run(prefix, target, "narrow", "-DROUNDS=1", "-DTIMES=20", "-DIPOINT_RING_SLOTS=100")
    print("{}: {} of {} records, {} lost".format(target, len(less), len(kept), "the others" if len(less) + (
        more_lost & (1 << 40) - 1) == len(kept) and more_lost else more_lost))


if __name__ == "__main__":
    main(*sys.argv[1:])
