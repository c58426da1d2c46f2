"""long-visits.py TRACE IMPORT REPORT: the long visits in TRACE and TRACE.img, and what is said of such that are damaged."""
import re
import shutil
import struct
import subprocess
import sys

trace, tool, report = sys.argv[1:]
PATH = trace + "/.times"
with open(PATH, encoding="utf-8") as file:
    whole = file.read()
lines = whole.splitlines(keepends=True)
at = next(i for i, line in enumerate(lines) if line.startswith("visits "))
visits = [list(map(int, line.split())) for line in lines[at + 1:-1]]
print(lines[0].strip())
print("{} visits of {} index, with the numbers {}".format(
    lines[at].split()[1], "one" if len({v[0] for v in visits}) == 1 else "more than one", " ".join(str(v[3]) for v in visits)))
apart = [b[2] - a[2] for a, b in zip(visits, visits[1:])]
print("{} ticks each but for what a loop takes, and as far apart as they ran: {}".format(
    visits[0][1], "yes" if max(v[1] for v in visits) - min(v[1] for v in visits) < 8 and max(apart) - min(apart) < 64 else apart))
with open(trace + "/metadata", "rb") as file:
    masked = [int(n) for n in re.findall(r"times_masked\w* = (\d+);", file.read().decode("utf-8", "replace"))]
print("probes that end paths, begin calls and end calls: {}".format(
    "the last take longest" if len(masked) == 3 and masked[2] > masked[0] > masked[1] else masked))

with open(trace + ".img", "rb") as file:
    dump = file.read()
end = struct.unpack_from("<16I", dump)[8]
about = dump.index(struct.pack("<I", 0x56707069), end)
SLOTS, SLOT = about + 4 * 13, about + 4 * 15


def read(data):
    shutil.rmtree("spoilt", ignore_errors=True)
    with open("spoilt.img", "wb") as image:
        image.write(data)
    return subprocess.run([tool, "-o", "spoilt", "spoilt.img"], stderr=subprocess.PIPE, text=True, check=False)


def word(place, value):
    return dump[:place] + struct.pack("<I", value) + dump[place + 4:]


cuts = range(about + 4, len(dump), max(1, (len(dump) - about) // 30))
print("{} of {} cut dumps were read".format(sum(read(dump[:cut]).returncode != 2 for cut in cuts), len(cuts)))
for what, data in (("no slots", word(SLOTS, 0)), ("too many slots", word(SLOTS, 1 << 20)), ("more slots than there are", word(SLOTS, 4096))):
    print("{}: {}".format(what, read(data).stderr.splitlines()[-1].split(": ", 2)[-1]))
for what, data in (("one of no path", word(SLOT, 0x7fffffff)), ("one longer than all", word(SLOT + 4, 1 << 30)),
                   ("one from the future", word(SLOT + 16, 1000))):
    read(data)
    with open("spoilt/.times", encoding="utf-8") as file:
        print("{}: {} are kept".format(what, re.search(r"^visits (\d+)$", file.read(), re.M).group(1)))

first, rest = lines[at + 1].split(), "".join(lines[at + 2:])
head = "".join(lines[:at + 1])
for what, text in (
        ("no number of visits", "".join(lines[:at]) + "visits x\n" + "".join(lines[at + 1:])), ("a letter", head + "x" + lines[at + 1] + rest),
        ("no core", head + " ".join(first[:4]) + "\n" + rest), ("of no path", head + " ".join(["4000000", *first[1:]]) + "\n" + rest),
        ("not in order", head + lines[at + 2] + lines[at + 1] + "".join(lines[at + 3:])),
        ("too long", head + " ".join([first[0], "99999999", *first[2:]]) + "\n" + rest),
        ("more than there are", "".join(lines[:at]) + "visits 9999\n" + 9999 * lines[-2] + "end\n"),
        ("one less", head + rest), ("cut off", whole[:-4]), ("as it was", whole)):
    with open(PATH, "w", encoding="utf-8") as file:
        file.write(text)
    done = subprocess.run([report, "text", "--db", trace + ".db", trace], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    print("{}: {}: {}".format(what, done.returncode, re.sub(r"^ipoint-report: error: ", "", done.stderr.strip())))
