"""image.py OUT [FORMAT SUMS [READING...]]: a small whole memory dump (ipoint/dump.h): two records, one unit. Of format 3, the four
READINGs of the counter say what probes take."""
import struct
import sys

slots = 6
begin = 64 + 4 * 8
version, sums = (int(word, 0) for word in sys.argv[2:4] or ("1", "0"))
header = [0x6D697069, version, 0, 40, 1000, 0, begin + 2 * 8, begin + slots * 8, begin + slots * 8, 0, 0, 0, 0, 0, 0, sums]
records = [256 << 41 | time << 1 | timed for time, timed in [(10, 1), (12, 1), (0, 0), (15, 1), (20, 1), (30, 1)]]
words = struct.pack("<16I", *header) + struct.pack("<10Q", *(records + [0] * 4))
with open(sys.argv[1], "wb") as image:
    if version >= 3:
        readings = [int(word) & 0xFFFFFFFF for word in sys.argv[4:]]
        words = words[:64] + struct.pack("<8I", *readings, 0, 0, 0, 0) + words[begin:]
    image.write(words + struct.pack("<10I", 1, 256, 100, 0x202, 1, 2, 1, 2, 3, 4))
