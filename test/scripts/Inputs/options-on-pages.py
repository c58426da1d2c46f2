"""options-on-pages.py BIN MAN: whether what looks like an option in --help of the tools is on their manual pages."""

import pathlib
import re
import subprocess
import sys

folder, pages = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
count = seen = 0
for tool in ("ipoint-cc", "ipoint-run", "ipoint-report", "ipoint-instrument", "ipoint-import", "ipoint-calibrate", "ipoint-selftest"):
    for page in sorted(pages.glob(f"{tool}*.1")):
        command = [tool] + ([page.stem.removeprefix(tool + "-")] if page.stem != tool else [])
        text = subprocess.run([folder / command[0], *command[1:], "--help"], capture_output=True, text=True, check=True).stdout
        shown = page.read_text().replace("\\-", "-").replace("\\fB", "").replace("\\fR", "")
        options = set(re.findall(r"^ {2,6}(?:-\w,? ?)?(--[a-z][\w-]+|-\w)\b", text, re.M)) - {"--help-list"}
        missing = [option for option in options if option not in shown]
        if missing:
            sys.exit(f"{page.name} does not have {' '.join(missing)}")
        count, seen = count + len(options), seen + 1
print(count, "options on", seen, "pages")
