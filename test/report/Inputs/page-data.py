#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints what a browser would find in a report: its title and its data, or what it has of one function.

page-data.py index.html [FUNCTION]; with --json, the whole document.
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


page = Page()
path = pathlib.Path(sys.argv[1])
page.feed(path.read_text(encoding="utf-8"))
data = unpack(page.data)
if "--json" in sys.argv:
    print(json.dumps(data["report"], separators=(",", ":")))
    sys.exit()
print("title:", page.title)
if len(sys.argv) == 2:
    print("page:", *data)
    print("keys:", *data["report"])
    show = data["report"]["functions"][:1]
else:
    show = []
    for piece in sorted((path.parent / "data").iterdir()):
        name, packed = re.fullmatch(r"ipoint\.arrived\('([\w-]+)', '([\w+/=]+)'\);\n", piece.read_text()).groups()
        assert name == piece.stem
        show += [f for f in unpack(packed) if f["name"] == sys.argv[2]]
for function in show:
    print("function:", *function)
    print("self:", *(function["self"] or {}))
    print("blocks:", *(b["name"] for b in function.get("blocks", [])))
    for line in function.get("source", []):
        print("line:", ascii(line) if not line.isprintable() else line)
