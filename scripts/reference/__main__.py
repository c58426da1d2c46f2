# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes manual pages, completion and reference pages from `--help` of the tools.

Usage: python3 scripts/reference BIN OUT --version=VERSION

BIN is the folder of the built tools. Writes OUT/man/man?/*, OUT/zsh/_ipoint, OUT/fish/*.fish and OUT/pages/*.md.
"""

import argparse
import os
import pathlib
import re
import time

import completion
import helptext
import manual
import pages

TOOLS = ["ipoint-cc", "ipoint-run", "ipoint-report", "ipoint-instrument", "ipoint-import", "ipoint-calibrate", "ipoint-selftest"]
# Links to ipoint-cc.
ALIASES = ["ipoint-gcc", "ipoint-clang"]
ROOT = pathlib.Path(__file__).resolve().parents[2]


def date_of(version):
    """The day of the release in the change log; before it, of SOURCE_DATE_EPOCH or today."""
    found = re.search(rf"^## \[?{re.escape(version)}\]?.*(\d{{4}}-\d\d-\d\d)", (ROOT / "CHANGELOG.md").read_text(), re.M)
    return found[1] if found else time.strftime("%Y-%m-%d", time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))))


def link(path, target):
    path.unlink(missing_ok=True)
    path.symlink_to(target)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin")
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--version", required=True)
    options = parser.parse_args()

    version, date = options.version, date_of(options.version)
    commands = helptext.read_tools(options.bin, TOOLS)
    files = {f"man/man1/{manual.title(command)}.1": manual.manual(command, commands, version, date) for command in commands}
    for page in sorted((ROOT / "docs/man").glob("*.[57]")):
        files[f"man/man{page.suffix[1]}/{page.name}"] = page.read_text().replace("@VERSION@", version).replace("@DATE@", date)
    files["zsh/_ipoint"] = completion.zsh(commands)
    for command in commands:
        if " " not in command.name and command.options:
            files[f"fish/{command.name}.fish"] = completion.fish(command, commands)
    for tool in TOOLS:
        files[f"pages/{tool}.md"] = pages.page(tool, [c for c in commands if c.name.split()[0] == tool])
    for name, text in files.items():
        path = options.out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for name in ALIASES:
        link(options.out / f"man/man1/{name}.1", "ipoint-cc.1")


main()
