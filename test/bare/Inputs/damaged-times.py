"""damaged-times.py TRACE IPOINT-REPORT: what is said of files of times that are damaged in each way."""
import re
import subprocess
import sys

PATH = sys.argv[1] + "/.times"
with open(PATH, encoding="utf-8") as file:
    whole = file.read()
head, entries, *rows, end = whole.splitlines(keepends=True)
first = rows[0].split()
for what, text in (
        ("empty", ""), ("another version", whole.replace("times 2", "times 9", 1)), ("no count", head + "".join(rows)), ("head alone", head),
        ("a letter", whole.replace(rows[0], "x" + rows[0], 1)), ("too few words", head + entries + " ".join(first[:8]) + "\n" + end),
        ("a bin without an end", whole.replace(rows[0], rows[0].rstrip() + " 9:1\n", 1)),
        ("bins in no order", whole.replace(rows[0], rows[0].rstrip() + " " + first[-1] + "\n", 1)),
        ("an entry twice", head + entries + rows[0] + rows[0] + end),
        ("another sum", whole.replace(rows[0], " ".join(first[:5] + [str(int(first[5]) * 1000 + 1)] + first[6:]) + "\n", 1)),
        ("another count", whole.replace(rows[0], " ".join(first[:1] + [str(int(first[1]) + 1)] + first[2:]) + "\n", 1)),
        ("an entry less", head + entries + "".join(rows[1:]) + end), ("no end", head + entries + "".join(rows)), ("as it was", whole)):
    with open(PATH, "w", encoding="utf-8") as file:
        file.write(text)
    done = subprocess.run([sys.argv[2], "text", "--db", sys.argv[1] + ".db", sys.argv[1]], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    print("{}: {}: {}".format(what, done.returncode, re.sub(r"^ipoint-report: error: ", "", done.stderr.strip())))
