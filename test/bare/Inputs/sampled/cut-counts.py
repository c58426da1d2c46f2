"""cut-counts.py IMAGE IMPORT: spoilt dumps of a program that stores sums."""
import os
import struct
import subprocess
import sys

image, tool = sys.argv[1:]
with open(image, "rb") as file:
    whole = file.read()
end = struct.unpack_from("<16I", whole)[8]
counts = whole.index(struct.pack("<I", 0x73707069), end)
first = whole.index(struct.pack("<I", 4 << 16 | 0x6370), end) + 4


def read(data):
    with open("spoilt.img", "wb") as file:
        file.write(data)
    return subprocess.run([tool, "-o", "spoilt", "spoilt.img"], stderr=subprocess.PIPE, text=True)


cuts = range(counts + 2, len(whole), max(1, (len(whole) - counts) // 200))
done = sum(read(whole[:cut]).returncode != 2 for cut in cuts)
print("{} of {} cut dumps were read; {} was written".format(done, len(cuts), "something" if os.path.exists("spoilt") else "nothing"))
print(read(whole[:first] + struct.pack("<I", 0xFFFFFFFF) + whole[first + 4:]).stderr.split(": ", 2)[-1].strip())
print(read(whole[:first - 4] + struct.pack("<I", 8 << 16 | 0x6370) + whole[first:]).stderr.split(": ", 2)[-1].strip())
print(read(whole + b"\0\0\0\0").stderr.split(": ", 2)[-1].strip())
