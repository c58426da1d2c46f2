"""image.py OUT [FORMAT SUMS]: a small whole memory dump (ipoint/dump.h): two records, one unit."""
import struct
import sys

slots = 6
begin = 64 + 4 * 8
version, sums = (int(word, 0) for word in sys.argv[2:] or ("1", "0"))
header = [0x6D697069, version, 0, 40, 1000, 0, begin + 2 * 8, begin + slots * 8, begin + slots * 8, 0, 0, 0, 0, 0, 0, sums]
records = [256 << 41 | time << 1 | timed for time, timed in [(10, 1), (12, 1), (0, 0), (15, 1), (20, 1), (30, 1)]]
words = struct.pack("<16I", *header) + struct.pack("<10Q", *(records + [0] * 4))
with open(sys.argv[1], "wb") as image:
    image.write(words + struct.pack("<10I", 1, 256, 100, 0x202, 1, 2, 1, 2, 3, 4))
