"""stream.py IPOINT EXAMPLES BABELTRACE NAME MACHINE CORES SLOTS FLAG...: the example for several cores, whose recording leaves while it runs, into
NAME; and what is wrong with it. With few SLOTS whole stretches are lost, and counted. NAME begins with rtt: through an RTT channel."""
import fcntl
import os
import re
import signal
import struct
import subprocess
import sys
import termios
import time
import types

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "stream"))
import rtt  # noqa: E402
from streams import frames_of, trace_records  # noqa: E402

COMPARED = 30
PREFIX, EXAMPLES, BABELTRACE, NAME, MACHINE, CORES, SLOTS = sys.argv[1:8]
EXAMPLES = os.path.abspath(EXAMPLES) + "/cores/"
os.makedirs(NAME)
os.chdir(NAME)
os.environ["IPOINT_DB"] = os.getcwd() + "/ipoint.db"
GCC, CODE, QEMU = {
    "rv32": ("riscv64-unknown-elf-gcc -march=rv32imac -mabi=ilp32 -mcmodel=medany -mno-relax -DIPOINT_MTIME=0x200bff8", 0x80000000,
             "qemu-system-riscv32 -M virt -bios none"),
    "apart": ("riscv64-unknown-elf-gcc -march=rv32imac -mabi=ilp32 -mcmodel=medany -mno-relax", 0x80000000,
              "qemu-system-riscv32 -M virt -bios none"),
    "rv64": ("riscv64-unknown-elf-gcc -march=rv64imac -mabi=lp64 -mcmodel=medany -mno-relax -DIPOINT_MTIME=0x200bff8", 0x80000000,
             "qemu-system-riscv64 -M virt -bios none"),
    "aarch64": ("aarch64-linux-gnu-gcc -DIPOINT_CNTVCT -DRATE=62500000 -mgeneral-regs-only -mstrict-align -fno-pic -static", 0x40100000,
                "qemu-system-aarch64 -M virt -cpu cortex-a57"),
}[MACHINE]
gcc = [*GCC.split(), "-O1", "-ffreestanding", "-Wall", "-Wextra", "-Werror", "-I" + PREFIX + "/include", "-I" + PREFIX + "/share/ipoint",
       "-I" + EXAMPLES, "-I" + HERE, "-DCORES=" + CORES, "-DIPOINT_CORES=" + CORES, "-DIPOINT_FRAMES", "-DIPOINT_RING_SLOTS=" + SLOTS, "-DPIECE=97",
       *(["-DIPOINT_RTT=512"] if NAME.startswith("rtt") else []), *sys.argv[8:]]
objects = []
for source in PREFIX + "/share/ipoint/bare/bare.c", EXAMPLES + "board.c", HERE + "/stream-main.c", EXAMPLES + "work.c":
    objects.append(os.path.basename(source) + ".o")
    before = [PREFIX + "/bin/ipoint-cc"] if source.endswith("work.c") else []
    subprocess.run([*before, *gcc, "-c", source, "-o", objects[-1]], check=True)
subprocess.run([*gcc, "-nostdlib", "-T", EXAMPLES + "cores.ld", "-Wl,--defsym=CODE={:#x},--no-warn-rwx-segments,--build-id=none".format(CODE),
                *objects, "-lgcc", "-o", "firmware.elf"], check=True)
emulator = [*QEMU.split(), "-smp", CORES, "-nic", "none"]


def import_of(trace, *source):
    return subprocess.run([PREFIX + "/bin/ipoint-import", "-o", trace, *source], check=True, stderr=subprocess.PIPE, text=True).stderr


if NAME.startswith("rtt"):
    os.symlink("firmware.elf", "trace.elf")
    said = rtt.receive(PREFIX, types.SimpleNamespace(qemu=emulator, tools="riscv64-unknown-elf-", ram=CODE), "trace", 0.005)
else:
    subprocess.run([*emulator, "-nographic", "-monitor", "none", "-serial", "none", "-semihosting-config", "enable=on,target=native", "-kernel",
                    "firmware.elf"], check=True, stdin=subprocess.DEVNULL, timeout=120)
    said = import_of("trace", "--stream", "memory.img")
print(said, end="")

os.chdir("..")
sys.argv = ["check.py", NAME, CORES, PREFIX, BABELTRACE]
sys.path.insert(0, HERE)
import check  # noqa: E402



