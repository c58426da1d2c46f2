"""wrapped.py IPOINT: counts beyond 32 bits, from a RISC-V of 32 bits to the trace."""
import subprocess
import sys

from emulated import HERE, Target

PREFIX = sys.argv[1]
target = Target("rv32", PREFIX)
target.build("wrapped", "-DMEASURED", "-DROUNDS=1", "-DIPOINT_SUMS", recorder="bare.c", work=HERE + "/wrapped.c")
target.run("wrapped")
said = subprocess.run([PREFIX + "/bin/ipoint-import", "-o", "trace", "wrapped.img"], check=True, stderr=subprocess.PIPE, text=True).stderr
print(*[line.split(": ", 1)[-1].replace("trace: ", "") for line in said.splitlines() if "records in" not in line], sep="\n")
with open("trace/.counts", encoding="ascii") as counts:
    print(counts.read())
target.build("full", "-DMEASURED", "-DROUNDS=1", "-DIPOINT_SUMS", "-DIPOINT_NO_WRAPS", recorder="bare.c", work=HERE + "/wrapped.c")
target.run("full")
said = subprocess.run([PREFIX + "/bin/ipoint-import", "-o", "full", "full.img"], check=True, stderr=subprocess.PIPE, text=True).stderr
print(*[line.split(": ", 1)[-1] for line in said.splitlines() if "hold" in line], sep="\n")
