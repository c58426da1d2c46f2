"""interrupted-counts.py IPOINT REPORT FLAG...: what a loop and a handler that interrupts it count of one function."""
import json
import os
import subprocess
import sys

from emulated import HERE, Target

PREFIX, REPORT, *FLAGS = sys.argv[1:]
os.environ.update(IPOINT_STORE="sums", IPOINT_TIMED="none", IPOINT_DB=os.path.abspath("interrupted.db"))
target = Target("cortex-m3", PREFIX)
target.build("interrupted", "-DMEASURED", "-DIPOINT_SUMS", "-DIPOINT_RING_SLOTS=5", *FLAGS, compiler=[PREFIX + "/bin/ipoint-cc"],
             recorder="bare.c", work=HERE + "/interrupted-counts.c")
target.run("interrupted")
subprocess.run([PREFIX + "/bin/ipoint-import", "-o", "interrupted", "interrupted.img"], check=True, stderr=subprocess.DEVNULL)
report = json.loads(subprocess.run([REPORT, "json", "--all", "interrupted"], check=True, stdout=subprocess.PIPE).stdout)
calls = {f["name"]: f["calls"] for f in report["functions"]}
lost = 300000 + calls["timer_handler"] - calls["checksum"]
print("{} interrupts, {} counts lost".format("many" if calls["timer_handler"] > 10000 else "few", lost), calls)