def damaged(data):
    """What is imported of these bytes: exit code, records and how many are missing on the line."""
    with open("damaged.img", "wb") as file:
        file.write(data)
    subprocess.run(["rm", "-rf", "damaged"], check=True)
    done = subprocess.run([PREFIX + "/bin/ipoint-import", "-o", "damaged", "--program", "firmware.elf", "--stream", "damaged.img"], check=False,
                          stderr=subprocess.PIPE, text=True)
    assert done.returncode in (0, 2), done
    found = re.search(r"(\d+) records in damaged \(.* (\d+) on the line", done.stderr)
    return (done.returncode, *(map(int, found.groups()) if found else (0, 0)))


def check_damage(whole):
    """Cut anywhere, and without each frame in its turn."""
    with open("memory.img", "rb") as file:
        data = file.read()
    cut = [damaged(data[:at]) for at in range(0, len(data), len(data) // 50)]
    assert all(records <= whole and not missing for _, records, missing in cut), cut
    begin, kept = 0, []
    for content, end in frames_of(data):
        if content[0] == 0x82:
            code, records, missing = damaged(data[:begin] + data[end:])
            own = [record >> 41 for (record,) in struct.iter_unpack("<Q", content[12:])]
            markers = records + len(own) - own.count(COMPARED) - whole
            # What is missing behind the last, or before the first frame of a core is not known.
            kept.append(code == 0 and 0 <= markers <= 1 and missing in (0, len(own)))
        begin = end
    print("{} streams cut; {} without a frame, each as it should be: {}".format(len(cut), len(kept), all(kept)))


def check_port():
    """The same bytes through a stimulus port, with what a processor sends besides."""
    with open("memory.img", "rb") as file:
        data = file.read()
    with open("swo.bin", "wb") as file:
        file.write(b"\0\0\0\0\0\x80" + b"".join(b"\x09%c" % byte + (b"\xc0\x05" if at % 7 == 0 else b"") for at, byte in enumerate(data)))
    whole = said.split("records in", maxsplit=1)[0]
    assert import_of("swo", "--itm=1", "--stream", "swo.bin").split("records in", maxsplit=1)[0] == whole.replace("memory.img", "swo.bin")
    for core in range(int(CORES)):
        name = "stream-0-{}".format(core)
        assert trace_records("trace", name) == trace_records("swo", name), core
    print("port: the same records")


def check_interrupt(whole):
    """Ctrl-C keeps what came of a source that cannot be read again."""
    os.mkfifo("fifo")
    with subprocess.Popen([PREFIX + "/bin/ipoint-import", "-o", "kept", "--stream", "fifo"], stderr=subprocess.PIPE, text=True) as reader:
        with open("memory.img", "rb") as file, open("fifo", "wb", buffering=0) as fifo:
            fifo.write(file.read())
            # Until all has been read; what was read is taken before the signal is looked at.
            while struct.unpack("i", fcntl.ioctl(fifo, termios.FIONREAD, bytes(4)))[0]:
                time.sleep(0.05)
            reader.send_signal(signal.SIGINT)
            printed = reader.communicate()[1]
    assert reader.returncode == 0, printed
    print("Ctrl-C: {} in core 0's time: {}".format("the records are" if "{} records".format(whole) in printed else printed,
                                                   "its times are corrected for that" in printed))


def check_cores():
    """Each core by itself."""
    for core in range(int(CORES)):
        subprocess.run([PREFIX + "/bin/ipoint-import", "-o", "core", "--core={}".format(core), "--stream", "memory.img"], check=True,
                       stderr=subprocess.DEVNULL)
        assert check.calls("core") == check.expected([core]), core


if " 0 on the line" not in said:
    sys.exit("the line lost something")
if "(0 lost" in said:
    whole = check.calls("trace")
    assert whole == check.expected(range(int(CORES))), whole
    if not NAME.startswith("rtt"):
        check_cores()
    print("calls: on each core and in all as the program makes them")
    check.check_order()
    if NAME.startswith("two"):
        check_port()
        check_damage(int(re.search(r"(\d+) records in", said)[1]))
    if NAME == "two-skewed":
        check_interrupt(int(re.search(r"(\d+) records in", said)[1]))
else:
    ends = {}
    with open("memory.img", "rb") as file:
        for content, _ in frames_of(file.read()):
            if content[0] == 0x82:
                index, lost = struct.unpack_from("<II", content, 4)
                ends[content[1]] = index + (len(content) - 12) // 8, lost
    records, lost = map(sum, zip(*ends.values()))
    assert lost == int(re.search(r"\((\d+) lost", said)[1])
    print("lost: {} of {}".format(lost, records + lost))
