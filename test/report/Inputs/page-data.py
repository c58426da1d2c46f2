#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints what a browser would find in a report: its title and its data, or what it has of one function.

page-data.py index.html [FUNCTION...]; with --json, the whole document, or all of each function; with --longest, which
functions have a longest path.
"""
import base64
import html.parser
import json
import pathlib
import re
import sys
import zlib


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.title, self.data, self.inside = "", "", None

    def handle_starttag(self, tag, attributes):
        self.inside = "title" if tag == "title" else dict(attributes).get("id") == "data" and "data"

    def handle_endtag(self, tag):
        self.inside = None

    def handle_data(self, text):
        if self.inside:
            setattr(self, self.inside, getattr(self, self.inside) + text)


def unpack(base64_text):
    return json.loads(zlib.decompress(base64.b64decode(base64_text)))


def functions_of(folder):
    """All functions, from the pieces of a report."""
    for piece in sorted((folder / "data").glob("functions-*")):
        name, packed = re.fullmatch(r"ipoint\.arrived\('([\w-]+)', '([\w+/=]+)'\);\n", piece.read_text()).groups()
        assert name == piece.stem
        yield from unpack(packed)


page = Page()
path = pathlib.Path(sys.argv[1])
page.feed(path.read_text(encoding="utf-8"))
data = unpack(page.data)
if "--longest" in sys.argv:
    sys.exit(print("longest:", data["longest"]))
names = [name for name in sys.argv[2:] if name != "--json"]
show = [f for f in functions_of(path.parent) if f["name"] in names] if names else data["report"]["functions"][:1]
if "--json" in sys.argv:
    for part in show if names else [data["report"]]:
        print(json.dumps(part, separators=(",", ":")))
    sys.exit()
print("title:", page.title)
if not names:
    print("page:", *data)
    print("keys:", *data["report"])
for function in show:
    print("function:", *function)
    print("self:", *(function["self"] or {}))
    print("blocks:", *(b["name"] for b in function.get("blocks", [])))
    for line in function.get("source", []):
        print("line:", ascii(line) if not line.isprintable() else line)
