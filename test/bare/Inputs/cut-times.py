"""cut-times.py IMAGE IMPORT: spoilt dumps of a program that adds up times."""
import os
import struct
import subprocess
import sys

image, tool = sys.argv[1:]
with open(image, "rb") as file:
    whole = file.read()
end = struct.unpack_from("<16I", whole)[8]
times = whole.index(struct.pack("<I", 0x55707069), end)
step = 40 + 4 * struct.unpack_from("<3I", whole, times)[2]
first = whole.index(struct.pack("<I", step << 16 | 0x7470), end) + 4
count = struct.unpack_from("<I", whole, first + 4)[0]
places = range(len(whole) - count * step, len(whole), step)
assert places[0] == times + 40 + 8 * count, "one unit with edges"


def read(data, output="spoilt"):
    with open("spoilt.img", "wb") as file:
        file.write(data)
    return subprocess.run([tool, "-o", output, "spoilt.img"], stderr=subprocess.PIPE, text=True)


def words(at, *values):
    return whole[:at] + struct.pack("<{}I".format(len(values)), *values) + whole[at + 4 * len(values):]


def last_line(data, *output):
    print(read(data, *output).stderr.splitlines()[-1].split(": ", 2)[-1])


cuts = range(times + 4, len(whole), max(1, (len(whole) - times) // 40))
done = sum(read(whole[:cut]).returncode != 2 for cut in cuts)
print("{} of {} cut dumps were read; {} was written".format(done, len(cuts), "something" if os.path.exists("spoilt") else "nothing"))
used = [at for at in places if struct.unpack_from("<I", whole, at)[0]]
torn = whole
for at in used[:2]:  # a count without its bin; a sum without its time
    torn = torn[:at] + struct.pack("<I", struct.unpack_from("<I", torn, at)[0] + 1) + torn[at + 4:]
last_line(torn, "torn")
torn = whole
for at in places:
    torn = torn[:at] + struct.pack("<I", struct.unpack_from("<I", torn, at)[0] + 1) + torn[at + 4:]
last_line(torn)
last_line(words(times + 8, 5000))
last_line(words(first - 4, step + 4 << 16 | 0x7470))
last_line(words(first, 0xFFFFFFFF))
last_line(whole + b"\0\0\0\0")
full = used[0]
low = next(bin for bin in range(full + 40, full + step, 4) if struct.unpack_from("<I", whole, bin)[0])
ticks = 0xFFFFFFFF - struct.unpack_from("<I", whole, full + 8)[0]
more = 0xFFFFFFFF - struct.unpack_from("<I", whole, full)[0]
changed = bytearray(whole)
struct.pack_into("<I", changed, full, 0xFFFFFFFF)
struct.pack_into("<I", changed, low, struct.unpack_from("<I", whole, low)[0] + more)
struct.pack_into("<Q", changed, full + 16, struct.unpack_from("<Q", whole, full + 16)[0] + more * ticks)
last_line(bytes(changed), "full")
