#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints what a browser would find in a page of the report: its title and its data."""
import html.parser
import json
import sys


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


page = Page()
with open(sys.argv[1], encoding="utf-8") as file:
    page.feed(file.read())
data = json.loads(page.data)
print("title:", page.title)
print("keys:", *data)
for function in data.get("functions", [])[:1] + [data[k] for k in data if k == "function"]:
    print("function:", *function)
    print("self:", *function["self"])
    for line in function.get("source", []):
        print("line:", ascii(line) if not line.isprintable() else line)
