"""run-early.py IPOINT PROCESSOR FLAG...: runs early.c with RAM that holds all kinds of things before the start."""
import os
import random
import struct
import subprocess
import sys

PREFIX, PROCESSOR = sys.argv[1:3]
HERE = os.path.dirname(os.path.abspath(__file__))
SIZE = 0x10000
GCC, QEMU, CODE, RAM = {
    "arm": ("arm-none-eabi-gcc -mcpu=cortex-m3 -mthumb", "qemu-system-arm -M mps2-an385", 0, 0x20000000),
    "riscv": ("riscv64-unknown-elf-gcc -march=rv32imac -mabi=ilp32", "qemu-system-riscv32 -M virt -bios none",
              0x80000000, 0x80400000),
}[PROCESSOR]
GCC = GCC.split() + ["-O1", "-ffreestanding", "-I" + PREFIX + "/include", "-I" + PREFIX + "/share/ipoint"] + sys.argv[3:]
QEMU = QEMU.split() + ["-nographic", "-monitor", "none", "-serial", "none", "-icount", "shift=6", "-semihosting-config",
                       "enable=on,target=native", "-device", "loader,file=ram.bin,addr={},force-raw=on".format(RAM)]


def build(records):
    os.environ["IPOINT_DB"] = os.path.abspath("early.db")
    instrumented = [PREFIX + "/bin/ipoint-cc"] + GCC
    bare = PREFIX + "/share/ipoint/bare/bare.c"
    subprocess.run(GCC + ["-DIPOINT_RING_SLOTS={}".format(records), "-c", bare, "-o", "bare.o"], check=True)
    subprocess.run(instrumented + ["-c", HERE + "/early.c", "-o", "early.o"], check=True)
    subprocess.run(GCC + ["-c", HERE + "/early-board.c", "-o", "board.o"], check=True)
    subprocess.run(GCC + ["-nostdlib", "-T", HERE + "/early.ld", "-Wl,--no-warn-rwx-segments",
                          "-Wl,--defsym=CODE={}".format(CODE), "-Wl,--defsym=RAM={}".format(RAM), "early.o", "board.o",
                          "bare.o", "-lgcc", "-o", "firmware.elf"], check=True)
    # QEMU would clear .bss.
    subprocess.run([GCC[0][:-3] + "objcopy", "-R", ".bss", "firmware.elf", "boot.elf"], check=True)
    symbols = subprocess.run([GCC[0][:-3] + "nm", "-S", "firmware.elf"], check=True, capture_output=True, text=True)
    for line in symbols.stdout.splitlines():
        words = line.split()
        if words[-1] == "ipoint_memory":
            return int(words[0], 16) - RAM, int(words[1], 16)
    raise AssertionError("no ipoint_memory")


def run(ram):
    with open("ram.bin", "wb") as out:
        out.write(ram)
    for name in ("early.ram", "end.ram", "memory.img"):
        if os.path.exists(name):
            os.remove(name)
    try:
        done = subprocess.run(QEMU + ["-kernel", "boot.elf"], timeout=20, capture_output=True, check=False)
    except subprocess.TimeoutExpired:
        return "hangs"
    if done.returncode:
        return "stops: " + done.stderr.decode(errors="replace").split("\n", 1)[0]
    with open("early.ram", "rb") as file:
        early = file.read()
    # What lies beside the ring is untouched.
    if early[:ring] != ram[:ring] or early[ring + size:] != ram[ring + size:len(early)]:
        return "writes beside the ring"
    done = subprocess.run([PREFIX + "/bin/ipoint-import", "-o", "trace", "memory.img"], capture_output=True, text=True,
                          check=False)
    return done.stderr.strip()


def words(choose):
    return b"".join(struct.pack("<I", choose()) for _ in range(SIZE // 4))


def end_of_last():
    with open("end.ram", "rb") as file:
        return file.read().ljust(SIZE, b"\0")


ring, size = build(64)
contents = {"zeros": bytes(SIZE), "ones": b"\xff" * SIZE, "stripes": b"\x55\xaa\x55\xaa" * (SIZE // 4)}
random.seed(1)
for seed in range(8):
    contents["random {}".format(seed)] = random.randbytes(SIZE)
for seed in range(3):
    contents["small numbers {}".format(seed)] = words(lambda: random.randrange(1000))
    contents["addresses {}".format(seed)] = words(lambda: RAM + random.randrange(SIZE))
for name, ram in contents.items():
    print("{}: {}".format(name, run(ram)), flush=True)
# A reset without loss of power, of the same program and of one with a larger ring.
print("again: {}".format(run(end_of_last())))
build(1024)
print("larger: {}".format(run(bytes(SIZE))))
stale = end_of_last()
ring, size = build(64)
print("smaller: {}".format(run(stale)))
