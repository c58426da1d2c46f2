"""sources.py IPOINT STREAM ELF: where a stream comes from, how it ends, and what is no stream."""
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading

from streams import frames_of, import_stream, record_frame, records_of, trace_records

PREFIX, STREAM, ELF = sys.argv[1:]
with open(STREAM, "rb") as stream:
    WHOLE = stream.read()
ENDS = [end for _, end in frames_of(WHOLE)]
COUNT = len(records_of(WHOLE))


def say(name, code, said):
    kept = len(trace_records("trace")) if os.path.exists("trace") else "no"
    print("{}: {} {} records; {}".format(name, code, kept, re.sub("^ipoint-import: ", "", said, flags=re.M).replace("\n", "; ")), flush=True)
    shutil.rmtree("trace", ignore_errors=True)


def take(name, data, *flags):
    with open("in.bytes", "wb") as file:
        file.write(data)
    say(name, *import_stream(PREFIX, "trace", "in.bytes", *flags))


take("file", WHOLE)



def packets(data, port):
    """ITM packets (ARMv7-M, appendix D4): words, halves and bytes to the port; sync, time stamps and another port's between them."""
    out, at = bytes(5) + b"\x80", 0
    while at < len(data):
        size = random.choice([size for size in (1, 2, 4) if at + size <= len(data)])
        out += bytes([port << 3 | (3 if size == 4 else size)]) + data[at:at + size] + random.choice(
            [b"", b"", b"\x30", b"\xc0\x05", bytes(6) + b"\x80", b"\x94\x81\x02", bytes([port + 1 << 3 | 1]) + b"\0", b"\x17" + bytes(4)])
        at += size
    return out


random.seed(2)
take("SWO", packets(WHOLE, 1) + b"\x70", "--itm=1")
take("another port", packets(WHOLE, 1), "--itm=2")

# Ctrl-C, while the other side of a FIFO stays open.
os.mkfifo("fifo")
with subprocess.Popen([PREFIX + "/bin/ipoint-import", "-o", "trace", "--stream", "fifo"], stderr=subprocess.PIPE, text=True) as reader:
    with open("fifo", "wb") as fifo:
        fifo.write(WHOLE)
        fifo.flush()
        while not os.path.exists("trace/metadata"):
            if reader.poll() is not None:
                break
        reader.send_signal(signal.SIGINT)
        say("Ctrl-C", reader.wait(20), reader.stderr.read())

with socket.create_server(("127.0.0.1", 0)) as server:
    def serve():
        with server.accept()[0] as client:
            client.sendall(WHOLE)
    thread = threading.Thread(target=serve)
    thread.start()
    say("TCP", *import_stream(PREFIX, "trace", "localhost:{}".format(server.getsockname()[1])))
    thread.join()
    port = server.getsockname()[1]
say("no listener", *import_stream(PREFIX, "trace", "127.0.0.1:{}".format(port)))
say("no host", *import_stream(PREFIX, "trace", "nothing.invalid:1"))
say("no file", *import_stream(PREFIX, "trace", "missing"))

take("empty", b"")
take("text", b"U-Boot 2023.01\r\nHit any key to stop autoboot\r\n" * 40)
take("zeros", bytes(1000))
first = next(at for at, end in enumerate(ENDS) if end > 600)
middle = WHOLE[ENDS[first] + 17:]
take("no description", WHOLE[ENDS[0] - 40:ENDS[0]] + b"".join(record_frame(30 * i, 0, [256 << 41 | 1] * 30) for i in range(5)))
pieces = [(content, end) for content, end in frames_of(WHOLE) if content[0] == 0x81]
take("from the middle", middle)
take("a frame twice", WHOLE[:ENDS[5]] + WHOLE[ENDS[4]:])
take("two starts", WHOLE + b"\r\nreset\r\n" + WHOLE)
print("the other: {} records".format(len(trace_records("trace-2"))))
assert COUNT == len(trace_records("trace-2"))
cut_at = [import_stream(PREFIX, "trace", "in.bytes") for size in range(0, len(WHOLE), 97)
          if not shutil.rmtree("trace", ignore_errors=True) and open("in.bytes", "wb").write(WHOLE[:size]) is not None]
assert all(code in (0, 2) and said for code, said in cut_at)
print("{} streams cut: {} kept".format(len(cut_at), sum(code == 0 for code, _ in cut_at)))
