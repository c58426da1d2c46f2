"""What the tests of streams share: frames, made and read after docs/formats.md alone; traces; the programs on boards."""
import os
import re
import struct
import subprocess
import sys
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "sampled"))
from emulated import Target  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
LOST = 3


def stuffed(content):
    """The block that stands for it: each 0 is in place of the distance to the next one."""
    return b"".join(bytes([len(run) + 1]) + run for run in content.split(b"\0"))


def unstuffed(block):
    runs, at = [], 0
    while at < len(block):
        runs.append(block[at + 1:at + block[at]])
        at += block[at]
    return b"\0".join(runs)


def frame(content):
    return b"\0" + stuffed(content + struct.pack("<I", zlib.crc32(content))) + b"\0"


def record_frame(index, lost, records, bits=32):
    return frame(struct.pack("<BII", bits, index, lost) + b"".join(struct.pack("<Q", record) for record in records))


def frames_of(stream):
    """What the whole frames of an undamaged stream hold, and where each ends."""
    at = 0
    for block in stream.split(b"\0"):
        at += len(block) + 1
        content = unstuffed(block) if block else b""
        if len(content) > 4 and zlib.crc32(content[:-4]) == struct.unpack("<I", content[-4:])[0]:
            yield content[:-4], at


def records_of(stream):
    """Of an undamaged stream: pairs of a record and what its frame says the target had lost before."""
    records = []
    for content, _ in frames_of(stream):
        if content[0] <= 40:
            index, lost = struct.unpack_from("<II", content, 1)
            assert index == len(records), (index, len(records))
            records += [(record, lost) for (record,) in struct.iter_unpack("<Q", content[9:])]
    return records


def trace_records(folder, name="stream-0-0"):
    with open(os.path.join(folder, name), "rb") as file:
        data = file.read()
    records, at = [], 0
    while at < len(data):
        magic, _, _, _, _, _, size, _, _ = struct.unpack_from("<I16sIQQQQQQ", data, at)
        assert magic == 0xC1FC1FC1 and at + size // 8 <= len(data)
        records += [record for (record,) in struct.iter_unpack("<Q", data[at + 80:at + size // 8])]
        at += size // 8
    return records


def same(record, other, bits=24):
    """As far as the counter of the M3 goes."""
    mask = (1 << 64) - 1 if not other & 1 else ~(((1 << 40) - 1) << 1) | ((1 << bits) - 1) << 1
    return record & mask == other & mask


def build(prefix, target, name, *flags, main=HERE + "/main.c"):
    os.environ.setdefault("IPOINT_DB", os.path.abspath("ipoint.db"))
    board = Target(target, prefix)
    board.gcc = [flag for flag in board.gcc if "MTIME" not in flag]
    board.build(name, "-DIPOINT_FRAMES", *flags, compiler=[prefix + "/bin/ipoint-cc"], recorder="bare.c", main=main)
    return board


def emulate(board, name, *flags):
    return subprocess.Popen([*board.qemu, "-nographic", "-monitor", "none", "-semihosting-config", "enable=on,target=native", "-icount",
                             "shift=6", *flags, "-kernel", name + ".elf"], stdin=subprocess.DEVNULL)


def import_stream(prefix, folder, source, *flags):
    done = subprocess.run([prefix + "/bin/ipoint-import", "-o", folder, *flags, "--stream", source], check=False,
                          stderr=subprocess.PIPE, text=True)
    return done.returncode, done.stderr


def stores_of(board, name):
    """What NAME.elf stores to the M3's GPIO ports: pairs of a time in instructions and a value."""
    usage = subprocess.run([board.qemu[0], "--help"], check=True, stdout=subprocess.PIPE, text=True).stdout
    one_by_one = ["-accel", "tcg,one-insn-per-tb=on"] if "one-insn-per-tb" in usage else ["-singlestep"]
    subprocess.run([*board.qemu, "-nographic", "-monitor", "none", "-serial", "none", "-semihosting-config", "enable=on,target=native",
                    *one_by_one, "-d", "exec,nochain,unimp", "-D", name + ".log", "-kernel", name + ".elf"], check=True,
                   stdin=subprocess.DEVNULL)
    stores, tick = [], 0
    with open(name + ".log", encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("Trace "):
                tick += 1
            elif "gpio" in line and "write" in line:
                stores.append((tick, int(re.search(r"value 0x([0-9a-f]+)", line)[1], 16)))
    os.remove(name + ".log")
    return stores
