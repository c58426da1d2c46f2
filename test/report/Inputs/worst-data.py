#!/usr/bin/env python3
# Part of the ipoint project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""worst-data.py FILE: prints the document of a longest path, from JSON (`-` is standard input), a page, or a piece of one."""
import base64
import json
import pathlib
import re
import sys
import zlib

text = sys.stdin.read() if sys.argv[1] == "-" else pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
packed = re.search(r"""(?:id="data">|arrived\('longest-\d+', ')([\w+/=]+)""", text)
doc = json.loads(zlib.decompress(base64.b64decode(packed[1])) if packed else text)
doc = doc.get("report", doc)


def name_of(at):
    return at["function"] + (f"/{at['block']}" if at["block"] else "")


print(f"schema: {doc['schema']}, {doc['unit']}")
print(f"at: {name_of(doc['at'])} {doc['at']['file']}:{doc['at']['line']}")
print(f"raw: {doc['estimate']['raw']} of {doc['hwm']['raw']}")
for b in doc["path"]:
    print(f"path: {name_of(b['at'])} {b['count']} of {b['most_observed']}, {b['in_longest']}")
for r in doc["reasons"]:
    print(f"reason: {name_of(r['at'])} {r['by_count'] + r['by_time']:+}")
for f in doc["facts"]:
    print(f"fact: {f['origin']} {f['bound']}")
for words in doc["test_next"]:
    print("test next:", words)
for s in doc.get("sources", []):
    print(f"source: {s['function']} {s['file']}:{s['line']}, {len(s['lines'])} lines, the first {s['lines'][0]}")
if "sources" not in doc:
    print("source: none")
