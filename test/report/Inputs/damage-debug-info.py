#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""damage-debug-info.py PROGRAM COPY SEED: a copy, some bytes of whose DWARF are others."""
import random
import subprocess
import sys

program, copy, seed = sys.argv[1:]
rng = random.Random(int(seed))
bytes_of = bytearray(open(program, "rb").read())
for line in subprocess.run(["readelf", "-SW", program], stdout=subprocess.PIPE, check=True, text=True).stdout.splitlines():
    words = line.replace("[ ", "[").split()
    if len(words) > 5 and words[1] in (".debug_info", ".debug_abbrev", ".debug_line", ".debug_str", ".debug_rnglists"):
        offset, size = int(words[4], 16), int(words[5], 16)
        for _ in range(1 + size // 40):
            bytes_of[offset + rng.randrange(size)] = rng.choice((0, 0xFF, rng.randrange(256)))
open(copy, "wb").write(bytes_of)
