"""spoil-image.py IMAGE IMPORT: gives ipoint-import the memory dump, spoilt in many ways, and prints what that prints."""
import os
import random
import shutil
import struct
import subprocess
import sys

with open(sys.argv[1], "rb") as file:
    WHOLE = file.read()
HEADER = 64
END = struct.unpack_from("<I", WHOLE, 32)[0]


def take(image):
    with open("spoilt.img", "wb") as file:
        file.write(image)
    shutil.rmtree("trace", ignore_errors=True)
    done = subprocess.run([sys.argv[2], "-o", "trace", "spoilt.img"], capture_output=True, text=True, check=False)
    assert done.returncode == 0 or not os.path.exists("trace"), "a trace of a bad memory dump"
    return done


def word(number, value):
    return WHOLE[:4 * number] + struct.pack("<I", value) + WHOLE[4 * number + 4:]


swapped = b"".join(struct.pack(">I", value) for (value,) in struct.iter_unpack("<I", WHOLE))
for name, image in [
        ("whole", WHOLE), ("big-endian", swapped), ("empty", b""), ("text", b"x" * 1000), ("not started", bytes(1000)), ("version", word(1, 9)),
        ("cut", WHOLE[:END - 8]), ("no units", WHOLE[:END]), ("half a unit", WHOLE[:-4]), ("cursor", word(6, 12))]:
    done = take(image)
    print("{}: {} {}".format(name, done.returncode, done.stderr.strip()), flush=True)

random.seed(1)
for _ in range(500):
    image = bytearray(WHOLE)
    for _ in range(random.choice((1, 1, 2, 8))):
        image[random.randrange(HEADER if random.random() < 0.7 else len(image))] = random.randrange(256)
    done = take(bytes(image[:random.choice((len(image), random.randrange(len(image))))]))
    assert done.returncode in (0, 2) and len(done.stderr.splitlines()) == 1, done
print("500 mutations: no crash")
