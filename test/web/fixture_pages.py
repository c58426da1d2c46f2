# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pages from made-up data: the templates that the build has made, filled the way ipoint-report does."""
import argparse
import base64
import json
import pathlib
import shutil
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ROOT / "build/dev/report/lib/output"
LIBRARIES = [pathlib.Path("/usr/share/javascript/chart.js/chart.min.js"), pathlib.Path("/usr/share/nodejs/d3-hierarchy/dist/d3-hierarchy.min.js"), PAGES / "highlight-c.js"]


def pack(data):
    """As the report's pages have their data."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode(), 1)).decode()


def write(folder, template, title, report, functions=(), unit="ticks", longest=()):
    """The page of `template`, which begins with `unit`; returns its text. `longest` has the longest path of pages of functions, or why there is none."""
    (folder / "data").mkdir(parents=True)
    (folder / "assets").mkdir()
    for asset in [*sorted((ROOT / "report/web").glob("*.[cj]s*")), *LIBRARIES]:
        shutil.copyfile(asset, folder / "assets" / asset.name)
    size = 100  # functions in a piece
    pieces = list(range(0, len(functions), size))
    for number, start in enumerate(pieces, 1):
        (folder / "data" / f"functions-{number}.js").write_text(f"ipoint.arrived('functions-{number}', '{pack(functions[start:start + size])}');\n")
    for number, (_, path) in enumerate(longest, 1):
        if not isinstance(path, str):
            (folder / "data" / f"longest-{number}.js").write_text(f"ipoint.arrived('longest-{number}', '{pack(path)}');\n")
    paths = [{"page": page, "reason": path} if isinstance(path, str) else {"page": page} for page, path in longest]
    page = (PAGES / template).read_text().replace("@TITLE@", title).replace("@PLAIN@", "").replace("@DATA@", pack({"unit": unit, "pieces": pieces, "longest": paths, "report": report}))
    (folder / "index.html").write_text(page)
    return page


def main(doc, makers):
    """Each of `makers`, or those that are named, writes the page of its name."""
    options = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--out", required=True, type=pathlib.Path, help="folder to write into; made if it isn't there")
    options.add_argument("which", nargs="*", help="default: all")
    arguments = options.parse_args()
    for which in arguments.which or makers:
        folder = arguments.out / which
        if folder.exists():
            shutil.rmtree(folder)
        makers[which](folder)
        print(folder)
